// Alpha-beta on trees such as ((3 12 8) (2 4 6) (14 5 2)):
// c++ -O2 -std=c++17 examples/judge/alpha_beta.cpp -o alpha_beta && plywood judge --plain -- ./alpha_beta
//
// A bug's name as an argument switches it on: window-not-negated, alpha-not-raised, no-cut-at-equality, leaf-sign.
#include <algorithm>
#include <climits>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

struct Node { int value; std::vector<Node> moves; };

std::string bug;
std::vector<int> leaves;

Node read(const char *&at) {
    if (*at != '(') {
        char *end;
        int value = std::strtol(at, &end, 10);
        at = end;
        return {value, {}};
    }
    Node node{0, {}};
    for (++at; *at != ')';) {
        if (*at == ' ') ++at;
        else node.moves.push_back(read(at));
    }
    ++at;
    return node;
}

// The value of a node for its side to move, and the number of its best move.
std::pair<int, int> alpha_beta(const Node &node, int alpha, int beta, int sign) {
    if (node.moves.empty()) {
        leaves.push_back(node.value);
        return {bug == "leaf-sign" ? node.value : sign * node.value, 0};
    }
    int best = -INT_MAX, best_move = 0, number = 0;
    for (const Node &child : node.moves) {
        bool is_swapped = bug == "window-not-negated";
        int low = is_swapped ? beta : -beta, high = is_swapped ? alpha : -alpha;
        int score = -alpha_beta(child, low, high, -sign).first;
        ++number;
        if (score > best) { best = score; best_move = number; }
        if (bug != "alpha-not-raised") alpha = std::max(alpha, score);
        if (bug == "no-cut-at-equality" ? score > beta : score >= beta) break;
    }
    return {best, best_move};
}

int main(int count, char **arguments) {
    if (count > 1) bug = arguments[1];
    for (std::string line; std::getline(std::cin, line);) {
        leaves.clear();
        const char *at = line.c_str();
        auto [value, move] = alpha_beta(read(at), -INT_MAX, INT_MAX, 1);
        std::cout << value << ' ' << move;
        for (int leaf : leaves) std::cout << ' ' << leaf;
        std::cout << std::endl;
    }
}
