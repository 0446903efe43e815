"""python-chess's module `chess.polyglot`, on plywood's board. A program that imports it is bound by python-chess's license, the GPL."""

from typing import TYPE_CHECKING, Any

from plywood.chess import _theirs

_theirs.load(__name__)

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
