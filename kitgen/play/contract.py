"""What the house asks of a game, as protocols. A game's rooms are plain modules that keep them.

    games/<slug>/__init__.py  GAME      keeps Game: rules, notation, state
    games/<slug>/diagram.py             keeps Picture: what a step shows, drawn and described
    games/<slug>/reading.py             keeps Reading: what stands in a figure of a finished page
    games/<slug>/facts.py               keeps Facts: the numbers and claims that texts may use
    games/<slug>/practice.py            keeps Practice: questions with one right answer
    games/<slug>/parts.py               keeps Parts: what is cut out (cards, pieces, tokens)

Positions and moves are a game's own frozen values; the house only hands them back. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from kitgen.chance import Chance
    from kitgen.marks import Drawing
    from kitgen.play.seen import Seen

# ---------------------------------------------------------------- rules


@dataclass(frozen=True, slots=True)
class Option:
    """A rule option: its name, default, a reader of its text form and what is accepted, in words.

    `read` takes the text form and returns the typed value, or raises ValueError.
    """

    name: str
    default: Any
    read: Callable[[str], Any]
    accepted: str


@dataclass(frozen=True, slots=True)
class Applied:
    """What a move did: the new position and the effects, as the JSON form prints them.

    `effects` follows "ply", "side" and "move" in the entry of `replay --json` ({"killed": ["C4"]}); None marks a
    move that is no ply (a forced pass that was written down).
    """

    position: Any
    effects: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class RawRecord:
    """A record as read, before any rule: where it begins, its own options, its moves with their lines.

    `line` and each token's line count from 1; a token is text, or a tree for games recorded in YAML. `refused` says why
    the record can't be read, "" where it can: it has no tokens then, and the others of its file are read all the same.
    """

    line: int
    options: Mapping[str, Any]
    tokens: tuple[tuple[int, Any], ...]
    refused: str = ""


class Game(Protocol):
    """A game's rules. Nothing here draws, prints or touches a disk."""

    slug: str
    sides: tuple[str, ...]
    options: tuple[Option, ...]

    def settle(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options, typed, defaults filled in; raises SpecError for unknown or contradicting ones."""

    def start(self, options: Mapping[str, Any]) -> Any:
        """Return the start position for settled options; raises SpecError when they describe none."""

    def to_move(self, position: Any) -> str | None:
        """Return the side that has a move, None when the game is over."""

    def legal(self, position: Any) -> tuple[str, ...]:
        """Return the legal moves in the game's notation, in board order; empty when the game is over."""

    def records(self, text: str) -> Iterable[RawRecord]:
        """Split a file into records; raises Unreadable. Board games use `record.line_records`."""

    def read_move(self, token: Any, position: Any) -> Any:
        """Read one move of the side to move; raises Unreadable."""

    def write_move(self, move: Any) -> Any:
        """Write a move in the notation that `legal` uses. Inverse of `read_move`."""

    def apply(self, position: Any, move: Any) -> Applied:
        """Return what `move` does; raises IllegalMove with the reason, the square and the legal moves."""

    def state(self, position: Any) -> dict[str, Any]:
        """Return what `replay --json` prints after the plies: board, to_move, legal, outcome, and more if any."""

    def score(self, position: Any) -> dict[str, Any]:
        """Return the score as it stands, in the form of the outcome's `score`."""


# ---------------------------------------------------------------- replay


@dataclass(frozen=True, slots=True)
class Step:
    """One ply of a replay; ply 0 is the start. `position` is the one that results."""

    ply: int
    side: str | None
    move: Any
    effects: Mapping[str, Any]
    position: Any


@dataclass(frozen=True)
class Replayed:
    """A record played through: `steps[k]` is the position after ply k."""

    game: Game
    options: Mapping[str, Any]
    steps: tuple[Step, ...]

    @property
    def last(self) -> Step:
        """Return the step that the record ends with."""
        return self.steps[-1]


# ---------------------------------------------------------------- words


class Words(Protocol):
    """A game's labels and phrases in one language."""

    lang: str

    def say(self, key: str, **values: Any) -> str:
        """Return the phrase `key` with its fields filled in; raises SpecError when there is none."""

    def join(self, items: Iterable[str]) -> str:
        """Return a list as the language writes one ('C3, E2')."""


# ---------------------------------------------------------------- pictures


@dataclass(frozen=True, slots=True)
class View:
    """What a figure shows, cell by cell: the common tongue of drawing, alternative text and proof.

    `columns` and `rows` are the labels of the lines shown, left to right and top to bottom as printed. `cells` maps
    the name of each cell that is not empty to its tokens, sorted ("mark A", "number 7", "slash", "killer 10").
    `cut` names the sides at which the board goes on beyond the figure: "left", "right", "top", "bottom".
    `notes` are tokens outside the grid ("to move B").
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: Mapping[str, tuple[str, ...]]
    cut: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """How large a figure is: cells shown, and the fixed space around them in mm.

    Outer width = left + columns * cell + right; outer height = top + rows * cell + bottom.
    """

    columns: int
    rows: int
    left: float
    top: float
    right: float
    bottom: float


class Picture(Protocol):
    """Figures of one game. A view comes from a replay and from nothing else."""

    STYLES: tuple[str, ...]

    def view(self, replayed: Replayed, ply: int, style: str, extra: Mapping[str, Any]) -> View:
        """Return what the figure of `ply` shows in `style`; `extra` holds marks of a question and the like."""

    def frame(self, view: View, labels: bool) -> Frame:
        """Return the space that a drawing of `view` takes, with or without the labels of columns and rows."""

    def draw(self, view: View, cell: float, labels: bool, inks: str) -> Drawing:
        """Return the marks of `view` with cells of `cell` mm; `inks` is "colour", "grey" or "low"."""

    def describe(self, view: View, words: Words) -> str:
        """Return the alternative text: the position in words."""

    def captions(self, replayed: Replayed, ply: int, words: Words) -> tuple[str, ...]:
        """Return what happened up to `ply`, one line an event worth telling."""


class Reading(Protocol):
    """Reads a figure of a finished page. Shares no code with the drawing, nor with the rules."""

    def read(self, seen: Sequence[Seen]) -> View:
        """Return the view that the objects of one figure show; raises ProofFailed for an object it can't explain."""


# ---------------------------------------------------------------- facts, practice, parts


class Facts(Protocol):
    """Numbers and claims that a game's texts may use."""

    def counts(self, options: Mapping[str, Any]) -> Mapping[str, int | float | str]:
        """Return the numbers by name, computed by the engine or a count for settled options.

        A fraction is printed with one decimal, and with the language's decimal mark.
        """

    def claims(self, options: Mapping[str, Any]) -> Mapping[str, Callable[[], bool]]:
        """Return the checks by name; a sentence that rests on one is refused when it returns False."""


@dataclass(frozen=True, slots=True)
class Question:
    """A practice question: a record and ply to show, what is asked, and its one right answer.

    `kind` names the prompt in the words file (`ask_<kind>`); `values` fill its fields; `moves` are in notation.
    `style` and `extra` are those of Picture.view. `answer` is in notation, canonical, and never printed on the sheet.
    `solved` is the style in which a key shows the whole record instead ("" where it shows what the sheet shows).
    """

    kind: str
    level: int
    options: Mapping[str, Any]
    moves: str
    ply: int
    answer: str
    style: str = "position"
    values: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    solved: str = ""


class Practice(Protocol):
    """Makes questions and proves answers; the two share no search."""

    LEVELS: tuple[int, ...]

    def make(self, level: int, chance: Chance, options: Mapping[str, Any]) -> Question:
        """Return a question of `level` found by seeded search."""

    def prove(self, question: Question) -> tuple[str, ...]:
        """Return every right answer of `question`, found by the plain rules; a sound question has exactly one."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing to cut out: `id` unique in the kit, its size in mm, front and back drawn by the kit.

    `copies` is how many are in one set; `back` names the back it shares with its deck ("" for none);
    `faces` is what the front shows, as tokens that the proof reads back, sorted.
    """

    id: str
    width: float
    height: float
    copies: int = 1
    back: str = ""
    faces: tuple[str, ...] = ()


class Desk(Protocol):
    """What a part is drawn with: words, inks, the mark of its set ("" for none), and a setter of short texts."""

    @property
    def words(self) -> Words:
        """Return the kit's words."""

    @property
    def inks(self) -> Inks:
        """Return the name of the inks."""

    @property
    def set_mark(self) -> str:
        """Return the mark of the set that the part belongs to."""

    def width(self, string: str, size: float, weight: str = "regular") -> float:
        """Return the width of `string` in mm at `size` points."""

    def lines(self, string: str, width: float, size: float, weight: str = "regular") -> tuple[str, ...]:
        """Return `string` broken into lines of at most `width` mm; raises DoesNotFit naming a word too wide."""


class Parts(Protocol):
    """What is cut out of a kit's sheets: cards, pieces, tokens."""

    def parts(self, options: Mapping[str, Any]) -> tuple[Part, ...]:
        """Return every part of one set for a sheet's options, in the order of printing."""

    def draw_front(self, part: Part, desk: Desk) -> Drawing:
        """Return the front, exactly the part's size, its set mark on it; raises DoesNotFit naming the part."""

    def draw_back(self, part: Part, desk: Desk) -> Drawing:
        """Return the back with its bleed; `grid` is the part inside it. Backs of one name are all alike."""

    def describe(self, part: Part, words: Words) -> str:
        """Return the front in words."""


class PartReading(Protocol):
    """Reads parts of a finished page; functions of the game's reading room."""

    def read_part(self, seen: Sequence[Seen], words: Words) -> tuple[str, ...]:
        """Return the tokens that a front shows, sorted, with "set N" for a set mark; raises ProofFailed."""

    def read_back(self, seen: Sequence[Seen]) -> str:
        """Return the name of the back that the objects show; raises ProofFailed."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the texts of its head and rows; "" is a cell to write in. `widths` of the columns, relative.

    With `row_heads` the first cell of each row is its heading. `centred` texts stand in the middle of their cells.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...] = ()
    row_heads: bool = False
    centred: bool = False


class Tables(Protocol):
    """Tables that a kit prints: charts that the engine counts, pads to write on."""

    def table(self, name: str, options: Mapping[str, Any], words: Words) -> Table:
        """Return the table `name` for a sheet's options; raises SpecError for an unknown one."""


Inks = Literal["colour", "grey", "low"]
