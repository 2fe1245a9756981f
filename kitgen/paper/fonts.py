"""The house's fonts: coverage, widths, and the cut of the Chinese font that a document needs.

Latin text is Source Sans Pro, regular and semibold. What it lacks (Chinese, suits, some shapes) comes from Noto Sans
SC, cut down to the characters of the document, turned from CFF into TrueType outlines, which ReportLab demands, and
kept in the user's cache. Both come from pinned packages and are known by their hashes, since widths decide layouts. The
cut depends on the characters asked for and on nothing else, never on what the cache holds.

The only module that knows font files, fontTools and the cache. Does not know what is printed, nor where.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from itertools import groupby
from pathlib import Path
from struct import unpack_from
from typing import Any
from unicodedata import category, name

from kitgen.errors import Fault, FileTrouble, MissingGlyph, Place
from kitgen.paper.lines import SHARED_MARKS, Weight, is_wide
from kitgen.units import MM_PER_POINT

Note = Callable[[str], None]
Step = tuple[str, tuple[tuple[float, float], ...]]  # of an outline: "M", "L", "Q" (control, end) or "Z"

FAMILIES = "Source Sans Pro, Noto Sans SC"
MAX_CUTS = 64  # files kept in the cache: a cut has some 50 kB, and old ones are cheap to make again

_CUT_FORM = "1"  # rises when the same characters would be cut into other bytes
_SPACES = " \u00a0"
_BY_CONTEXT = SHARED_MARKS | set(_SPACES)  # their font depends on their neighbours
_UNPRINTED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Mn", "Me"}  # combining marks too: nothing here places them


@dataclass(frozen=True, slots=True)
class Source:
    """A font file of an installed package, and the SHA-256 of the one that the layouts were made for."""

    package: str
    path: str
    sha256: str

    def read(self) -> bytes:
        """Return the file's bytes; raises FileTrouble when it is missing or another one."""
        spec = find_spec(self.package)
        folders = (spec and spec.submodule_search_locations) or []
        if not folders:
            raise FileTrouble(Fault(f"the font package {self.package} is not installed", None, "reinstall kitgen"))
        try:
            data = Path(next(iter(folders)), self.path).read_bytes()
        except OSError as error:
            raise FileTrouble(f"{self.path} of {self.package} cannot be read: {error.strerror}") from None
        if hashlib.sha256(data).hexdigest() != self.sha256:
            what = f"{self.path} of {self.package} is not the file that kitgen knows"
            raise FileTrouble(Fault(what, None, f"a file with SHA-256 {self.sha256}"))
        return data


LATIN: Mapping[Weight, Source] = {
    "regular": Source(
        "font_source_sans_pro",
        "files/SourceSansPro-Regular.ttf",
        "b77f3a700edd0fc0dec73258f882d5c3926c77f5caf6800a201d2166568d2309",
    ),
    "semibold": Source(
        "font_source_sans_pro",
        "files/SourceSansPro-Semibold.ttf",
        "b440fd42fd5a54e1b252731deca9cc86604bee6ffa99281f5874c3476eb17eae",
    ),
}
CHINESE = Source(
    "pylopdf_fonts_zh_cn",
    "NotoSansSC-Regular.otf",
    "faa6c9df652116dde789d351359f3d7e5d2285a2b2a1f04a2d7244df706d5ea9",
)


# ---------------------------------------------------------------- faces


@dataclass(frozen=True, slots=True)
class Metrics:
    """Heights above the baseline as parts of the size; `descent` is negative. Digits and capitals: flat ones."""

    digit_height: float
    cap_height: float
    ascent: float
    descent: float


@dataclass(frozen=True, slots=True)
class Face:
    """A font that ReportLab knows under `name`; `widths` of its characters in 1/1000 of the size."""

    name: str
    widths: Mapping[str, float]
    metrics: Metrics


def register(name: str, data: bytes) -> Face:
    """Make a TrueType font known to ReportLab under `name`; again is free.

    Raises FileTrouble for bytes that are no TrueType font, for a variable font (ReportLab would print its default
    weight without a word), and when another font has the name already (ReportLab would keep that one).
    """
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    if name not in pdfmetrics.getRegisteredFontNames():
        try:
            font = TTFont(name, BytesIO(data))
        except TTFError as error:
            raise FileTrouble(f"{name} is no TrueType font: {error}") from None
        if "fvar" in font.face.table:
            raise FileTrouble(f"{name} is a variable font; its weight would be left to chance")
        pdfmetrics.registerFont(font)
    face = pdfmetrics.getFont(name).face
    if face._ttf_data != data:
        raise FileTrouble(f"another font is registered as {name}")
    widths = {chr(code): face.charWidths[code] for code in face.charToGlyph if _is_printable(chr(code))}
    return Face(name, widths, _measure_face(face))


def _is_printable(char: str) -> bool:
    """Tell whether `char` leaves a mark or a space of its own; above U+FFFF ReportLab writes a wrong ToUnicode."""
    return category(char) not in _UNPRINTED and ord(char) <= 0xFFFF


def _measure_face(face: Any) -> Metrics:
    def top(char: str) -> float:
        glyph = face.charToGlyph.get(ord(char))
        if glyph is None:
            return 0.0
        box = unpack_from(">4h", face._ttf_data, face.get_table_pos("glyf")[0] + face.glyphPos[glyph] + 2)
        return float(box[3]) / float(face.unitsPerEm)

    return Metrics(top("1"), top("H"), face.ascent / 1000, face.descent / 1000)


@cache
def _latin() -> dict[Weight, Face]:
    return {weight: register(Path(source.path).stem, source.read()) for weight, source in LATIN.items()}


class _Advances(dict[str, float]):
    """Width in mm at one point, by character; filled as characters come."""

    def __init__(self, *faces: Face) -> None:
        self.faces = faces

    def __missing__(self, char: str) -> float:
        for face in self.faces:
            if char in face.widths:
                self[char] = face.widths[char] / 1000 * MM_PER_POINT
                return self[char]
        raise MissingGlyph(_fault(char, known=False))


class Fonts:
    """The fonts of one document, known to ReportLab: which font prints what, and how wide.

    The Chinese font has one weight, which stands for both: what stands in a string with Chinese has that weight too.
    """

    def __init__(self, latin: Mapping[Weight, Face], cut: Face | None) -> None:
        self._latin, self._cut = latin, cut
        cuts = (cut,) if cut else ()
        self._advances: dict[Weight, _Advances] = {weight: _Advances(face, *cuts) for weight, face in latin.items()}
        self._wide = _Advances(*cuts)
        self._plain = frozenset.intersection(*(frozenset(face.widths) for face in latin.values()))

    @property
    def default(self) -> str:
        """Return ReportLab's name of the regular Latin font."""
        return self._latin["regular"].name

    @property
    def names(self) -> tuple[str, ...]:
        """Return ReportLab's names of all fonts here."""
        return tuple(face.name for face in (*self._latin.values(), *((self._cut,) if self._cut else ())))

    def metrics(self, weight: Weight = "regular") -> Metrics:
        """Return the heights of the Latin font of `weight`."""
        return self._latin[weight].metrics

    def runs(self, string: str, weight: Weight = "regular") -> tuple[tuple[str, str], ...]:
        """Split `string` by font: (ReportLab's font name, text) pairs that join to it again.

        A space stays with the text on its left. Marks that Latin and Chinese share (“”‘’…—·) are Chinese beside a
        Chinese character, but for an apostrophe before a letter. Raises MissingGlyph for a character without font.
        """
        if not string:
            return ()
        weight = self._weight_in(string, weight)
        if self._cut is None:
            self.width(string, 1, weight)  # refuses what no font has
            return ((self._latin[weight].name, string),)
        owners = self._owners(string, weight)
        groups = groupby(zip(owners, string, strict=True), key=lambda pair: pair[0])
        return tuple((owner, "".join(char for _, char in group)) for owner, group in groups)

    def width(self, string: str, size: float, weight: Weight = "regular") -> float:
        """Return the width of `string` in mm, set in `size` points. Raises MissingGlyph as `runs` does."""
        advances = self._advances[self._weight_in(string, weight)]
        if self._cut is None or self._plain.issuperset(string) or _BY_CONTEXT.isdisjoint(string):
            return size * sum(map(advances.__getitem__, string))
        runs = self.runs(string, weight)
        return size * sum(
            sum(map((self._wide if owner == self._cut.name else advances).__getitem__, part)) for owner, part in runs
        )

    def outlines(self, string: str, size: float, weight: Weight = "regular") -> tuple[Step, ...]:
        """Return the outlines of `string` in mm, set in `size` points from (0, 0) on its baseline, y downwards.

        For drawings that may carry no font; the widths are those that `width` adds up. Raises as `runs` does.
        """
        scale, x = size * MM_PER_POINT, 0.0
        steps: list[Step] = []
        for owner, part in self.runs(string, weight):
            pen, widths = _outline_pen(owner), self._face(owner).widths
            for char in part:
                steps += [
                    (kind, tuple((x + px * scale, -py * scale) for px, py in points)) for kind, points in pen(char)
                ]
                x += widths[char] / 1000 * scale
        return tuple(steps)

    def _weight_in(self, string: str, weight: Weight) -> Weight:
        """Return the weight of the Latin in a string: beside Chinese a heavier digit would look like a blot."""
        return "regular" if weight != "regular" and any(map(is_wide, string)) else weight

    def _face(self, name: str) -> Face:
        if self._cut and self._cut.name == name:
            return self._cut
        return next(face for face in self._latin.values() if face.name == name)

    def check(self, string: str, where: Place | str, lang: str = "") -> None:
        """Raise MissingGlyph when a character of `string` has no font, naming the text, its place and language."""
        cut = self._cut.widths if self._cut else {}
        missing = [char for char in sorted(set(string)) if char not in self._plain and char not in cut]
        if missing:
            raise MissingGlyph([_fault(char, where, string, lang, known=False) for char in missing])

    def _owners(self, string: str, weight: Weight) -> list[str]:
        latin, cut = self._latin[weight], self._cut
        assert cut is not None
        owners: list[str] = []
        for at, char in enumerate(string):
            if char in _SPACES and owners:
                owners.append(owners[-1])
            elif char in SHARED_MARKS:
                chinese = char in cut.widths and _is_chinese_mark(string, at)
                owners.append(cut.name if chinese else latin.name)
            elif char in latin.widths:
                owners.append(latin.name)
            elif char in cut.widths:
                owners.append(cut.name)
            else:
                raise MissingGlyph(_fault(char, known=False))
        return owners


def _is_chinese_mark(string: str, at: int) -> bool:
    """Tell whether the shared mark at `at` stands beside a Chinese character, other shared marks passed over."""
    before, after = at - 1, at + 1
    while before >= 0 and string[before] in SHARED_MARKS:
        before -= 1
    while after < len(string) and string[after] in SHARED_MARKS:
        after += 1
    right = string[after] if after < len(string) else " "
    left = string[before] if before >= 0 else " "
    if string[at] == "’" and right.isalpha() and not is_wide(right):
        return False
    return is_wide(left) or is_wide(right)


@cache
def _outline_pen(name: str) -> Callable[[str], tuple[Step, ...]]:
    """Return what gives the outline of a character of a registered font, in parts of the size, y upwards."""
    from fontTools.pens.basePen import BasePen
    from fontTools.ttLib import TTFont
    from reportlab.pdfbase import pdfmetrics

    font = TTFont(BytesIO(pdfmetrics.getFont(name).face._ttf_data), lazy=True)
    glyphs, cmap, em = font.getGlyphSet(), font.getBestCmap(), font["head"].unitsPerEm

    class Pen(BasePen):  # type: ignore[misc]
        """Writes TrueType outlines down, components and implied points worked out."""

        def __init__(self) -> None:
            super().__init__(glyphs)
            self.steps: list[Step] = []

        def _add(self, kind: str, *points: tuple[float, float]) -> None:
            self.steps.append((kind, tuple((x / em, y / em) for x, y in points)))

        def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
            self._add("M", pt)

        def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
            self._add("L", pt)

        def _qCurveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float]) -> None:  # noqa: N802
            self._add("Q", pt1, pt2)

        def _closePath(self) -> None:  # noqa: N802
            self._add("Z")

    @cache
    def outline(char: str) -> tuple[Step, ...]:
        pen = Pen()
        glyphs[cmap[ord(char)]].draw(pen)
        return tuple(pen.steps)

    return outline


# ---------------------------------------------------------------- preparing


def prepare(
    characters: str,
    *,
    note: Note | None = None,
    used_in: Iterable[tuple[Place | str, str]] = (),
    keep: bool = True,
) -> Fonts:
    """Make the fonts for a document that prints `characters` (in any order, repeated or not) known to ReportLab.

    `note` is told once where the cache cannot be written to. `used_in` holds (where, text) pairs, looked at only to
    say where a missing character stands. Unless `keep`, a new cut is not kept in the cache: it holds what
    people are called. Raises MissingGlyph naming every character that no font has, FileTrouble
    when a font package is missing or not the one that kitgen knows.
    """
    wanted, places, latin = set(characters), used_in, _latin()
    lacking = {char for char in wanted if any(char not in face.widths for face in latin.values())}
    if unprintable := {char for char in lacking if not _is_printable(char)}:
        unknown = _lacking(lacking - unprintable, _open_chinese())
        raise MissingGlyph(_faults(unprintable | unknown, places))
    if not lacking:
        return Fonts(latin, None)
    shared = SHARED_MARKS & wanted if any(map(is_wide, lacking)) else set()
    return Fonts(latin, _cut_face("".join(sorted(lacking | shared | set(_SPACES))), note, places, keep=keep))


def _faults(missing: Iterable[str], places: Iterable[tuple[Place | str, str]]) -> list[Fault]:
    faults, places = [], list(places)
    for char in sorted(missing):
        where, text = next(((where, text) for where, text in places if char in text), ("", ""))
        if isinstance(where, Place) and where.line and char in where.text:
            where = replace(where, column=where.text.index(char) + 1)
        faults.append(_fault(char, where, text))
    return faults


def _fault(char: str, where: Place | str = "", text: str = "", lang: str = "", known: bool = True) -> Fault:
    """Return the refusal of `char`; not `known`: no font of the document has it, whether or not one could."""
    shown = f"{char} " if category(char) not in _UNPRINTED else ""
    fonts = FAMILIES if known else f"{FAMILIES}, cut to the characters that the document asked for"
    what = f"no font has {shown}U+{ord(char):04X} {name(char, 'without a name')}"
    if text:
        what += f", in {text if len(text) <= 60 else text[:59] + '…'!r}" + (f" ({lang})" if lang else "")
    place = where if isinstance(where, Place) else Place(where) if where else None
    return Fault(what, place, f"characters of {fonts}")


def _cut_face(
    characters: str, note: Note | None, places: Iterable[tuple[Place | str, str]], *, keep: bool = True
) -> Face:
    # ReportLab drops a second face with a PostScript name that it knows: each cut has a name of its own
    name = f"NotoSansSC-{hashlib.sha256(characters.encode()).hexdigest()[:12]}"
    face = _faces.get(name)
    if face is None:
        path = _cache_path(characters)
        data = _recall(path)
        if data is None:
            data = cut_font(characters, name, places)
            if keep:
                _keep(path, data, note)
        face = _faces[name] = register(name, data)
    if missing := set(characters) - set(face.widths):
        raise MissingGlyph(_faults(missing, places))
    return face


_faces: dict[str, Face] = {}


# ---------------------------------------------------------------- the cache


def cache_folder() -> Path:
    """Return the folder that cuts are kept in, whether or not it is there: KITGEN_CACHE, else the user's cache."""
    folder = os.environ.get("KITGEN_CACHE")
    if not folder:
        from platformdirs import user_cache_dir

        folder = user_cache_dir("kitgen", appauthor=False)
    return Path(folder)


def _cache_path(characters: str) -> Path:
    from fontTools import version

    parts = [CHINESE.sha256, version, _CUT_FORM, characters]
    return Path(cache_folder(), f"NotoSansSC-{hashlib.sha256(chr(10).join(parts).encode()).hexdigest()[:32]}.cut")


def _recall(path: Path) -> bytes | None:
    """Return the cut that `path` keeps after its own hash; None where there is none, or a damaged one."""
    try:
        digest, _, data = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return data if digest == hashlib.sha256(data).hexdigest().encode() else None


def _keep(path: Path, data: bytes, note: Note | None) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(".part", path.stem, path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(data).hexdigest().encode() + b"\n" + data)
            Path(beside).replace(path)
        finally:
            Path(beside).unlink(missing_ok=True)
    except OSError as error:
        _say_once(note, f"the font cache {path.parent} cannot be written ({error.strerror}); fonts are cut in memory")
    else:
        _prune(path.parent)


def _prune(folder: Path) -> None:
    with suppress(OSError):  # another process may prune too
        cuts = sorted(folder.glob("NotoSansSC-*.cut"), key=lambda path: path.stat().st_mtime)
        for path in cuts[:-MAX_CUTS]:
            path.unlink(missing_ok=True)


_said: set[str] = set()


def _say_once(note: Note | None, message: str) -> None:
    if note and message not in _said:
        _said.add(message)
        note(message)


# ---------------------------------------------------------------- the cut


def cut_font(characters: str, name: str, places: Iterable[tuple[Place | str, str]] = ()) -> bytes:
    """Return Noto Sans SC with only `characters`, as a TrueType font with PostScript name `name`.

    The same characters and fontTools give the same bytes. Quadratic curves stay within one unit (1/1000 of the size)
    of the cubic ones. Raises MissingGlyph for characters that it lacks; `places` as `used_in` of `prepare`.
    """
    from fontTools import subset

    font = _open_chinese()
    if missing := _lacking(characters, font):
        raise MissingGlyph(_faults(missing, places))
    options = subset.Options(layout_features=[], notdef_outline=True, hinting=False, name_IDs=[0, 1, 2, 4, 6, 13, 14])
    options.drop_tables += ["BASE", "DSIG", "GDEF", "GPOS", "GSUB", "VORG", "vhea", "vmtx"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    _rename(font, name)
    _replace_outlines(font)
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def _open_chinese() -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(BytesIO(CHINESE.read()), lazy=True, recalcTimestamp=False)


def _lacking(characters: Iterable[str], font: Any) -> set[str]:
    known = font.getBestCmap()
    return {char for char in characters if ord(char) not in known}


def _rename(font: Any, name: str) -> None:
    for record in font["name"].names:
        if record.nameID in (1, 4, 6):
            record.string = name


def _replace_outlines(font: Any) -> None:
    """Put TrueType outlines (glyf, loca) in the place of CFF ones."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    glyphs = {}
    outlines = font.getGlyphSet()
    for glyph in font.getGlyphOrder():
        pen = TTGlyphPen(outlines)
        outlines[glyph].draw(Cu2QuPen(pen, max_err=1.0, reverse_direction=True))
        glyphs[glyph] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = font.getGlyphOrder(), glyphs
    for glyph, outline in glyphs.items():
        outline.recalcBounds(font["glyf"])
        # a TrueType outline is moved until its left edge stands at the bearing: they must agree
        font["hmtx"][glyph] = (font["hmtx"][glyph][0], getattr(outline, "xMin", 0))
    del font["CFF "]
    _turn_to_truetype(font)


def _turn_to_truetype(font: Any) -> None:
    limits = font["maxp"]
    limits.tableVersion, limits.maxZones = 0x00010000, 1
    for field in (
        "maxTwilightPoints",
        "maxStorage",
        "maxFunctionDefs",
        "maxInstructionDefs",
        "maxStackElements",
        "maxSizeOfInstructions",
        "maxComponentElements",
    ):
        setattr(limits, field, 0)
    font["post"].formatType = 3.0
    font.sfntVersion = "\x00\x01\x00\x00"
