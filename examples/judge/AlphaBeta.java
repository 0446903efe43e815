// Alpha-beta on trees such as ((3 12 8) (2 4 6) (14 5 2)): plywood judge --plain -- java examples/judge/AlphaBeta.java
//
// A bug's name as an argument switches it on: window-not-negated, alpha-not-raised, no-cut-at-equality, leaf-sign.
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

class AlphaBeta {
    record Found(int value, int move) {}
    record Node(int value, List<Node> moves) {}

    static final int INFINITE = Integer.MAX_VALUE;
    static String bug = "";
    static List<String> leaves = new ArrayList<>();
    static int at;

    static Node read(String text) {
        if (text.charAt(at) == '(') {
            var moves = new ArrayList<Node>();
            for (at++; text.charAt(at) != ')'; ) {
                if (text.charAt(at) == ' ') at++;
                else moves.add(read(text));
            }
            at++;
            return new Node(0, moves);
        }
        int begin = at;
        while (at < text.length() && "() ".indexOf(text.charAt(at)) < 0) at++;
        return new Node(Integer.parseInt(text.substring(begin, at)), List.of());
    }

    /** The value of a node for its side to move, and the number of its best move. */
    static Found alphaBeta(Node node, int alpha, int beta, int sign) {
        if (node.moves.isEmpty()) {
            leaves.add("" + node.value);
            return new Found(bug.equals("leaf-sign") ? node.value : sign * node.value, 0);
        }
        int best = -INFINITE, bestMove = 0;
        for (int index = 0; index < node.moves.size(); index++) {
            boolean isSwapped = bug.equals("window-not-negated");
            int low = isSwapped ? beta : -beta, high = isSwapped ? alpha : -alpha;
            int score = -alphaBeta(node.moves.get(index), low, high, -sign).value;
            if (score > best) { best = score; bestMove = index + 1; }
            if (!bug.equals("alpha-not-raised")) alpha = Math.max(alpha, score);
            if (bug.equals("no-cut-at-equality") ? score > beta : score >= beta) break;
        }
        return new Found(best, bestMove);
    }

    public static void main(String[] arguments) {
        if (arguments.length > 0) bug = arguments[0];
        var lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            leaves.clear();
            at = 0;
            var found = alphaBeta(read(lines.nextLine()), -INFINITE, INFINITE, 1);
            System.out.println(found.value + " " + found.move + " " + String.join(" ", leaves));
        }
    }
}
