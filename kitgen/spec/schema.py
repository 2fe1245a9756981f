"""The whole grammar of a layout, on one screen. Unknown fields are refused; a JSON Schema is made from these.

Lengths are text with a unit ("12mm"); a record is "name@ply", and names may hold {option} fields. Knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

Slug = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,30}$")]
Lang = Literal["en", "es", "zh-Hans"]
Length = Annotated[
    str, Meta(pattern=r"^\d+(\.\d+)?\s*(mm|cm|in|pt)$", description="a number and a unit: mm, cm, in, pt")
]
RecordRef = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_{}-]+@(\d+|end)$", description="record@ply, or record@end")]
GridShape = Annotated[str, Meta(pattern=r"^[1-9]x[1-9]$", description="columns x rows, such as 2x2")]
Ages = Annotated[
    str, Meta(pattern=r"^[1-9][0-9]?(\+|[-–][1-9][0-9]?)$", description="text of years, such as 8+ or 8-12")
]
Count = Annotated[int, Meta(ge=1, le=60)]
Points = Annotated[float, Meta(ge=8, le=30, description="type size in points, 8 or more")]
Value = int | str
MAX_NUMBER = 31  # of kits in sheet codes


class Closed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A struct that refuses fields it does not know."""


class Foreign(Closed, frozen=True):
    """A name in another language that stands on every sheet."""

    text: str
    lang: Lang


class Facts(Closed, frozen=True):
    """What a teacher plans with. `house` names the facts that the source of the game does not give.

    `minutes` of a game; `explain`: minutes before the first one. `group` is the number of players that is best (0: the
    most). Who is `left_over` when groups are full joins one as a partner, or observes. `seconds_a_cut`: of a straight
    cut across a page. `boards_a_sheet` games are played on a sheet, where they use it up.
    """

    players: tuple[int, int]
    minutes: tuple[int, int]
    ages: Ages
    used_up: bool = False
    boards_a_sheet: int = 1
    house: list[str] = []
    group: Annotated[int, Meta(ge=0, le=60)] = 0
    explain: Annotated[int, Meta(ge=0, le=120)] = 10
    left_over: Literal["joins", "observes"] = "joins"
    seconds_a_cut: Annotated[int, Meta(ge=1, le=600)] = 15


class Supply(Closed, frozen=True):
    """How many of a sheet a class needs: one `per` pupil, player, group, pupil left over, or class; or none. Of what
    is kept, players have one each at a time; the teacher is one where a game lacks pupils.

    `games`: how many games use a copy up; 0: it is kept, and serves again. `note` is a key of the kit's words: what a
    plan says of it, as that something of one's own serves as well.
    """

    per: Literal["pupil", "player", "group", "left_over", "class", "none"]
    games: Annotated[int, Meta(ge=0, le=99)] = 0
    note: str = ""


class Option(Closed, frozen=True):
    """A sheet option: the values it takes, the default. One that the game has too is a rule option as well."""

    choices: Annotated[list[Value], Meta(min_length=1, max_length=32)]
    default: Value


class Boards(Closed, frozen=True):
    """A grid of equal boards, as large as the page allows. `min_cell` by "paper" or "paper/size".

    `score` names sides: a line to `write` on stands under each board for each of them.
    """

    grid: GridShape
    record: RecordRef
    style: str = "position"
    name: str = ""
    score: list[str] = []
    write: Length = "14mm"
    min_cell: dict[str, Length] = {}


class Panel(Closed, frozen=True):
    """A tinted panel: a figure on the left, sections of text beside it. `cell` is the figure's, by paper or "*".

    Under the figure stands what happened up to its ply, unless `captions` is false.
    """

    record: RecordRef
    style: str
    heading: str
    sections: list[str]
    cell: dict[str, Length]
    size: Points = 9.0
    window: bool = True
    captions: bool = True


class Prose(Closed, frozen=True):
    """Sections of the rules text, flowing over columns and pages; figures stand in rows.

    Type shrinks from `size` to `floor`, figures grow from `figure` to `figure_most`, as the sheet's pages allow.
    """

    sections: list[str]
    size: Points = 10.5
    floor: Points = 8.0
    figure: Length = "36mm"
    figure_most: Length | None = None
    columns: Annotated[int, Meta(ge=1, le=3)] = 1


class FactStrip(Closed, frozen=True):
    """One line of the kit's facts: players, minutes, ages, materials."""

    materials: str = ""


class Questions(Closed, frozen=True):
    """Practice questions at the sheet's level, a figure and an answer line each; `bare`: the figures alone.

    `levels` are sections of the text, one for each level: the questions of a level then stand in a column under it.
    `grids` gives the grid by the value of the option `level`. `room` is the game's room that makes them. A key shows a
    question solved where the game has a figure for that.
    """

    grid: GridShape
    grids: dict[str, GridShape] = {}
    answers: bool = False
    min_cell: Length = "5mm"
    levels: list[str] = []
    bare: bool = False
    room: Slug = "practice"

    def shape(self, options: Mapping[str, object]) -> tuple[int, int]:
        """Return how many columns and rows of questions there are with a sheet's settled `options`."""
        columns, rows = self.grids.get(str(options.get("level", "")), self.grid).split("x")
        return int(columns), int(rows)


class Cutouts(Closed, frozen=True):
    """Parts to cut out, in slots. `parts` are ids or beginnings of ids (none: all); no `grid`: as many as fit.

    `grids` gives the grid by the value of the option `up`. Cards need the page's height, so they may go without head.
    The sheet options backs, flip, gap and guides, where there are some, say how they are printed. `fits` names the
    sheet whose board the parts are laid on: its least cell must leave `spare`. Pieces bear the number of their set
    where several are printed, unless they are not `marked`: then any of them serves anybody.
    """

    parts: list[str] = []
    grid: GridShape | None = None
    grids: dict[str, GridShape] = {}
    head: bool = True
    fits: str = ""
    spare: Length = "2mm"
    marked: bool = True


class TableBlock(Closed, frozen=True):
    """A table of the game's, by `name`, in `across` columns of rows; `row` is the height of a row.

    `times` prints it several times down the page, for pads. With `stretch` rows share the height that the page leaves.
    """

    name: str
    across: Annotated[int, Meta(ge=1, le=8)] = 1
    times: Annotated[int, Meta(ge=1, le=12)] = 1
    row: Length = "6mm"
    size: Points = 9.0
    heading: str = ""
    stretch: bool = False


class Block(Closed, frozen=True):
    """One block of a sheet: exactly one of these keys."""

    boards: Boards | None = None
    panel: Panel | None = None
    prose: Prose | None = None
    facts: FactStrip | None = None
    questions: Questions | None = None
    cutouts: Cutouts | None = None
    table: TableBlock | None = None


class Sheet(Closed, frozen=True):
    """One sheet. `host` sheets never share a file with players' ones; `pages` is the most sides it may take.

    `key_of` names the sheet whose answers this one prints; it then has that sheet's options and code.
    `supply` says how many a class needs, where what the sheet is does not say so already.
    """

    blocks: Annotated[list[Block], Meta(min_length=1)]
    options: list[str] = []
    line: str = ""
    title: str = ""
    host: bool = False
    each_different: bool = False
    key_of: str = ""
    lines_for_names: bool = True
    pages: Count = 1
    supply: Supply | None = None


class Layout(Closed, frozen=True):
    """A kit: its game, languages, facts, options and sheets. `number` is its place in sheet codes."""

    kit: Slug
    number: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
    languages: Annotated[list[Lang], Meta(min_length=1)]
    default: Annotated[list[str], Meta(min_length=1)]
    facts: Facts
    sheets: Annotated[dict[str, Sheet], Meta(min_length=1)]
    options: dict[str, Option] = {}
    game: Slug | None = None
    version: Annotated[int, Meta(ge=1, le=31)] = 1
    also: Foreign | None = None


def json_schema() -> dict[str, object]:
    """Return the JSON Schema of a layout, for editors."""
    schema = msgspec.json.schema(Layout)
    schema["$defs"]["Block"].update(minProperties=1, maxProperties=1)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "kitgen layout", **schema}
