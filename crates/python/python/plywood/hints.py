"""What the names of python-chess are called here, for the error of whoever tries them."""

from __future__ import annotations

from plywood._plywood import Position

_POSITION = {
    "push": "position.play(move), which returns the next position; plywood.chess.Board has push and pop",
    "pop": "the earlier position, which is still there; plywood.chess.Board has push and pop",
    "push_san": "position.play(text)",
    "push_uci": "position.play(text)",
    "parse_san": "position.move(text)",
    "parse_uci": "position.move(text)",
    "move_stack": "history.moves of a History",
    "is_game_over": "position.outcome() is not None",
    "result": "position.outcome()",
    "can_claim_draw": "history.claim() of a History",
    "can_claim_threefold_repetition": "history.claim() of a History",
    "is_repetition": "history.occurrences() of a History",
    "ep_square": "position.en_passant",
    "has_legal_en_passant": "position.en_passant",
    "castling_rights": "position.castling",
    "castling_xfen": "position.castling",
    "has_castling_rights": "position.castling",
    "has_kingside_castling_rights": "position.castling",
    "has_queenside_castling_rights": "position.castling",
    "chess960_pos": "position.chess960_number",
    "is_attacked_by": "position.attackers(square, side)",
    "is_pinned": "square in position.pinned()",
    "pin": "position.pinned()",
    "generate_legal_moves": "position.legal_moves()",
    "generate_legal_captures": 'position.moves("captures")',
    "pseudo_legal_moves": "position.legal_moves()",
    "piece_map": "position.pieces()",
    "pieces_mask": "position.bitboard(piece)",
    "occupied": "position.bitboard(piece)",
    "piece_type_at": "position.piece_at(square)",
    "color_at": "position.piece_at(square)",
    "variation_san": "position.san_line(moves)",
    "board_fen": "position.fen",
    "unicode": "position.text(figurines=True)",
    "set_fen": "Position(fen)",
    "copy": "the position itself, which never changes",
    "is_valid": "always so: Position(fen) refuses any other",
    "status": "always valid: Position(fen) refuses any other",
}

_HISTORY = {
    "pop": "history.undo()",
    "push_san": "history.push(text)",
    "push_uci": "history.push(text)",
    "move_stack": "history.moves",
    "peek": "history[-1]",
    "ply": "len(history)",
    "copy": "copy.copy(history)",
    "root": "history.positions[0]",
    "is_game_over": "history.outcome() is not None",
    "result": "history.outcome()",
    "is_repetition": "history.occurrences()",
    "can_claim_draw": "history.claim()",
    "can_claim_threefold_repetition": "history.claim()",
    "variation_san": "str(history)",
}

_BOARD = {
    "pseudo_legal_moves": "board.legal_moves",
    "set_piece_at": "Board(fen)",
    "remove_piece_at": "Board(fen)",
    "set_fen": "Board(fen)",
    "lan": "board.san(move)",
    "transform": "board.position.mirror() and board.position.flip_colors()",
    "is_variant_end": "board.outcome()",
    "is_valid": "always so: Board(fen) refuses any other",
    "status": "always valid: Board(fen) refuses any other",
    "empty": "Board(fen) of a legal position",
    "clear": "Board(fen) of a legal position",
    "from_epd": "Board(plywood.Epd(text).position)",
    "from_chess960_pos": "Board(plywood.Position.chess960(number), chess960=True)",
    "epd": "board.fen()",
    "mirror": "Board(board.position.flip_colors())",
    "is_fivefold_repetition": "board.is_repetition(5)",
    "is_seventyfive_moves": "board.halfmove_clock >= 150",
    "can_claim_threefold_repetition": "board.can_claim_draw()",
    "attacks": "board.attackers(color, square), asked of the other square",
}

_MOVE = {"xboard": "str(move)", "san": "position.san(move)", "lan": "position.san(move)"}

_MODULE = {
    "pgn": "plywood.PgnReader(path) and plywood.PgnGame(text)",
    "engine": 'plywood.search(board, "uci:cmd=stockfish", time=1) and plywood.match',
    "svg": "board.position.svg()",
    "polyglot": "plywood.Book(path) and board.position.polyglot_key",
    "syzygy": "plywood.Syzygy(path)",
    "SquareSet": "a set of squares, and board.position.bitboard(piece)",
    "Termination": "board.outcome().termination, a text",
    "STARTING_BOARD_FEN": "Board().board_fen()",
    "UNICODE_PIECE_SYMBOLS": "board.position.text(figurines=True)",
    "square_distance": "max(abs(file - other_file), abs(rank - other_rank))",
    "square_mirror": "square ^ 56",
    "BaseBoard": "Board(fen)",
}

_INSTEAD = {"Position": _POSITION, "History": _HISTORY, "Board": _BOARD, "Move": _MOVE, "plywood.chess": _MODULE}


def hint(owner: str, name: str) -> str:
    """What an error adds that says that a class or a module does not have a name. A History and a Board have a position."""
    ours, its_position = _INSTEAD[owner].get(name), f"{owner.lower()}.position"
    if ours is None and owner in ("History", "Board"):
        if hasattr(Position, name):
            ours = f"{its_position}.{name}"
        elif "position." in _POSITION.get(name, ""):
            ours = _POSITION[name].replace("position", its_position)
    return "" if ours is None else f"; here it is {ours}"
