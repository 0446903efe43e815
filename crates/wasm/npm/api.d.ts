// The requests and answers of plywood. `cargo run -p plywood-service --example types` writes this file.

/** What the engine found in a game. */
export interface AnalysisData {
  black: SideErrors;
  /** Whether all moves were judged. */
  complete: boolean;
  /** The annotated game as PGN. */
  pgn: string;
  white: SideErrors;
}

/** What a search found. Scores are from the view of the side to move. */
export type Answer = LineData & {
  /** The limits that were lowered to what the server allows. */
  clipped: string[];
  /** Whether nothing but the depth ended the search. */
  complete: boolean;
  counts: Counts;
  /** The depth that was completed. */
  depth: number;
  evaluator: string;
  /** Whether the score is what minimax returns at this depth. */
  exact: boolean;
  /** The iterations of a deepening strategy. */
  iterations: IterationData[];
  /** The limits that were applied. */
  limits: AppliedLimits;
  nodes_per_second: number;
  /** Why the search ended. */
  reason: string;
  /** What it is made of, written out. */
  spec: string;
  strategy: string;
  time_ms: number;
};

/** The limits that were applied. */
export interface AppliedLimits {
  /** The depth in plies. */
  depth: number | null;
  /** The number of nodes. */
  nodes: number;
  /** The time in milliseconds after which no new iteration begins. */
  soft_ms: number | null;
  /** The time in milliseconds. */
  time_ms: number;
}

/** A position, and the strategy that is to find a move. */
export interface BestMoveRequest {
  /** The Elo to play at, from 800 to 2,400; only the engine can play below its full strength. */
  elo?: number | null;
  /** The evaluator; by default that of the game or of the preset. */
  evaluator?: string | null;
  /** The game; the first one that there is by default. */
  game?: string | null;
  limits?: LimitsRequest;
  /** The moves since then, at most 4,096. */
  moves?: string[];
  /** Where the moves begin; the start of the game by default. */
  position?: string | null;
  /** The seed of random choices, and of the errors of a weaker engine. */
  seed?: number;
  /** The strategy by name, or written out, such as `pvs+captures+table=16+deepening`; by default the strongest of the game. */
  strategy?: string | null;
}

/** Where king and rook go when castling. */
export interface Castling {
  king_to: string;
  rook_from: string;
  rook_to: string;
}

/** The clock of the side to move. */
export interface ClockRequest {
  /** The time that each move adds, in milliseconds. */
  increment_ms?: number;
  /** How many moves must be made before time is added to the clock; without it, this time is for the rest of the game. */
  moves_to_go?: number | null;
  /** The time that is left, in milliseconds. */
  remaining_ms: number;
}

/** A position, and the strategies to compare. */
export interface CompareRequest {
  /** The name of the strategy with which the others are compared. */
  against?: string | null;
  /** The evaluator of strategies that name none. */
  evaluator?: string | null;
  /** The game; the first one that there is by default. */
  game?: string | null;
  /** Whether the only strategy of a live search goes on with the table of the last such search of this client; in the same position at its depth, if its limits ended it. */
  goes_on?: boolean;
  /** Whether the moves that led to the position count, so that repetition is a draw, as in a game. A search in a game doesn't go on. */
  in_game?: boolean;
  /** The limits of strategies that have none. */
  limits?: LimitsRequest;
  /** How many of the best lines each strategy is to find, from 1 to 5. */
  lines?: number | null;
  /** The moves since then, at most 4,096. */
  moves?: string[];
  /** Where the moves begin; the start of the game by default. */
  position?: string | null;
  /** The seed of random choices. */
  seed?: number;
  /** One to four strategies. */
  strategies: Contender[];
  /** Whether the side to move passes first, so that the answers are what its opponent threatens. */
  threat?: boolean;
}

/** How an answer compares with that of the reference. */
export interface Compared {
  /** How many times fewer nodes it took; `null` if one of the two searches was stopped early, or has no score. */
  fewer_nodes: number | null;
  /** The number of the strategy in the request, from 0. */
  index: number;
  is_reference: boolean;
  /** Whether the move is the reference's, which is the question if the evaluators differ; `null` in the same cases. */
  same_move: boolean | null;
  /** Whether the score is the reference's; `null` in the same cases. */
  same_value: boolean | null;
}

/** The answers, in the order of the request. */
export interface Comparison {
  /** The number of the strategy with which the others are compared. */
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
  /** A name for the answer; the strategy's own by default. */
  name?: string | null;
  /** Its name, or the strategy written out. */
  strategy: string;
}

/** Counts of a search. */
export type Counts = Stats & {
  branching_factor: number;
  /** The share of the cut-offs that were made by the first move, from 0 to 1. */
  first_move_share: number | null;
};

/** The strengths that a request can choose. */
export interface EloRange {
  /** The Elo of the highest level. */
  highest: number;
  /** The number of levels. */
  levels: number;
  /** The Elo of the first level. */
  lowest: number;
}

/** A position, and the evaluators that are to judge it. */
export interface EvaluateRequest {
  /** The names of the evaluators; all by default. */
  evaluators?: string[];
  /** The game; the first one that there is by default. */
  game?: string | null;
  /** The moves since then, at most 4,096. */
  moves?: string[];
  /** Where the moves begin; the start of the game by default. */
  position?: string | null;
  /** Whether to answer the ten questions about the position, too. */
  questions?: boolean;
}

/** The score of one evaluator. */
export interface EvaluatedData {
  evaluator: string;
  /** Whether `/portrait` has a picture of what it looks at in any position. */
  has_portrait: boolean;
  /** What each piece is worth; empty in other games than chess. */
  pieces: PieceData[];
  score: ScoreData | null;
  score_text: string;
  /** What adds up to the score; empty where the evaluator has no terms. */
  terms: TermData[];
}

/** What evaluators think of a position. */
export interface Evaluation {
  evaluators: EvaluatedData[];
  position: string;
  questions: QuestionData[];
  side_to_move: string;
}

/** An evaluator. */
export interface EvaluatorData {
  /** What it counts, in short. */
  description: string;
  name: string;
}

/** The evaluators of a game. */
export interface EvaluatorList {
  /** The one that is used unless another is named. */
  default: string;
  evaluators: EvaluatorData[];
  game: string;
}

/** A game that the server offers. */
export interface GameData {
  /** The columns of the board at the start; 0 if the game has no board. */
  columns: number;
  default_evaluator: string;
  default_strategy: string;
  /** Whether it is chess, with PGN, terms of scores and questions. */
  is_chess: boolean;
  name: string;
  /** The two players, the first one first. */
  players: string[];
  /** The rows of the board at the start. */
  rows: number;
  /** The text of the first position. */
  start: string;
  title: string;
  /** The depth for strategies that make nothing of a time limit. */
  usual_depth: number;
  /** Whether scores are written as whole numbers; otherwise a hundred of them are one point. */
  whole_scores: boolean;
}

/** A position, and moves from there with their variations. */
export interface GameRequest {
  /** The game; the first one that there is by default. */
  game?: string | null;
  /** The moves since then, at most 4,096. */
  moves?: string[];
  /** The moves, each after the one that it follows; at most 4,096. */
  nodes: TriedMove[];
  /** Where the moves begin; the start of the game by default. */
  position?: string | null;
}

/** A game with its variations and its errors. */
export interface GameText {
  analysis: AnalysisData | null;
  /** The comments before the first move. */
  comments: string[];
  /** What could not be read; the game goes on as far as it was read. */
  errors: PgnProblem[];
  game: string;
  length: number;
  /** The moves; a move comes before those that follow it, and the main move before its alternatives. The first games have them, together up to 20,000; of the others they can be asked for with the part of the text. */
  nodes: NodeData[] | null;
  /** Where the game begins in the text, in bytes, and how many it takes. */
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
  /** The position from which the moves go. */
  start: PositionData;
}

/** The games. */
export interface Games {
  games: GameData[];
}

/** A board of cells, which are named as in chess: `a1` is at the bottom left. */
export interface GridData {
  /** The letter on each cell that is not empty. */
  cells: Record<string, string>;
  /** The color of the board. */
  color: string | null;
  columns: number;
  /** The cells to look at, such as the stones that have won. */
  highlighted: string[];
  /** Letters, and `.` for an empty cell, that are drawn as SVG. */
  pictures: Record<string, string>;
  rows: number;
}

/** What one iteration of a deepening strategy found. */
export type IterationData = LineData & {
  /** The deepest ply so far, quiescence included. */
  deepest_ply: number;
  depth: number;
  /** This line and the next best ones, if several were asked for; the best first. */
  lines: LineData[];
  /** The nodes of this iteration alone. */
  nodes: number;
  /** The time since the search began. */
  time_ms: number;
};

/** A position. */
export interface LegalMovesRequest {
  /** The game; the first one that there is by default. */
  game?: string | null;
  /** The moves since then, at most 4,096. */
  moves?: string[];
  /** Where the moves begin; the start of the game by default. */
  position?: string | null;
}

/** The limits of a search; the first one that is reached ends it. More than is allowed is lowered to what is. */
export interface LimitsRequest {
  clock?: ClockRequest | null;
  /** The depth in plies. */
  depth?: number | null;
  /** The number of nodes. */
  nodes?: number | null;
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
  /** The move as people write it. */
  san: string | null;
  score: ScoreData | null;
  score_text: string | null;
}

/** A move with all that a page needs to draw it. */
export interface MoveData {
  /** The letter of the captured piece. */
  captured: string | null;
  /** Where the captured piece stands. */
  captured_on: string | null;
  castling: Castling | null;
  /** What is then on the cells that change, empty or as in `cells`; `null` if the board changes its size. */
  changes: Record<string, string> | null;
  /** The cells to click, one step after the other, any of those in a step; `null` if moves are entered as text. */
  clicks: string[][] | null;
  /** Where the piece stands; `null` where stones are put down. */
  from: string | null;
  /** The move as the API reads and writes it. */
  move: string;
  /** The letter of the piece, a capital for White. */
  piece: string | null;
  /** The letter of the piece that a pawn becomes. */
  promotion: string | null;
  /** The move as people write it. */
  san: string;
  /** Where it goes. For castling in Chess960 this is the square of the rook. */
  to: string;
}

/** A move of a game. */
export interface NodeData {
  /** What is then on the squares that change. */
  changes: Record<string, string> | null;
  comments: string[];
  /** The comments before it, if it begins a variation, and behind it, with their commands such as `[%clk 0:05:00]`. */
  comments_before: string[];
  /** Whether it is a move of the main line. */
  main: boolean;
  /** Marks such as `!`, or `$` and a number where there is no mark. */
  marks: string[];
  /** The move; `null` for a null move. */
  move: string | null;
  /** The number of the move before it; `null` at the start. */
  parent: number | null;
  /** The position after it. */
  position: string;
  san: string;
  score: ScoreData | null;
}

/** How a game has ended. */
export interface OutcomeData {
  /** The cells of the winning line, where there is one. */
  line: string[];
  reason: string;
  /** Both in one sentence. */
  text: string;
  /** The winner; `null` after a draw. */
  winner: string | null;
}

/** The games of a PGN text, at most 5,000. If the last one ends before the text, the others can be asked for with the rest of the text. */
export interface PgnAnswer {
  /** The limits that were lowered to what the server allows. */
  clipped: string[];
  games: GameText[];
  limits: AppliedLimits | null;
}

/** Something wrong with a game. */
export interface PgnProblem {
  /** The line of the text, from 1. */
  line: number;
  message: string;
}

/** What a piece on its square is worth. */
export interface PieceData {
  /** The difference from the mean of all pieces of its kind on the board. */
  lead: number | null;
  piece: string;
  square: string;
  /** How many centipawns its side would lose without it; `null` if the position would then be illegal. */
  worth: number | null;
}

/** A position, and the move to play. */
export interface PlayRequest {
  /** The game; the first one that there is by default. */
  game?: string | null;
  /** The move to play. */
  move: string;
  /** The moves since then, at most 4,096. */
  moves?: string[];
  /** Where the moves begin; the start of the game by default. */
  position?: string | null;
}

/** A move that was played. */
export type PlayedData = MoveData & {
  /** The square of the king in check after it. */
  check: string | null;
  /** The position after it. */
  position: string;
};

/** What an evaluator looks at in any position. */
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
  /** The position as text; a FEN in chess. Empty if the game cannot write it: then it is the start and the moves. */
  position: string;
  side_to_move: string;
  /** The cells before the first move, as in `grid`. */
  start_cells: Record<string, string>;
  table: TableData | null;
  /** The position as people look at it in lines of text, if the game has no board. */
  text: string | null;
}

/** Why a request was refused, as RFC 9457 (problem details) writes it. */
export interface Problem {
  /** The reason. */
  detail: string;
  /** The field of the request that is wrong, such as `limits.depth`. */
  field: string | null;
  /** What to do about it. */
  hint: string | null;
  /** The HTTP status. */
  status: number;
  /** The name of the status. */
  title: string;
  /** Always `about:blank`: the status says what kind of problem it is. */
  type: string;
}

/** A question about a position, with its answers. */
export interface QuestionData {
  answers: string[];
  question: string;
}

/** The trees of a search, pass by pass. Scores, windows and bounds are from the view of the side to move at the root, as textbooks draw them: that side maximizes at the root, the other side minimizes one ply below, and so on. ``` use plywood_catalog::{Catalog, RecordedSearch}; use plywood_search::{Limits, TreeRecorder}; let trees = Catalog::written_tree(); let mut recorder = TreeRecorder::new(100); let mut search = trees.contender("alpha-beta")?.strategy(0); search.search_observed(trees.start(), &Limits::depth(2), &mut recorder); let recorded = RecordedSearch::new(&trees, trees.start(), &recorder); let [tree] = recorded.passes.as_slice() else { panic!("one pass") }; assert_eq!((tree.nodes.len(), tree.unsearched.len()), (11, 2)); assert!(tree.to_svg().starts_with("<svg")); # Ok::<(), plywood_catalog::SpecError>(()) ``` */
export interface RecordedSearch {
  /** How many passes came before those that are here. */
  earlier: number;
  /** The tree of each pass from the root, the last one last: deepening has a pass for each depth, an aspiration window that fails another one, and MTD(f) one for each null window. */
  passes: RecordedTree[];
}

/** The tree of one pass of a search. */
export interface RecordedTree {
  /** The numbers of the nodes of the best line, the root first. */
  best_line: number[];
  /** The number of the pass, its depth and its window. */
  label: string;
  /** The nodes in the order in which the search entered them, so parents come before their children. */
  nodes: TreeNode[];
  /** How many nodes were visited beyond those that are here. */
  omitted: number;
  /** The nodes that the search did not visit, such as those that were cut off; their numbers go on, and they have no scores. There are none if the whole tree would have more than 200 nodes. */
  unsearched: TreeNode[];
}

/** The answer of one strategy, compared with that of the reference. */
export type Row = Compared & Answer & {
  name: string;
};

/** A score: `{"cp": 35}` in centipawns, or `{"mate": 3}` in moves, negative for the side that is mated. A win or loss that no move of the winner ends is counted in plies: `{"won_in": 4}`, `{"lost_in": 0}`. */
export type ScoreData = Record<string, unknown>;

/** A setting of a strategy: `NAME=VALUE`, or `NAME` alone for a switch. */
export interface SettingData {
  /** Whether the number is whole. */
  is_whole: boolean;
  /** `number`, `switch`, `amount` (a switch that may have a number), `choice`, or `without`, which may be given several times. */
  kind: string;
  name: string;
  /** The lowest and the highest number. */
  range: string[] | null;
  /** The value that it has unless another one is given. */
  usual: string | null;
  /** The words of a choice. */
  words: string[];
}

/** How often a side erred. */
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
  /** Nodes at which the rest of the moves was cut off. */
  cutoffs: number;
  /** The depth that was completed, or the ply to which quiescence went below it. */
  deepest_ply: number;
  /** Nodes at which the game was over. */
  endings: number;
  /** Calls of the evaluator. */
  evaluated: number;
  /** Cut-offs by the first move that was tried. The more there are, the better the ordering. */
  first_move_cutoffs: number;
  /** Nodes entered, the root and the quiescence nodes included. */
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
  /** What `name` says, as data. */
  asked: CompositionData;
  /** Whether it makes good use of a time limit alone; others need a depth. */
  deepens: boolean;
  /** The depth that belongs to it, as its author chose it for a published program. */
  depth: number | null;
  /** What it does, in a few words. */
  description: string;
  elo: EloRange | null;
  /** The evaluator that it uses unless another one is named. */
  evaluator: string;
  name: string;
  /** The words that may follow it, as in `alpha-beta+killers+table=16`. */
  parts: string[];
  /** What `spec` says, as data. */
  parts_of: CompositionData;
  /** The settings among these words. */
  settings: SettingData[];
  /** What it is made of, written out. */
  spec: string;
}

/** The strategies of a game. */
export interface StrategyList {
  game: string;
  strategies: StrategyData[];
}

/** What endgame tables know of a position, for its side to move. */
export interface TableData {
  /** All moves, the best first. */
  moves: TableMove[];
  /** `win`, `cursed win`, `draw`, `blessed loss` or `loss`; the fifty-move rule makes a draw of the second and the fourth. */
  result: string;
}

/** A move and what it leads to, for the side that makes it. */
export interface TableMove {
  /** The plies to the next capture, move of a pawn, or mate that keeps the result; negative if the side loses. */
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

/** The trees of a search. Scores, windows and bounds are from the view of the side to move at the root. */
export type TreeAnswer = RecordedSearch & {
  /** What the search found. */
  report: Answer;
};

/** A cut-off: the last move that was tried was too good. */
export interface TreeCut {
  /** The moves there were. */
  of: number;
  /** The moves that were tried. */
  tried: number;
  /** The moves that were not tried, for pages without a server; below the horizon not all of them are known. */
  untried: string[];
}

/** A node of a tree. */
export interface TreeNode {
  /** Whether the node before it is the same one: its move is searched again, with another window. */
  again: boolean;
  /** The lower bound of the window; `null` if it is open. */
  alpha: Record<string, unknown> | null;
  /** The upper bound of the window; `null` if it is open. */
  beta: Record<string, unknown> | null;
  /** The position in lines of text, for pages without a server. */
  board: string | null;
  /** `exact`, `at least` or `at most`: what the score says about the value. */
  bound: string | null;
  cut: TreeCut | null;
  /** The depth that was left. */
  depth: number;
  /** `inner`, `leaf`, `table`; `games`, `proof`, `queued` or `extended` in a tree that the search keeps; or the name of the step that pruned the node; without a score the step skipped the move. */
  kind: string;
  /** The move that led here, as programs write it; `--` for a pass, and `null` for the same position once more. */
  move: string | null;
  /** The number of the node it was reached from. */
  parent: number | null;
  /** How many plies below the root it is. */
  ply: number;
  /** The step of the engine for which it was searched, if that was not to try the move. */
  purpose: string | null;
  /** The move as people write it. */
  san: string | null;
  /** `null` if the search was stopped before the node had a score. */
  score: Record<string, unknown> | null;
  /** The score as people write it; of a tree that the search keeps, what it knows of the node: games and the percent that were won by the side that moved there, its proof and disproof numbers, or its place in the queue of SSS* with the most that it can be worth. */
  score_text: string | null;
  /** How many nodes below it are not part of the tree. */
  unseen: number;
  /** How many nodes minimax visits here and below, down to the same depth; `null` if these are too many to count, or are not searched by minimax. */
  whole: number | null;
}

/** A position, and the strategy whose search is to be recorded. */
export interface TreeRequest {
  /** The evaluator; by default that of the game or of the preset. */
  evaluator?: string | null;
  /** The game; the first one that there is by default. */
  game?: string | null;
  limits?: LimitsRequest;
  /** The moves since then, at most 4,096. */
  moves?: string[];
  /** How many nodes to keep, at most 20,000: those of the last passes, and of a pass the first ones. */
  nodes?: number;
  /** How many plies of the engine's tree to keep, the first position being the first; 4 by default. */
  plies?: number | null;
  /** Where the moves begin; the start of the game by default. */
  position?: string | null;
  /** The seed of random choices, and of the errors of a weaker engine. */
  seed?: number;
  /** The strategy by name, or written out, such as `pvs+captures+table=16+deepening`; by default the strongest of the game. */
  strategy?: string | null;
}

/** A move of a game with variations. */
export interface TriedMove {
  /** The move; `--` is a null move, where the side to move may pass. */
  move: string;
  /** The number of the move before it, from 0; `null` for one from the first position. */
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
  /** The scores of evaluators, by term and by piece, and the answers to ten questions about the position. */
  "/evaluate": {
    method: "POST";
    query: undefined;
    body: EvaluateRequest;
    answer: Evaluation;
  };
  /** The evaluators of a game. */
  "/evaluators": {
    method: "GET";
    query: { game?: string };
    body: undefined;
    answer: EvaluatorList;
  };
  /** A whole game with its variations, in one answer. The request may have 256 KiB. */
  "/game": {
    method: "POST";
    query: undefined;
    body: GameRequest;
    answer: GameTree;
  };
  /** The games that can be played. */
  "/games": {
    method: "GET";
    query: undefined;
    body: undefined;
    answer: Games;
  };
  /** A starting position of Chess960, by number or at random. */
  "/games/chess960/start": {
    method: "GET";
    query: { number?: number };
    body: undefined;
    answer: Start;
  };
  /** The legal moves of a position, how the game stands, and its moves so far. */
  "/legal-moves": {
    method: "POST";
    query: undefined;
    body: LegalMovesRequest;
    answer: PositionData;
  };
  /** Reads every game of a PGN text, with its variations, comments and errors; the engine annotates them if that is wanted. */
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
  /** What an evaluator looks at in any position, as a picture: a network's hidden units as boards. */
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
  /** The strategies of a game, the simplest first; at the end those of published programs. */
  "/strategies": {
    method: "GET";
    query: { game?: string };
    body: undefined;
    answer: StrategyList;
  };
  /** One strategy, which may be written out: what it is made of, and what fits it. */
  "/strategy": {
    method: "GET";
    query: { game?: string; strategy: string; word?: string; values?: string };
    body: undefined;
    answer: StrategyData;
  };
  /** Searches, and returns the nodes of each pass in the order in which they were entered, with windows, scores and cut-offs. */
  "/tree": {
    method: "POST";
    query: undefined;
    body: TreeRequest;
    answer: TreeAnswer;
  };
}
