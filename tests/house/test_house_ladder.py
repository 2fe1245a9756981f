"""The house's walls: who may import whom, which libraries stay behind which door, and how large a room may grow.

Each test asserts that it looked at something, and plants a fault that it must see.
"""

from __future__ import annotations

import ast
import re
import statistics
import tokenize
from pathlib import Path

import kitgen

ROOT = Path(kitgen.__file__).parent
RUNGS = [
    {"errors"},
    {"units", "chance", "alike"},
    {"source"},
    {"marks", "boards", "lanes"},
    {"play", "spec"},
    {"games"},
    {"proof", "paper", "shelf"},
    {"wording"},
    {"kit"},
    {"build"},
    {"checking", "doctor", "drawing", "preview", "calibrating", "classroom"},
    {"cli"},
]
GATES = {
    "yaml": {"source"},
    "msgspec": {"spec"},
    "click": {"cli"},
    "reportlab": {"paper.pdf", "paper.fonts", "paper.tags"},
    "fontTools": {"paper.fonts"},
    "pikepdf": {"paper.pack"},
    "pypdfium2": {"proof"},
    "PIL": {"proof"},
    "platformdirs": {"paper.fonts", "cli"},
}
NOBODY = {"fitz", "pymupdf", "random"}  # AGPL; and chance has one home
OPENERS = {"shelf", "paper.fonts", "cli", "games", "proof.child", "games.sandwich_wars.data"}


def modules() -> dict[str, ast.Module]:
    """Return every module of the package by its dotted name below kitgen."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


MODULES = modules()


def _is_module(dotted: str) -> bool:
    """Tell whether a dotted name is one of the package's modules (kitgen.paper.pdf), not a name inside one."""
    return dotted.startswith("kitgen.") and dotted.removeprefix("kitgen.") in MODULES


def imports(tree: ast.AST) -> set[str]:
    """Return the dotted names that a module imports, TYPE_CHECKING imports and late ones included."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.add(whole if _is_module(whole) else node.module)
    return found


def rung(name: str) -> int:
    top = name.split(".")[0]
    return next((n for n, tops in enumerate(RUNGS) if top in tops), -1)


def ladder_faults(modules: dict[str, ast.Module]) -> list[str]:
    faults = []
    for name, tree in modules.items():
        if name in ("", "__main__"):
            continue
        for target in imports(tree):
            if not target.startswith("kitgen."):
                continue
            other = target.removeprefix("kitgen.")
            mine, theirs = name.split(".")[0], other.split(".")[0]
            if theirs == "__version__" or mine == theirs:
                continue
            if rung(theirs) >= rung(mine):
                faults.append(f"{name} imports {other}")
    return faults


def test_every_module_has_a_rung():
    lost = [name for name in MODULES if name not in ("", "__main__") and rung(name) < 0]
    assert len(MODULES) > 40
    assert not lost


def test_imports_go_down_the_ladder():
    assert ladder_faults(MODULES) == []


def test_the_ladder_sees_a_planted_import():
    planted = {"units": ast.parse("from kitgen.paper.pdf import write_pdf")}
    assert ladder_faults(planted)
    assert ladder_faults({"proof.compare": ast.parse("import kitgen.paper.pdf")})


def test_a_game_imports_no_other_game_and_no_spec():
    looked = 0
    for name, tree in MODULES.items():
        parts = name.split(".")
        if parts[0] != "games" or len(parts) < 2:
            continue
        looked += 1
        for target in imports(tree):
            if target.startswith("kitgen.games.") and target.count(".") > 1:
                assert target.split(".")[2] == parts[1], f"{name} imports {target}"
            assert not target.startswith("kitgen.spec"), f"{name} imports {target}"
    assert looked > 10


def test_an_engine_knows_no_picture_and_a_reading_neither():
    walls = {"engine": {"diagram", "reading", "practice", "parts"}, "reading": {"engine", "diagram"}}
    looked = 0
    for name, tree in MODULES.items():
        parts = name.split(".")
        if parts[0] == "games" and len(parts) == 3 and parts[2] in walls:
            looked += 1
            near = {
                t.split(".")[3] for t in imports(tree) if t.startswith(f"kitgen.games.{parts[1]}.") and t.count(".") > 2
            }
            assert not near & walls[parts[2]], name
    assert looked >= 2


def test_libraries_stay_behind_their_doors():
    seen: dict[str, set[str]] = {}
    for name, tree in MODULES.items():
        for target in imports(tree):
            seen.setdefault(target.split(".")[0], set()).add(name)
    for library, doors in GATES.items():
        users = seen.get(library, set())
        assert users, f"nobody imports {library}: the gate looks at nothing"
        strangers = {user for user in users if not any(user == d or user.startswith(d + ".") for d in doors)}
        assert not strangers, f"{library}: {strangers}"
    for library in NOBODY:
        assert seen.get(library, set()) <= {"chance"}, library


def test_the_font_packages_are_named_in_two_rooms_only():
    """They are found by name, not imported: the room that sets type, and the proof's own look at the glyphs."""
    users = {
        name
        for name, tree in MODULES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in ("font_source_sans_pro", "pylopdf_fonts_zh_cn")
    }
    assert users == {"paper.fonts", "proof.glyphs"}


def test_only_some_rooms_touch_the_disk():
    """open(), Path.read_*, Path.write_* and Path.open stand only where the map allows them."""
    words = {"open", "read_text", "write_text", "read_bytes", "write_bytes"}
    users = set()
    for name, tree in MODULES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                plain = isinstance(node.func, ast.Name)
                called = node.func.id if plain else getattr(node.func, "attr", "")
                if plain and called != "open":
                    continue
                owner = getattr(getattr(node.func, "value", None), "id", "")
                if called in words and owner not in ("pikepdf", "Image"):
                    users.add(name)
    assert users
    assert {u for u in users if not any(u == d or u.startswith(d + ".") for d in OPENERS)} == set()


POSSESSIVE = re.compile(
    r"\)(?:[*+?]|\{[0-9,]*\})\+|\(\?>"
)  # of a group: matches wrongly before Python 3.11.5 (gh-106052)


def test_no_pattern_repeats_a_group_possessively():
    patterns = [
        (path.name, node.value if isinstance(node.value, str) else node.value.decode("latin-1"))
        for path in sorted(ROOT.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    ]
    assert len(patterns) > 3000
    assert [(name, text) for name, text in patterns if POSSESSIVE.search(text)] == []
    for planted in (r"(?:a|\\.)*+", r"(ab)++", r"(?:a){2,3}+", r"(?>a|b)"):
        assert POSSESSIVE.search(planted)


def test_no_import_cycle():
    graph = {
        name: {t.removeprefix("kitgen.") for t in imports(tree) if t.startswith("kitgen.")} & set(MODULES)
        for name, tree in MODULES.items()
    }
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " -> ".join([*above[above.index(name) :], name])
        if name not in done:
            for other in graph[name]:
                visit(other, (*above, name))
            done.add(name)

    for name in graph:
        if name not in ("",):
            visit(name, ())
    assert len(done) > 40


# ---------------------------------------------------------------- sizes


def code_lines(path: Path) -> set[int]:
    """Return the numbers of the lines that hold code: no blank lines, comments or docstrings."""
    kept = set()
    with path.open("rb") as stream:
        for token in tokenize.tokenize(stream.readline):
            if token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING,
                                  tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER):  # fmt: skip
                kept |= set(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, clean=False):
            text = node.body[0]
            kept -= set(range(text.lineno, (text.end_lineno or text.lineno) + 1))
    return kept


def test_sizes():
    lengths, long, large = [], [], []
    for path in sorted(ROOT.rglob("*.py")):
        lines = code_lines(path)
        name = path.relative_to(ROOT).as_posix()
        if len(lines) >= 400:
            large.append(f"{name} {len(lines)}")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                own = [n for n in lines if node.lineno <= n <= (node.end_lineno or node.lineno)]
                lengths.append(len(own))
                if len(own) > 60:
                    long.append(f"{name}:{node.lineno} {node.name} {len(own)}")
    assert len(lengths) > 300
    assert statistics.median(lengths) <= 10
    assert sum(n < 30 for n in lengths) / len(lengths) >= 0.9
    assert long == []
    assert large == []


def test_every_public_name_says_what_it_does():
    bare, looked = [], 0
    for name, tree in MODULES.items():
        if not ast.get_docstring(tree):
            bare.append(name or "kitgen")
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                kids = [n for n in node.body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")]
                looked += 1 + len(kids)
                bare += [f"{name}.{k.name}" for k in [node, *kids] if not ast.get_docstring(k)]
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                looked += 1
                if not ast.get_docstring(node):
                    bare.append(f"{name}.{node.name}")
    assert looked > 200
    assert bare == []


def test_the_map_names_every_module():
    """kitgen/__init__.py has a line for each module outside the games' own rooms, and for nothing else."""
    listed = {line.split()[0] for line in (kitgen.__doc__ or "").splitlines() if line.startswith("    ")}
    rooms = set()
    for path in ROOT.rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[0] != "games" and parts not in (("__init__",), ("__main__",)):
            rooms.add("/".join(parts).removesuffix("__init__"))
    assert len(rooms) > 60
    assert listed == rooms | {"games/", "games/<slug>/"}


BAD_NAMES = {"utils", "helpers", "manager", "base", "common", "misc"}


def test_names_say_something():
    assert not {part for name in MODULES for part in name.split(".")} & BAD_NAMES


# ---------------------------------------------------------------- the parts of a game


def test_each_game_has_its_parts():
    from kitgen import games

    assert games.names()
    for slug in games.names():
        game = games.load(slug)
        assert game.slug == slug
        assert (ROOT / "games" / slug / "engine.py").is_file()
        assert any((ROOT.parent / "tests" / "games" / slug).glob("test_*.py")), f"{slug} has no tests"


def test_each_kit_has_its_parts():
    from kitgen import games
    from kitgen.kit import Kit
    from kitgen.shelf import Shelf

    shelf = Shelf()
    assert shelf.kits()
    for slug in shelf.kits():
        kit = Kit(shelf, slug)
        for room in ("diagram", "reading", "facts"):
            assert games.room(kit.game_slug, room), f"{kit.game_slug} has no {room}"
        for lang in kit.layout.languages:
            assert kit.text(lang).sections
            assert kit.words(lang)
        assert any(sheet.host for sheet in kit.layout.sheets.values()), f"{slug} has no host sheet"
