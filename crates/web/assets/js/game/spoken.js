// Squares and moves in words, for screen readers.

import { capitalized } from "../score.js";

const KINDS = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

const CHESS = { isChess: true };

/** The title of a picture, which names the piece. */
export const titleOfPicture = (svg) => svg?.match(/<title>([^<]*)<\/title>/)?.[1];

/** The name of a piece: `white knight`; on the boards of other games the title of its picture, or its letter. */
export function spokenPiece(letter, { isChess, pictures } = CHESS) {
  const kind = isChess ? KINDS[letter.toLowerCase()] : undefined;
  if (kind === undefined) return titleOfPicture(pictures?.[letter]) ?? letter;
  return `${letter === letter.toUpperCase() ? "white" : "black"} ${kind}`;
}

/** A square and its piece: `e4, white pawn`. */
export function spokenSquare(square, letter, grid = CHESS) {
  return `${square}, ${letter ? spokenPiece(letter, grid) : "empty"}`;
}

/** A move in words: `knight g1 to f3`, `pawn e5 takes pawn d6, promotes to queen`. */
export function spokenMove(move) {
  if (!move.piece) return move.san ?? move.move;
  if (move.castling) return `castles ${move.castling.king_to[0] === "g" ? "king side" : "queen side"}`;
  const piece = KINDS[move.piece?.toLowerCase()] ?? "piece";
  const captured = move.captured ? ` takes ${KINDS[move.captured.toLowerCase()]} ` : " to ";
  const passing = move.captured_on && move.captured_on !== move.to ? " en passant" : "";
  const promotion = move.promotion ? `, promotes to ${KINDS[move.promotion.toLowerCase()]}` : "";
  return `${piece} ${move.from}${captured}${move.to}${passing}${promotion}`;
}

/** The parts of a chess move's usual notation: piece, `x` for a capture, square, promotion. */
const partsOf = (san) => san.match(/^([KQRBN])?.*?(x)?([a-h][1-8])(?:=([QRBN]))?[+#]?$/)?.slice(1) ?? [];

/** A chess move in words, from its usual notation: `rook takes on c8`, `pawn to d3`. */
export function chessWords(san) {
  const [piece = "P", takes, to, promotion] = partsOf(san);
  if (to === undefined) return san.startsWith("O-O") ? `castles ${san.startsWith("O-O-O") ? "queen side" : "king side"}` : san;
  return `${KINDS[piece.toLowerCase()]} ${takes ? "takes on" : "to"} ${to}${promotion ? `, becoming a ${KINDS[promotion.toLowerCase()]}` : ""}`;
}

/** A chess move as a picture of its piece and the square: `♖×c8`. */
export function chessSign(san, isWhite) {
  const [piece = "P", takes, to] = partsOf(san);
  return to === undefined ? san : `${(isWhite ? "♔♕♖♗♘♙" : "♚♛♜♝♞♟")["KQRBNP".indexOf(piece)]}${takes ? "×" : ""}${to}`;
}

/** The point of view of a game's scores, unless noted otherwise. */
export const viewOf = ({ players }) => `Scores are from ${capitalized(players[0])}'s view.`;

/** The announcement of a move: who moved, how, and what follows from it. */
export function spokenTurn(side, move, answer) {
  const check = answer?.check && !answer.outcome ? " Check." : "";
  const end = answer?.outcome ? ` ${answer.outcome.text}` : "";
  return `${capitalized(side)}: ${spokenMove(move)}.${check}${end}`;
}

/** All pieces and their squares: `White: king e1, pawns a2 b2. Black: king e8.` */
export function spokenBoard(pieces, grid = CHESS) {
  const sides = new Map();
  for (const [square, letter] of [...pieces].sort()) {
    const kind = grid.isChess ? KINDS[letter.toLowerCase()] : undefined;
    const side = kind === undefined ? spokenPiece(letter, grid) : letter === letter.toUpperCase() ? "White" : "Black";
    const kinds = sides.get(side) ?? new Map();
    kinds.set(kind ?? "", [...(kinds.get(kind ?? "") ?? []), grid.names?.[0][square] ?? square]);
    sides.set(side, kinds);
  }
  if (sides.size === 0) return "The board is empty.";
  const order = Object.values(KINDS);
  const byKind = ([one], [other]) => order.indexOf(one) - order.indexOf(other);
  const list = (kinds) => [...kinds].sort(byKind).map(([kind, squares]) => `${kind}${kind && squares.length > 1 ? "s" : ""} ${squares.join(" ")}`.trim());
  return [...sides].sort().reverse().map(([side, kinds]) => `${side}: ${list(kinds).join(", ")}.`).join(" ");
}
