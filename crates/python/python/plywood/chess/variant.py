"""Says to python-chess's modules that chess and Chess960 are the only variants."""

from plywood.chess import Board

VARIANTS = [Board]


def find_variant(name: str) -> type[Board]:
    """The class of a variant's boards."""
    if any(name.lower() == alias.lower() for alias in Board.aliases):
        return Board
    raise ValueError(f"{name} is not chess: plywood.chess has chess and Chess960 alone")
