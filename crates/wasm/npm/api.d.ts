// The requests and answers of plywood. `cargo run -p plywood-service --example types` writes this file.

/** The engine's analysis of a game. */
export interface AnalysisData {
  black: SideErrors;
  /** True if all moves were judged. */
  complete: boolean;
  /** The evaluator that the engine searched with. */
  evaluator: string;
  /** For each judged move of the main line the moves that the engine expects after it: its score is for the position they lead to, unless the search went on from there. */
  lines: string[][];
  /** The annotated game as PGN. */
  pgn: string;
  white: SideErrors;
}

/** The result of a search. Scores are from the side to move's point of view. */
export type Answer = LineData & {
  /** The limits that were lowered to the server's maximum. */
  clipped: string[];
  /** True if only the depth ended the search. */
  complete: boolean;
  counts: Counts;
  /** The completed depth. */
  depth: number;
  evaluator: string;
  /** True if the score is minimax's at this depth. */
  exact: boolean;
  /** The iterations of a deepening strategy. */
  iterations: IterationData[];
  /** The applied limits. */
  limits: AppliedLimits;
  nodes_per_second: number;
  /** The reason the search ended. */
  reason: string;
  /** The strategy, written out. */
  spec: string;
  strategy: string;
  time_ms: number;
};

/** The applied limits. */
export interface AppliedLimits {
  /** The depth in plies. */
  depth: number | null;
  /** The number of nodes. */
  nodes: number;
  /** The number of rounds. */
  rounds: number | null;
  /** The time in milliseconds after which no new iteration begins. */
  soft_ms: number | null;
  /** The time in milliseconds. */
  time_ms: number;
}

/** A position, and the strategy to find a move. */
export interface BestMoveRequest {
  /** The Elo to play at, from 800 to 2,400; only the engine can play below its full strength. */
  elo?: number | null;
  /** The evaluator; by default that of the game or of the preset. */
  evaluator?: string | null;
  /** The game; by default the first one. */
  game?: string | null;
  limits?: LimitsRequest;
  /** The moves since then, at most 4,096. */
  moves?: string[];
  /** The position where the moves begin; by default the start of the game. */
  position?: string | null;
  /** The seed of random choices, and of the errors of a weaker engine. */
  seed?: number;
  /** The strategy by name, or written out, such as `pvs+captures+table=16+deepening`; by default the game's strongest. */
  strategy?: string | null;
}

/** The target squares of king and rook in castling. */
export interface Castling {
  king_to: string;
  rook_from: string;
  rook_to: string;
}

/** The clock of the side to move. */
export interface ClockRequest {
  /** The increment per move, in milliseconds. */
  increment_ms?: number;
  /** The number of moves until time is added to the clock; without it, this time is for the rest of the game. */
  moves_to_go?: number | null;
  /** The remaining time, in milliseconds. */
  remaining_ms: number;
}

/** A position, and the strategies to compare. */
export interface CompareRequest {
  /** The name of the reference strategy for the others. */
  against?: string | null;
  /** The evaluator of strategies that name none. */
  evaluator?: string | null;
  /** The game; by default the first one. */
  game?: string | null;
  /** True to start a live search of one strategy with the table of this client's last one, if its strategy and seed were the same. Outside a game, in the same position, it resumes at the depth where the limits stopped it. */
  goes_on?: boolean;
  /** True to count the moves that led to the position, so that repetition is a draw, as in a game. */
  in_game?: boolean;
  /** The limits of strategies without their own. */
  limits?: LimitsRequest;
  /** The number of best lines that each strategy should find, from 1 to 5. */
  lines?: number | null;
  /** The moves since then, at most 4,096. */
  moves?: string[];
  /** The position where the moves begin; by default the start of the game. */
  position?: string | null;
  /** The only moves to search in the position; all if there are none. */
  root_moves?: string[];
  /** The seed of random choices. */
  seed?: number;
  /** One to four strategies. */
  strategies: Contender[];
  /** True if the side to move passes first, so that the answers are its opponent's threats. */
  threat?: boolean;
}

/** The comparison of an answer with the reference's. */
export interface Compared {
  /** The reference's nodes divided by this strategy's; `null` if one of the two searches was stopped early, or has no score. */
  fewer_nodes: number | null;
  /** The number of the strategy in the request, from 0. */
  index: number;
  is_reference: boolean;
  /** True if the move is the reference's, which matters if the evaluators differ; `null` in the same cases. */
  same_move: boolean | null;
  /** True if the score is the reference's; `null` in the same cases. */
  same_value: boolean | null;
}

/** The answers, in the order of the request. */
export interface Comparison {
  /** The meaning of names, and strategies that differ in more than one part, with the strategies of a fair comparison. */
  notes: string[];
  /** The number of the reference strategy for the others. */
  reference: number | null;
  rows: Row[];
}

/** A search and its parts. */
export interface CompositionData {
  search: string;
  text: string;
  words: WordData[];
}

/** A strategy of a comparison. */
export interface Contender {
  /** The Elo to play at, from 800 to 2,400; only the engine can play below its full strength. */
  elo?: number | null;
  evaluator?: string | null;
  limits?: LimitsRequest;
  /** A name for the answer; by default the strategy's. */
  name?: string | null;
  /** Its name, or the strategy written out. */
  strategy: string;
}

/** Counts of a search. */
export type Counts = Stats & {
  branching_factor: number;
  /** The share of cutoffs made by the first move, from 0 to 1. */
  first_move_share: number | null;
};

/** The strengths a request can choose from. */
export interface EloRange {
  /** The Elo of the highest level. */
  highest: number;
  /** The number of levels. */
  levels: number;
  /** The Elo of the first level. */
  lowest: number;
}

/** A position, and the evaluators to score it. */
export interface EvaluateRequest {
  /** The names of the evaluators; all by default. */
  evaluators?: string[];
  /** The game; by default the first one. */
  game?: string | null;
  /** The moves since then, at most 4,096. */
  moves?: string[];
  /** The position where the moves begin; by default the start of the game. */
  position?: string | null;
  /** True if the ten questions about the position should also be answered. */
  questions?: boolean;
}

/** The score of one evaluator. */
export interface EvaluatedData {
  evaluator: string;
  /** True if `/portrait` has a picture of its terms. */
  has_portrait: boolean;
  /** The value of each piece; empty in games other than chess. */
  pieces: PieceData[];
  score: ScoreData | null;
  score_text: string;
  /** The terms of the score; empty if the evaluator has none. */
  terms: TermData[];
}

/** The evaluations of a position. */
export interface Evaluation {
  evaluators: EvaluatedData[];
  position: string;
  questions: QuestionData[];
  side_to_move: string;
}

/** An evaluator. */
export interface EvaluatorData {
  /** A short description of its terms. */
  description: string;
  name: string;
}

/** The evaluators of a game. */
export interface EvaluatorList {
  /** The default evaluator. */
  default: string;
  evaluators: EvaluatorData[];
  game: string;
}

/** A game that the server offers. */
export interface GameData {
  /** The columns of the board at the start; 0 if the game has no board. */
  columns: number;
  /** The strategies that a comparison begins with, the simplest first. */
  compared: string[];
  /** The Elo of the default strategy as an opponent until the user chooses another one; `null` if it always plays at full strength. */
  default_elo: number | null;
  default_evaluator: string;
  default_strategy: string;
  /** The highest score, if it is expected points: in games with dice. */
  highest_score: number | null;
  /** True if it is chess, with PGN, terms of scores and questions. */
  is_chess: boolean;
  name: string;
  /** The two players, the first one first. */
  players: string[];
  /** The rows of the board at the start. */
  rows: number;
  /** A score of one point as it is written, in centipawns. */
  score_unit: number;
  /** The text of the first position. */
  start: string;
  title: string;
  /** The depth for strategies that make no use of a time limit. */
  usual_depth: number;
  /** True if scores are written as whole numbers; otherwise a hundred of them are one point. */
  whole_scores: boolean;
}

/** A position, and moves from there with their variations. */
export interface GameRequest {
  /** The game; by default the first one. */
  game?: string | null;
  /** The moves since then, at most 4,096. */
  moves?: string[];
  /** The moves, each after the one it follows; at most 4,096. */
  nodes: TriedMove[];
  /** The position where the moves begin; by default the start of the game. */
  position?: string | null;
}

/** A game with its variations and its errors. */
export interface GameText {
  analysis: AnalysisData | null;
  /** The comments before the first move. */
  comments: string[];
  /** The parts that could not be read; the game ends where reading failed. */
  errors: PgnProblem[];
  game: string;
  length: number;
  /** The moves; a move comes before those that follow it, and the main move before its alternatives. The first games have them, together up to 20,000; for the others, send their part of the text. */
  nodes: NodeData[] | null;
  /** The place of the game in the text, and its length, in bytes. */
  offset: number;
  result: string;
  /** The first position. */
  start: string;
  /** Its pieces by their squares. */
  start_cells: Record<string, string>;
  tags: Record<string, string>;
  warnings: PgnProblem[];
}

/** A game with variations. */
export interface GameTree {
  /** The moves, in the order of the request. */
  nodes: PlayedData[];
  /** The position where the moves begin. */
  start: PositionData;
}

/** The games. */
export interface Games {
  games: GameData[];
}

/** A board of cells, which are named as in chess: `a1` is at the bottom left. */
export interface GridData {
  /** The SVG of the whole board, behind the cells. */
  backdrop: string | null;
  /** The height of a cell in widths. */
  cell_height: number;
  /** The letter on each cell that is not empty. */
  cells: Record<string, string>;
  /** The color of the board. */
  color: string | null;
  columns: number;
  /** The highlighted cells, such as the stones that have won. */
  highlighted: string[];
  /** The names of cells for the first side, and for the second one, if they aren't those of chess. */
  names: (Record<string, string>)[];
  /** The SVG of letters, and of `.` for an empty cell. */
  pictures: Record<string, string>;
  rows: number;
}

/** The result of one iteration of a deepening strategy. */
export type IterationData = LineData & {
  /** The deepest ply so far, quiescence included. */
  deepest_ply: number;
  depth: number;
  /** This line and the next best ones, if several were requested; the best first. */
  lines: LineData[];
  /** The nodes of this iteration alone. */
  nodes: number;
  /** The time since the search began. */
  time_ms: number;
};

/** The next questions, or the verdict. */
export interface JudgeAnswer {
  /** The number of answered questions. */
  answered: number;
  /** The questions to answer now: `id`, `game`, `position`, `depth`, `ask`, `search`, for a tree `tree`, nested lists, and `fresh` if the program should be started anew for this question, and `log` if a log of its search would help. */
  questions: (Record<string, unknown>)[];
  /** The verdict as text. */
  text: string | null;
  /** The verdict, once there are no more questions: `outcome`, `passed`, `parts` (`value`, `move`, `cutoffs`), `notes`, `bugs`, `asked`, `unanswered`, `wrong`, `leaves`, `witness`, `observed` and `coverage`. */
  verdict: Record<string, unknown> | null;
}

/** All answers so far. The same settings always give the same questions, so nothing is stored between requests. */
export interface JudgeRequest {
  /** The answers to all questions so far, in their order: `{"value": 3, "move": 1, "leaves": [3, 12]}` (only the value is required), a number alone, or `null`. `log` can have the events of the search, which explain an error. */
  answers?: (Record<string, unknown>)[];
  /** The kind of search and its properties: `search` (`minimax`, `alpha-beta`, `fail-hard`, `fail-soft` or `pvs`), `games` (`tree`, `tic-tac-toe`, `connect-four`, `chess`), `plain`, `table`, `repetition`, `questions`, `answered`, `require` and `seed`. */
  settings?: Record<string, unknown>;
}

/** A position. */
export interface LegalMovesRequest {
  /** The game; by default the first one. */
  game?: string | null;
  /** The moves since then, at most 4,096. */
  moves?: string[];
  /** The position where the moves begin; by default the start of the game. */
  position?: string | null;
}

/** The limits of a search; the first one reached ends it. Larger values than allowed are lowered to the maximum. */
export interface LimitsRequest {
  clock?: ClockRequest | null;
  /** The depth in plies. */
  depth?: number | null;
  /** The number of nodes. */
  nodes?: number | null;
  /** The number of rounds of a search that plays rounds, such as Monte Carlo search; other searches need another limit. */
  rounds?: number | null;
  /** The time in milliseconds. */
  time_ms?: number | null;
}

/** One of the best lines of a position. */
export interface LineData {
  /** The moves of both sides. */
  line: string[];
  line_san: string[];
  /** The first move; `null` if the game is over. */
  move: string | null;
  /** The move in the notation of people. */
  san: string | null;
  score: ScoreData | null;
  score_text: string | null;
}

/** A move with everything that a page needs to draw it. */
export interface MoveData {
  /** The letter of the captured piece. */
  captured: string | null;
  /** The square of the captured piece. */
  captured_on: string | null;
  castling: Castling | null;
  /** The new contents of the cells that change, empty or as in `cells`; `null` if the board changes its size. */
  changes: Record<string, string> | null;
  /** The cells to click, one step after the other, any of those in a step; `null` if moves are entered as text. */
  clicks: string[][] | null;
  /** `true` if the steps are pairs of clicks that may come in any order. */
  clicks_in_pairs: boolean;
  /** The square of the piece; `null` where stones are put down. */
  from: string | null;
  /** The move in the notation of the API. */
  move: string;
  /** The letter of the piece, upper case for White. */
  piece: string | null;
  /** The letter of the piece that a pawn promotes to. */
  promotion: string | null;
  /** The move in the notation of people. */
  san: string;
  /** The target square; for castling the one where the king lands. */
  to: string;
  /** The weight of an outcome of chance, such as a roll of dice, among all outcomes; `null` for a player's move. */
  weight: number | null;
}

/** A move of a game. */
export interface NodeData {
  /** The new contents of the squares that change. */
  changes: Record<string, string> | null;
  comments: string[];
  /** The comments before it, if it begins a variation, and after it, with their commands such as `[%clk 0:05:00]`. */
  comments_before: string[];
  /** True if it is a move of the main line. */
  main: boolean;
  /** Marks such as `!`, or `$` and a number where there is no mark. */
  marks: string[];
  /** The move; `null` for a null move. */
  move: string | null;
  /** The number of the previous move; `null` at the start. */
  parent: number | null;
  /** The position after it. */
  position: string;
  san: string;
  score: ScoreData | null;
}

/** The result of a game. */
export interface OutcomeData {
  /** The cells of the winning line, if there is one. */
  line: string[];
  reason: string;
  /** Winner and reason in one sentence. */
  text: string;
  /** The winner; `null` after a draw. */
  winner: string | null;
}

/** The games of a PGN text, at most 5,000. If the last one ends before the text, request the others with the rest of the text. */
export interface PgnAnswer {
  /** The limits that were lowered to the server's maximum. */
  clipped: string[];
  games: GameText[];
  limits: AppliedLimits | null;
}

/** An error in a game. */
export interface PgnProblem {
  /** The line of the text, from 1. */
  line: number;
  message: string;
}

/** The value of a piece on its square. */
export interface PieceData {
  /** The difference from the mean of all pieces of its kind on the board. */
  lead: number | null;
  piece: string;
  square: string;
  /** The centipawns that its side would lose without it; `null` if the position would then be illegal. */
  worth: number | null;
}

/** A position, and the move to play. */
export interface PlayRequest {
  /** The game; by default the first one. */
  game?: string | null;
  /** The move to play. */
  move: string;
  /** The moves since then, at most 4,096. */
  moves?: string[];
  /** The position where the moves begin; by default the start of the game. */
  position?: string | null;
}

/** A move played. */
export type PlayedData = MoveData & {
  /** The square of the king in check after it. */
  check: string | null;
  /** The position after it. */
  position: string;
};

/** A picture of an evaluator's terms. */
export interface PortraitData {
  caption: string;
  svg: string;
}

/** A position with its legal moves and the game that led to it. */
export interface PositionData {
  /** The rows of the board from the top, with `.` for an empty square. */
  board: string[];
  /** The square of the king in check. */
  check: string | null;
  /** The draw that the side to move can claim. */
  claim: string | null;
  game: string;
  grid: GridData | null;
  /** The moves of the request. */
  history: PlayedData[];
  /** The legal moves; empty if the game is over. */
  moves: MoveData[];
  outcome: OutcomeData | null;
  /** The position as text; a FEN in chess. Empty if the game cannot write it: then use the start and the moves. */
  position: string;
  side_to_move: string;
  /** The cells before the first move, as in `grid`. */
  start_cells: Record<string, string>;
  table: TableData | null;
  /** The position in lines of text, if the game has no board. */
  text: string | null;
  /** The error of a table that cannot be read. */
  unread_table: string | null;
}

/** The reason a request was refused, in the form of RFC 9457 (problem details). */
export interface Problem {
  /** The reason. */
  detail: string;
  /** The field of the request that is wrong, such as `limits.depth`. */
  field: string | null;
  /** Advice on how to fix it. */
  hint: string | null;
  /** The HTTP status. */
  status: number;
  /** The name of the status. */
  title: string;
  /** Always `about:blank`: the status identifies the kind of problem. */
  type: string;
}

/** A question about a position, with its answers. */
export interface QuestionData {
  answers: string[];
  question: string;
}

/** The trees of a search, pass by pass. Scores, windows and bounds are from the point of view of the side to move at the root, as textbooks draw them: that side maximizes at the root, the other side minimizes one ply below, and so on. ``` use plywood_catalog::{Catalog, RecordedSearch}; use plywood_search::{Limits, TreeRecorder}; let trees = Catalog::written_tree(); let mut recorder = TreeRecorder::new(100); let mut search = trees.contender("alpha-beta")?.strategy(0); search.search_observed(trees.start(), &Limits::depth(2), &mut recorder); let recorded = RecordedSearch::new(&trees, trees.start(), &recorder); let [tree] = recorded.passes.as_slice() else { panic!("one pass") }; assert_eq!((tree.nodes.len(), tree.unsearched.len()), (11, 2)); assert!(tree.to_svg().starts_with("<svg")); # Ok::<(), plywood_catalog::SpecError>(()) ``` */
export interface RecordedSearch {
  /** The number of earlier passes that are not included. */
  earlier: number;
  /** The tree of each pass from the root, the last one last: deepening makes a pass for each depth, an aspiration window that fails another, and MTD(f) one for each null window. */
  passes: RecordedTree[];
}

/** The tree of one pass of a search. */
export interface RecordedTree {
  /** The numbers of the nodes of the best line, the root first. */
  best_line: number[];
  /** The number of the pass, its depth and its window. */
  label: string;
  /** The nodes in the order the search entered them, so parents come before their children. */
  nodes: TreeNode[];
  /** The number of visited nodes that are not included. */
  omitted: number;
  /** The nodes that the search did not visit, such as those that were cut off; their numbers continue, and they have no scores. There are none if the whole tree would have more than 200 nodes. */
  unsearched: TreeNode[];
}

/** The answer of one strategy, compared with the reference's. */
export type Row = Compared & Answer & {
  name: string;
};

/** A score: `{"cp": 35}` in centipawns, or `{"mate": 3}` in moves, negative for the side that is mated. A win or loss that does not end with a move of the winner is counted in plies: `{"won_in": 4}`, `{"lost_in": 0}`. */
export type ScoreData = Record<string, unknown>;

/** A setting of a strategy: `NAME=VALUE`, or `NAME` alone for a switch. */
export interface SettingData {
  /** True if the number is whole. */
  is_whole: boolean;
  /** `number`, `switch`, `amount` (a switch that may have a number), `choice`, or `without`, which may be given several times. */
  kind: string;
  name: string;
  /** The lowest and the highest number. */
  range: string[] | null;
  /** `megabytes` or `threads` if its number is an amount of them; the range then ends with the most that this server has for a search. */
  resource: string | null;
  /** The default value. */
  usual: string | null;
  /** The words of a choice. */
  words: string[];
}

/** The number of errors of a side. */
export interface SideErrors {
  blunders: number;
  inaccuracies: number;
  mistakes: number;
}

/** A starting position of Chess960. */
export interface Start {
  number: number;
  position: string;
}

/** Counts of a search. On one thread they are the same on every run. */
export interface Stats {
  /** Nodes where a move cut off the rest. */
  cutoffs: number;
  /** The completed depth, or the deepest ply of quiescence below it. */
  deepest_ply: number;
  /** Nodes where the game was over. */
  endings: number;
  /** Calls of the evaluator. */
  evaluated: number;
  /** Cutoffs by the first move tried. The more there are, the better the ordering. */
  first_move_cutoffs: number;
  /** Nodes entered, including the root and the quiescence nodes. */
  nodes: number;
  /** Nodes below the horizon, visited by quiescence. */
  quiescence: number;
  /** Searches repeated because the window was too narrow. */
  researches: number;
  /** Nodes whose score came from the table. */
  saved: number;
}

/** A strategy of a game. */
export interface StrategyData {
  /** The content of `name`, as data. */
  asked: CompositionData;
  /** The chapters of the book that explain its search and its parts. */
  chapters: string[];
  /** True if it makes good use of a time limit alone; others need a depth. */
  deepens: boolean;
  /** The depth that the author of a published program chose for it. */
  depth: number | null;
  /** A short description. */
  description: string;
  elo: EloRange | null;
  /** Its default evaluator. */
  evaluator: string;
  name: string;
  /** The words that may follow it, as in `alpha-beta+killers+table=16`. */
  parts: string[];
  /** The content of `spec`, as data. */
  parts_of: CompositionData;
  /** The settings among these words. */
  settings: SettingData[];
  /** The strategy, written out. */
  spec: string;
}

/** The strategies of a game. */
export interface StrategyList {
  game: string;
  strategies: StrategyData[];
}

/** The endgame tables' data for a position, for its side to move. */
export interface TableData {
  /** All moves, the best first. */
  moves: TableMove[];
  /** `win`, `cursed win`, `draw`, `blessed loss` or `loss`; the fifty-move rule turns the second and the fourth into draws. */
  result: string;
}

/** A move with its result, for the side that makes it. */
export interface TableMove {
  /** The plies to the next capture, pawn move, or mate that keeps the result; negative if the side loses. */
  dtz: number;
  move: string;
  result: string;
}

/** A term of a score, in centipawns for each side. */
export interface TermData {
  black: number;
  name: string;
  white: number;
}

/** The trees of a search. Scores, windows and bounds are from the point of view of the side to move at the root. */
export type TreeAnswer = RecordedSearch & {
  /** The result of the search. */
  report: Answer;
};

/** The check of a search's log. */
export interface TreeCheckAnswer {
  /** The first line that contradicts earlier ones: `line`, `rule`, `said`, `shown` and `shown_by`, the line that shows it. */
  contradiction: Record<string, unknown> | null;
  /** The number of events. */
  events: number;
  /** All of it as text, with the numbers of verified properties. */
  text: string;
  /** The number of lines that only waste time. */
  wasteful: number;
}

/** A cutoff: the last move tried was too good. */
export interface TreeCut {
  /** The number of moves. */
  of: number;
  /** The number of moves tried. */
  tried: number;
  /** The untried moves, for pages without a server; below the horizon not all of them are known. */
  untried: string[];
}

/** The trees in a file of any program. */
export type TreeFileAnswer = RecordedSearch & {
  /** `events`, `passes`, `nodes`, `leaves`, `table`, `cutoffs`, `steps` with a count for each, and `open` nodes at the end. */
  counts: Record<string, unknown>;
  /** `game`, `position` and `program`, if the file has them. */
  header: Record<string, unknown>;
};

/** A node of a tree. */
export interface TreeNode {
  /** `true` if the previous node is the same one: its move is searched again, with another window. */
  again: boolean;
  /** The lower bound of the window; `null` if it is open. */
  alpha: Record<string, unknown> | null;
  /** The upper bound of the window; `null` if it is open. */
  beta: Record<string, unknown> | null;
  /** The position in lines of text, for pages without a server. */
  board: string | null;
  /** The relation of the score to the value: `exact`, `at least` or `at most`. */
  bound: string | null;
  cut: TreeCut | null;
  /** The remaining depth. */
  depth: number;
  /** `inner`, `leaf`, `table`; `games`, `valued`, `proven`, `proof`, `queued` or `extended` in a tree that the search keeps; or the name of the step that pruned the node; without a score the step skipped the move. */
  kind: string;
  /** The move that led here in the notation of programs; `--` for a pass, and `null` for the same position again. */
  move: string | null;
  /** The number of its parent. */
  parent: number | null;
  /** The number of plies below the root. */
  ply: number;
  /** The engine's step it was searched for, unless it was searched to try the move. */
  purpose: string | null;
  /** The move in the notation of people; an outcome of chance with its weight in front, `2:6-5`. */
  san: string | null;
  /** The score; `null` if the search was stopped before the node had one. */
  score: Record<string, unknown> | null;
  /** The score in the game's notation; in a tree that the search keeps, its information on the node: the games and the percentage won by the side that moved there, the value for that side, its proof and disproof numbers, or its place in the queue of SSS* with the most it can be worth. */
  score_text: string | null;
  /** The number of nodes below it that are not part of the tree. */
  unseen: number;
  /** The weight of the move, if it is an outcome of chance. */
  weight: number | null;
  /** The number of nodes that minimax visits here and below, down to the same depth; `null` if there are too many to count, or minimax does not search them. */
  whole: number | null;
}

/** A position, and the strategy whose search to record. */
export interface TreeRequest {
  /** The evaluator; by default that of the game or of the preset. */
  evaluator?: string | null;
  /** The game; by default the first one. */
  game?: string | null;
  limits?: LimitsRequest;
  /** The moves since then, at most 4,096. */
  moves?: string[];
  /** The number of nodes to keep, at most 20,000: those of the last passes, and of a pass the first ones. */
  nodes?: number;
  /** The number of plies of the engine's tree to keep, the first position being the first; 4 by default. */
  plies?: number | null;
  /** The position where the moves begin; by default the start of the game. */
  position?: string | null;
  /** The seed of random choices, and of the errors of a weaker engine. */
  seed?: number;
  /** The strategy by name, or written out, such as `pvs+captures+table=16+deepening`; by default the game's strongest. */
  strategy?: string | null;
}

/** A move of a game with variations. */
export interface TriedMove {
  /** The move; `--` is a null move, where the side to move may pass. */
  move: string;
  /** The number of the previous move, from 0; `null` for one from the first position. */
  parent?: number | null;
}

/** A part or a setting as it is given. */
export interface WordData {
  name: string;
  value: string | null;
}

/** The routes: what each takes and what it answers. */
export interface Routes {
  /** Finds the best move of a position. */
  "/best-move": {
    method: "POST";
    query: undefined;
    body: BestMoveRequest;
    answer: Answer;
  };
  /** Runs several strategies on one position, one after the other, so that none slows another down. */
  "/compare": {
    method: "POST";
    query: undefined;
    body: CompareRequest;
    answer: Comparison;
  };
  /** Returns the scores of evaluators, by term and by piece, and the answers to ten questions about the position. */
  "/evaluate": {
    method: "POST";
    query: undefined;
    body: EvaluateRequest;
    answer: Evaluation;
  };
  /** Lists the evaluators of a game. */
  "/evaluators": {
    method: "GET";
    query: { game?: string };
    body: undefined;
    answer: EvaluatorList;
  };
  /** Returns a whole game with its variations, in one answer. The request may have 256 KiB. */
  "/game": {
    method: "POST";
    query: undefined;
    body: GameRequest;
    answer: GameTree;
  };
  /** Lists the games that can be played. */
  "/games": {
    method: "GET";
    query: undefined;
    body: undefined;
    answer: Games;
  };
  /** Returns a starting position of Chess960, by number or at random. */
  "/games/chess960/start": {
    method: "GET";
    query: { number?: number };
    body: undefined;
    answer: Start;
  };
  /** Tests a search on trees and positions, finds the smallest it gets wrong, and names its bug. */
  "/judge": {
    method: "POST";
    query: undefined;
    body: JudgeRequest;
    answer: JudgeAnswer;
  };
  /** Lists the legal moves of a position, with the state of the game and its moves so far. */
  "/legal-moves": {
    method: "POST";
    query: undefined;
    body: LegalMovesRequest;
    answer: PositionData;
  };
  /** Reads every game of a PGN text, with its variations, comments and errors; the engine annotates them on request. */
  "/pgn": {
    method: "POST";
    query: { annotate?: boolean; depth?: number; nodes?: number; time_ms?: number };
    body: string;
    answer: PgnAnswer;
  };
  /** Plays a move; the answer describes the position after it. */
  "/play": {
    method: "POST";
    query: undefined;
    body: PlayRequest;
    answer: PositionData;
  };
  /** Draws an evaluator's terms: a network's hidden units as boards. */
  "/portrait": {
    method: "GET";
    query: { game?: string; evaluator: string };
    body: undefined;
    answer: PortraitData;
  };
  /** Runs several strategies, one after the other, and sends events as they search. Closing the connection stops them. */
  "/search": {
    method: "POST";
    query: undefined;
    body: CompareRequest;
    answer: string;
  };
  /** Lists the strategies of a game, the simplest first; those of published programs come last. */
  "/strategies": {
    method: "GET";
    query: { game?: string };
    body: undefined;
    answer: StrategyList;
  };
  /** Describes one strategy, which may be written out: its parts, and the parts that fit it. */
  "/strategy": {
    method: "GET";
    query: { game?: string; strategy: string; word?: string; values?: string };
    body: undefined;
    answer: StrategyData;
  };
  /** Searches, and returns the nodes of each pass in the order they were entered, with windows, scores and cutoffs. */
  "/tree": {
    method: "POST";
    query: undefined;
    body: TreeRequest;
    answer: TreeAnswer;
  };
  /** Verifies every node of a search from its log, a file of events as for `/tree/read`: values, windows, cutoffs and tables. */
  "/tree/check": {
    method: "POST";
    query: undefined;
    body: string;
    answer: TreeCheckAnswer;
  };
  /** Reads the tree of a search from a file of events, which any program can write: JSON Lines in the format of docs/tree-format.md. Nodes beyond the limit are only counted. */
  "/tree/read": {
    method: "POST";
    query: undefined;
    body: string;
    answer: TreeFileAnswer;
  };
}
