"""Right answers of practice questions by the plain rules: every slide is tried with engine.py, no bits, no solver.

Knows how each kind of question defines its answer; does not know how questions are found, nor how they are worded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kitgen.games.tafl.engine import Move, Position, all_slides, is_edge, played, slides, taken, write

Ends = tuple[int, int]


def right_answers(kind: str, position: Position) -> tuple[str, ...]:
    """Return every right answer of a question of `kind` about `position`, with captures, in board order.

    A question whose premise is false has none: another side to move, or K free sooner than the question says.
    Raises KeyError for an unknown kind.
    """
    side, find = _KINDS[kind]
    if position.result or position.side != side:
        return ()
    return tuple(write(Move(*ends, taken(position.board, *ends))) for ends in find(position))


def _tried(position: Position) -> Iterator[tuple[Ends, Position]]:
    """Yield each legal slide with the position after it."""
    if not position.result:
        yield from ((ends, played(position, *ends)) for ends in all_slides(position.board, position.side))


def _king_takers(position: Position) -> Iterator[Ends]:
    return (ends for ends, after in _tried(position) if after.result == ("attackers", "king_taken"))


def _captures(position: Position) -> Iterator[Ends]:
    return (ends for ends, _ in _tried(position) if taken(position.board, *ends))


def _safe(position: Position) -> Iterator[Ends]:
    """Yield the slides after which the other side has none that wins at once."""
    for ends, after in _tried(position):
        if not any(last.result and last.result[0] == after.side for _, last in _tried(after)):
            yield ends


def _escapes_in(turns: int) -> Callable[[Position], Iterator[Ends]]:
    def find(position: Position) -> Iterator[Ends]:
        line = _Escape()
        if turns > 1 and line.is_forced(position, turns - 1):
            return
        yield from (ends for ends, after in _tried(position) if line.is_free(after, turns - 1))

    return find


class _Escape:
    """Whether K reaches the edge within a number of its side's turns, whatever the attackers do.

    Remembers what it found, and tries first the slide that last stopped K.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], bool] = {}
        self._stopper: dict[int, Ends] = {}

    def is_forced(self, position: Position, turns: int) -> bool:
        """Return whether the K side, to move, brings K to the edge within `turns` turns."""
        king = position.board.find("K")
        if king < 0 or turns < 1:
            return False
        if any(map(is_edge, slides(position.board, king))):
            return True
        return turns > 1 and any(self.is_free(after, turns - 1) for _, after in _tried(position))

    def is_free(self, position: Position, turns: int) -> bool:
        """Return whether K, with the attackers to move, reaches the edge within `turns` turns or has done so."""
        if position.result:
            return position.result == ("king", "escape")
        if turns < 1:
            return False
        key = position.board, turns
        if key not in self._known:
            self._known[key] = not self._is_stopped(position, turns)
        return self._known[key]

    def _is_stopped(self, position: Position, turns: int) -> bool:
        ends = list(all_slides(position.board, position.side))
        ends.sort(key=lambda pair: pair != self._stopper.get(turns))
        for pair in ends:
            after = played(position, *pair)
            if after.result or not self.is_forced(after, turns):
                self._stopper[turns] = pair
                return True
        return False


_KINDS: dict[str, tuple[str, Callable[[Position], Iterator[Ends]]]] = {
    "escape_1": ("king", _escapes_in(1)),
    "escape_2": ("king", _escapes_in(2)),
    "escape_3": ("king", _escapes_in(3)),
    "take": ("attackers", _king_takers),
    "capture_king": ("king", _captures),
    "capture_attackers": ("attackers", _captures),
    "safe_king": ("king", _safe),
    "safe_attackers": ("attackers", _safe),
}
