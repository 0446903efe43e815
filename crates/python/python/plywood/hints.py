"""The names in plywood for those of python-chess, for error messages."""

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

_MOVE = {"san": "position.san(move)", "lan": "position.san(move)"}

_GAME = {
    "headers": 'game["White"], game.get(name) and game.tags',
    "board": "game.start",
    "end": "game.main_line[-1]",
    "mainline": "game.main_line",
    "mainline_moves": "game.moves",
    "variations": "game.root.continuations",
    "add_variation": "game.root.play(move)",
    "add_main_variation": "game.root.play(move)",
    "comment": "game.root.comments",
    "accept": "str(game)",
    "from_board": "PgnGame.from_history(board.history)",
}

_NODE = {
    "board": "node.position",
    "variations": "node.continuations",
    "variation": "node.continuations[number]",
    "comment": "node.comments",
    "eval": "node.evaluation",
    "add_variation": "node.play(move)",
    "add_main_variation": "node.play(move)",
    "promote_to_main": "node.make_main_line()",
    "is_mainline": "node.is_main_line",
    "is_end": "node.next is None",
    "mainline": "node.next, and so on",
    "remove_variation": "remove() of the node to remove",
}

_MODULE = {
    "pgn": "plywood.PgnReader(path) and plywood.PgnGame(text)",
    "engine": 'plywood.search(board, "uci:cmd=stockfish", time=1) and plywood.match',
    "svg": "board.position.svg()",
    "polyglot": "plywood.Book(path) and board.position.polyglot_key",
    "syzygy": "plywood.Syzygy(path)",
    "gaviota": "plywood.Syzygy(path)",
    "variant": "chess and Chess960 alone",
    "BB_RAYS": "chess.ray(a, b)",
    **{f"BB_{name}_{what}": "board.attacks_mask(square)" for name in ("DIAG", "FILE", "RANK") for what in ("ATTACKS", "MASKS")},
}

_MODULES = {"pgn", "engine", "svg", "polyglot", "syzygy", "gaviota"}

_KEYWORDS = {
    "orientation": 'seen_by="white" or seen_by="black"',
    "lastmove": "last_move=move",
    "check": 'marks={position.king("white"): "red"}',
    "fill": 'marks={"e4": "green"}',
    "squares": 'marks={"e4": "green"}',
}

_INSTEAD = {
    "Position": _POSITION,
    "History": _HISTORY,
    "Move": _MOVE,
    "PgnGame": _GAME,
    "PgnNode": _NODE,
    "plywood.chess": _MODULE,
    "svg": _KEYWORDS,
}


def hint(owner: str, name: str) -> str:
    """The text to add to an error for a name that a class or module lacks. A History has a position."""
    ours, its_position = _INSTEAD[owner].get(name), f"{owner.lower()}.position"
    if ours is None and owner == "History":
        if hasattr(Position, name):
            ours = f"{its_position}.{name}"
        elif "position." in _POSITION.get(name, ""):
            ours = _POSITION[name].replace("position", its_position)
    text = "" if ours is None else f"; here it is {ours}"
    return f"{text}, or python-chess's own module after `import plywood.chess.{name}`" if name in _MODULES else text
