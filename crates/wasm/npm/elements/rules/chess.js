// The rules of chess and Chess960, small enough for a page that shows a board. The tests compare them with the library's.
//
// Squares are numbers from 0 (a1) to 63 (h8); a position is `{ board, isWhite, rooks, passed, half, full }`, with a letter or "" on each
// square, the rooks that may castle, and the square on which a pawn can be captured in passing, or -1.

const LINES = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const DIAGONALS = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
const LEAPS = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
const STEPS = { N: LEAPS, B: DIAGONALS, R: LINES, Q: [...LINES, ...DIAGONALS], K: [...LINES, ...DIAGONALS] };
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PLAYERS = ["white", "black"];

const fileOf = (square) => square & 7;
const rankOf = (square) => square >> 3;
const nameOf = (square) => "abcdefgh"[fileOf(square)] + (rankOf(square) + 1);
const numberOf = (name) => (/^[a-h][1-8]$/.test(name) ? "abcdefgh".indexOf(name[0]) + 8 * (name[1] - 1) : -1);
const isWhite = (piece) => piece < "a";
const isOf = (white, piece) => piece !== "" && isWhite(piece) === white;
const colored = (white, kind) => (white ? kind : kind.toLowerCase());
const kindOf = (piece) => piece.toUpperCase();
const player = (white) => PLAYERS[white ? 0 : 1];
const capital = (white) => (white ? "White" : "Black");

/** The square some files and ranks on, or -1 outside the board. */
function beside(square, [right, up]) {
  const [file, rank] = [fileOf(square) + right, rankOf(square) + up];
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : file + 8 * rank;
}

/** The squares that a piece attacks. */
function attacks(board, from) {
  const kind = kindOf(board[from]);
  if (kind === "P") return [-1, 1].map((right) => beside(from, [right, isWhite(board[from]) ? 1 : -1])).filter((to) => to >= 0);
  const found = [];
  for (const step of STEPS[kind]) {
    for (let to = beside(from, step); to >= 0; to = beside(to, step)) {
      found.push(to);
      if (board[to] !== "" || "NK".includes(kind)) break;
    }
  }
  return found;
}

const isAttacked = (board, square, white) => board.some((piece, from) => isOf(white, piece) && attacks(board, from).includes(square));
const kingOf = (board, white) => board.indexOf(colored(white, "K"));
const isChecked = ({ board, isWhite: white }) => isAttacked(board, kingOf(board, white), !white);

/** The moves of a position, `{ from, to, promotion, castling, isPassing }`; the king castles to its rook. */
function legal(position) {
  const isSafe = (move) => {
    const { board } = moved(position, move);
    return !isAttacked(board, kingOf(board, position.isWhite), !position.isWhite);
  };
  return [...tries(position)].filter(isSafe);
}

function* tries(position) {
  const { board, isWhite: white } = position;
  for (let from = 0; from < 64; from += 1) {
    if (!isOf(white, board[from])) continue;
    if (kindOf(board[from]) === "P") yield* pawnMoves(position, from);
    else for (const to of attacks(board, from)) if (!isOf(white, board[to])) yield { from, to };
  }
  for (const rook of position.rooks) if (isOf(white, board[rook]) && mayCastle(position, rook)) yield { from: kingOf(board, white), to: rook, castling: landing(position, rook) };
}

function* pawnMoves({ board, isWhite: white, passed }, from) {
  const [up, last] = white ? [8, 7] : [-8, 0];
  const targets = attacks(board, from).filter((to) => isOf(!white, board[to]) || to === passed);
  if (board[from + up] === "") targets.push(from + up);
  if (board[from + up] === "" && rankOf(from) === (white ? 1 : 6) && board[from + 2 * up] === "") targets.push(from + 2 * up);
  for (const to of targets) {
    if (rankOf(to) === last) for (const promotion of "QRBN") yield { from, to, promotion };
    else yield { from, to, isPassing: to === passed && fileOf(to) !== fileOf(from) };
  }
}

/** Where king and rook arrive when they castle. */
function landing({ board, isWhite: white }, rook) {
  const first = white ? 0 : 56;
  return rook > kingOf(board, white) ? { king: first + 6, rook: first + 5 } : { king: first + 2, rook: first + 3 };
}

const between = (one, other) => Array.from({ length: Math.abs(one - other) + 1 }, (_, index) => Math.min(one, other) + index);

function mayCastle(position, rook) {
  const { board, isWhite: white } = position;
  const [king, to] = [kingOf(board, white), landing(position, rook)];
  const isFree = (square) => board[square] === "" || square === king || square === rook;
  return [...between(king, to.king), ...between(rook, to.rook)].every(isFree) && between(king, to.king).every((square) => !isAttacked(board, square, !white));
}

/** The square of the piece that a move captures, or -1. */
const capturedOn = ({ board, isWhite: white }, { to, castling, isPassing }) => (castling ? -1 : isPassing ? to - (white ? 8 : -8) : board[to] === "" ? -1 : to);

/** The position after a move. */
function moved(position, move) {
  const { isWhite: white, rooks, half, full } = position;
  const { from, to, promotion, castling } = move;
  const board = [...position.board];
  const [piece, taken] = [board[from], capturedOn(position, move)];
  if (taken >= 0) board[taken] = "";
  board[from] = "";
  if (castling) {
    const rook = board[to];
    board[to] = "";
    board[castling.king] = piece;
    board[castling.rook] = rook;
  } else {
    board[to] = promotion ? colored(white, promotion) : piece;
  }
  const isPawn = kindOf(piece) === "P";
  const left = rooks.filter((rook) => rook !== from && rook !== to && !(kindOf(piece) === "K" && isOf(white, position.board[rook])));
  const passed = isPawn && Math.abs(to - from) === 16 ? (from + to) / 2 : -1;
  return { board, isWhite: !white, rooks: left, passed, half: isPawn || taken >= 0 ? 0 : half + 1, full: full + (white ? 0 : 1) };
}

/** The position after a move, in which a pawn that can't be captured in passing is like any other. */
function after(position, move) {
  const next = moved(position, move);
  return next.passed >= 0 && !legal(next).some(({ isPassing }) => isPassing) ? { ...next, passed: -1 } : next;
}

/** The name of a move as people write it. */
function san(position, move, moves) {
  const { board } = position;
  const { from, to, promotion, castling } = move;
  const next = moved(position, move);
  const check = isChecked(next) ? (legal(next).length > 0 ? "+" : "#") : "";
  if (castling) return `${to > from ? "O-O" : "O-O-O"}${check}`;
  const kind = kindOf(board[from]);
  const takes = capturedOn(position, move) >= 0 ? "x" : "";
  const end = `${takes}${nameOf(to)}${promotion ? `=${promotion}` : ""}${check}`;
  if (kind === "P") return `${takes && "abcdefgh"[fileOf(from)]}${end}`;
  const others = moves.filter((other) => other.to === to && other.from !== from && board[other.from] === board[from] && !other.castling);
  const same = (part) => others.some((other) => part(other.from) === part(from));
  const name = nameOf(from);
  return `${kind}${others.length === 0 ? "" : !same(fileOf) ? name[0] : !same(rankOf) ? name[1] : name}${end}`;
}

/** A move as programs write it. */
const uci = ({ from, to, promotion, castling }, takesRook) => nameOf(from) + nameOf(takesRook ? to : (castling?.king ?? to)) + (promotion?.toLowerCase() ?? "");

function describe(position, move, moves) {
  const { board } = position;
  const { from, to, promotion, castling } = move;
  const [start, target, landed] = [from, to, castling?.king ?? to].map(nameOf);
  const taken = capturedOn(position, move);
  const isStep = Math.abs(fileOf(from) - fileOf(castling?.king ?? to)) <= 1;
  return {
    san: san(position, move, moves),
    from: start,
    to: landed,
    clicks: [[start], castling && target !== landed && !isStep ? [target, landed] : [target]],
    piece: board[from],
    captured: taken < 0 ? null : board[taken],
    captured_on: taken < 0 ? null : nameOf(taken),
    promotion: promotion?.toLowerCase() ?? null,
    castling: castling ? { king_to: landed, rook_from: target, rook_to: nameOf(castling.rook) } : null,
  };
}

/** The outermost rook on one side of a king on its first rank, or -1. */
function outermost(board, white, isKingside) {
  const king = kingOf(board, white);
  const rank = between(white ? 0 : 56, white ? 7 : 63).filter((square) => board[square] === colored(white, "R") && square > king === isKingside);
  return (isKingside ? rank.at(-1) : rank[0]) ?? -1;
}

function read(text) {
  const [rows = "", turn = "w", rights = "-", passing = "-", half = "0", full = "1"] = text.trim().split(/\s+/);
  const ranks = rows.split("/");
  if (ranks.length !== 8) throw new Error(`board: expected 8 ranks, found ${ranks.length} in "${rows}"`);
  const board = ranks.reverse().flatMap((row, rank) => {
    const squares = [...row].flatMap((letter) => {
      if (/[1-8]/.test(letter)) return Array(Number(letter)).fill("");
      if (/[pnbrqk]/i.test(letter)) return [letter];
      throw new Error(`board: '${letter}' on rank ${rank + 1} is neither a piece nor a digit from 1 to 8 in "${row}"`);
    });
    if (squares.length !== 8) throw new Error(`board: expected 8 files on rank ${rank + 1}, found ${squares.length} in "${row}"`);
    return squares;
  });
  if (!["w", "b"].includes(turn)) throw new Error(`side to move: expected "w" or "b", found "${turn}"`);
  if (!/^(-|[a-hkq]{1,4})$/i.test(rights)) throw new Error(`castling rights: expected "-" or letters as in "KQkq" or "HAha", each once, found "${rights}"`);
  if (passing !== "-" && numberOf(passing) < 0) throw new Error(`en passant square: expected "-" or a square, found "${passing}"`);
  if (![half, full].every((number) => /^\d{1,5}$/.test(number))) throw new Error(`clocks: expected two numbers, found "${half} ${full}"`);
  const position = { board, isWhite: turn === "w", rooks: [], passed: -1, half: Number(half), full: Math.max(1, Number(full)) };
  refuse(position);
  return { ...position, rooks: rooksOf(board, rights), passed: passedOf(position, numberOf(passing)) };
}

/** Refuses positions that no game has. */
function refuse({ board, isWhite: white }) {
  for (const side of [true, false]) {
    const count = (letter) => board.filter((piece) => piece === colored(side, letter)).length;
    if (count("K") !== 1) throw new Error(`${capital(side)} has ${count("K") || "no"} king${count("K") ? "s" : ""}`);
    if (count("P") > 8) throw new Error(`${capital(side)} has ${count("P")} pawns, but a side begins with 8`);
    const pieces = board.filter((piece) => isOf(side, piece)).length;
    if (pieces > 16) throw new Error(`${capital(side)} has ${pieces} pieces, but a side begins with 16`);
  }
  const edge = board.flatMap((piece, square) => (kindOf(piece) === "P" && [0, 7].includes(rankOf(square)) ? [nameOf(square)] : []));
  if (edge.length > 0) throw new Error(`no pawn can be on ${edge.join(" and ")}`);
  if (isAttacked(board, kingOf(board, !white), white)) throw new Error(`${capital(!white)} has just moved, but its king is attacked`);
}

/** The rooks that may castle; rights that can't be are dropped. */
function rooksOf(board, rights) {
  const rook = (letter) => {
    const white = isWhite(letter);
    const king = kingOf(board, white);
    if (rankOf(king) !== (white ? 0 : 7)) return -1;
    const side = "QK".indexOf(letter.toUpperCase());
    return side >= 0 ? outermost(board, white, side === 1) : "ABCDEFGH".indexOf(letter.toUpperCase()) + (white ? 0 : 56);
  };
  const found = [...rights.replace("-", "")].map((letter) => [letter, rook(letter)]);
  return found.filter(([letter, square]) => square >= 0 && board[square] === colored(isWhite(letter), "R")).map(([, square]) => square);
}

/** The square past which a pawn has just gone, if it can be captured there. */
function passedOf(position, square) {
  const { board, isWhite: white } = position;
  const up = white ? 8 : -8;
  const isPast = square >= 0 && rankOf(square) === (white ? 5 : 2) && board[square] === "" && board[square + up] === "" && board[square - up] === colored(!white, "P");
  return isPast && legal({ ...position, passed: square }).some(({ isPassing }) => isPassing) ? square : -1;
}

function write({ board, isWhite: white, rooks, passed, half, full }, isKey = false) {
  const rows = Array.from({ length: 8 }, (_, row) => {
    const rank = board.slice(8 * (7 - row), 8 * (8 - row)).map((piece) => piece || ".");
    return rank.join("").replace(/\.+/g, ({ length }) => length);
  });
  const right = (square) => {
    const side = isWhite(board[square]);
    const isKingside = square > kingOf(board, side);
    return colored(side, outermost(board, side, isKingside) === square ? "QK"[Number(isKingside)] : "ABCDEFGH"[fileOf(square)]);
  };
  const sorted = rooks.toSorted((one, other) => (one >> 3) - (other >> 3) || other - one);
  const shown = [rows.join("/"), white ? "w" : "b", sorted.map(right).join("") || "-", passed < 0 ? "-" : nameOf(passed)];
  return (isKey ? shown : [...shown, half, full]).join(" ");
}

/** True if neither side could ever mate. */
function isDead({ board }) {
  const pieces = board.flatMap((piece, square) => (piece === "" || kindOf(piece) === "K" ? [] : [[kindOf(piece), (fileOf(square) + rankOf(square)) % 2]]));
  return pieces.every(([kind, shade]) => kind === "B" && shade === pieces[0][1]) || (pieces.length === 1 && pieces[0][0] === "N");
}

function outcome(position, moves, seen) {
  if (moves.length === 0) return isChecked(position) ? { winner: player(!position.isWhite), reason: "checkmate" } : { winner: null, reason: "stalemate" };
  if (isDead(position)) return { winner: null, reason: "insufficient material" };
  if (position.half >= 150) return { winner: null, reason: "seventy-five moves without a capture or a pawn move" };
  return seen >= 5 ? { winner: null, reason: "fivefold repetition" } : null;
}

function claim({ half }, seen) {
  if (seen >= 3) return "threefold repetition";
  return half >= 100 ? "fifty moves without a capture or a pawn move" : null;
}

/** Chess, or Chess960, which writes castling as the king taking its rook. */
const chess = (takesRook) => ({
  players: PLAYERS,
  grid: { columns: 8, rows: 8, color: null, pictures: {} },
  start: START,
  read,
  write,
  key: (position) => write(position, true),
  side: (position) => (position.isWhite ? 0 : 1),
  cells: ({ board }) => Object.fromEntries(board.flatMap((piece, square) => (piece ? [[nameOf(square), piece]] : []))),
  moves: (position) => {
    const moves = legal(position);
    return moves.map((move) => ({ move: uci(move, takesRook), after: () => after(position, move), data: () => describe(position, move, moves) }));
  },
  /** True if a text names a move as people do, or castling as the other game does. */
  isNamed: ({ san: name, from, castling }, text) => {
    const bare = (name) => name.replaceAll("0", "O").replace(/[+#!?=]/g, "");
    return bare(name) === bare(text) || (castling !== null && [castling.rook_from, castling.king_to].some((to) => `${from}${to}` === text));
  },
  check: (position) => (isChecked(position) ? nameOf(kingOf(position.board, position.isWhite)) : null),
  outcome,
  claim,
});

export default { chess: chess(false), chess960: chess(true) };
