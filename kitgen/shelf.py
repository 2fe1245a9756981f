"""Where inputs live: a folder given with --kits, then the package's own shelf, or beside the package in a checkout.

Never the current folder. A shelf has `layouts/<slug>.yaml` and `rules_text/<slug>/`; it holds data, never code.
Reads files with bounds; does not know what is in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kitgen.errors import Fault, FileTrouble, NotAccepted, suggest
from kitgen.source import MAX_BYTES, Node, read_yaml

HOUSE = "_house"
_NUMBER = re.compile(r"""^[^#\n]*?\bnumber["']?\s*:\s*(\d{1,4})\b""", re.MULTILINE)  # of a layout, in sheet codes


def own_shelf() -> Path:
    """Return the folder that holds the shipped layouts/ and rules_text/: inside a wheel, or beside the package."""
    package = Path(__file__).parent
    inside = package / "shelves"
    return inside if (inside / "layouts").is_dir() else package.parent


@dataclass(frozen=True)
class Shelf:
    """Folders to look in, the first one first. `extra` are the user's (--kits)."""

    extra: tuple[Path, ...] = field(default=())

    @property
    def folders(self) -> tuple[Path, ...]:
        """Return every folder, in the order in which they are searched."""
        return (*self.extra, own_shelf())

    def kits(self) -> tuple[str, ...]:
        """Return the slugs of all kits, sorted."""
        found = {path.stem for folder in self.folders for path in (folder / "layouts").glob("*.yaml")}
        return tuple(sorted(found))

    def slug(self, name: str) -> str:
        """Return the slug that `name` means (`-` and `_` alike); raises SpecError with the nearest one."""
        slug = name.replace("-", "_").lower()
        if slug not in self.kits():
            known = [kit.replace("_", "-") for kit in self.kits()]
            raise NotAccepted(Fault(f"unknown kit {name!r}", None, ", ".join(known), suggest(name, known)))
        return slug

    def layout_path(self, slug: str) -> Path:
        """Return the file of a kit's layout."""
        return self._find(f"layouts/{slug}.yaml")

    def layout(self, slug: str) -> Node:
        """Return the tree of a kit's layout."""
        return read_tree(self.layout_path(slug))

    def text_path(self, slug: str, lang: str) -> Path | None:
        """Return the file of a kit's rules text in `lang`, None when there is none."""
        return self._seek(f"rules_text/{slug}/{lang}.md")

    def words_path(self, slug: str, lang: str) -> Path | None:
        """Return the file of a kit's (or HOUSE's) word list in `lang`, None when there is none."""
        return self._seek(f"rules_text/{slug}/words.{lang}.yaml")

    def words(self, slug: str, lang: str) -> Node | None:
        """Return the tree of a kit's (or HOUSE's) word list in `lang`, None when there is none."""
        path = self.words_path(slug, lang)
        return read_tree(path) if path else None

    def numbers(self) -> dict[int, tuple[str, ...]]:
        """Return the slugs of the kits that each number in sheet codes is given to, as the layouts' files say it.

        Looks for the line alone: a layout that is broken elsewhere has its number all the same.
        """
        found: dict[int, tuple[str, ...]] = {}
        for slug in self.kits():
            match = _NUMBER.search(read_file(self.layout_path(slug)))
            if match:
                found[int(match[1])] = (*found.get(int(match[1]), ()), slug)
        return found

    def records(self, slug: str) -> Iterator[Node]:
        """Yield the tree of each of a kit's record files, in the order of their names."""
        for folder in self.folders:
            here = folder / "rules_text" / slug / "records"
            if here.is_dir():
                yield from (read_tree(path) for path in sorted(here.glob("*.yaml")))
                return

    def data_path(self, slug: str, name: str) -> Path | None:
        """Return the file `rules_text/<slug>/data/<name>.yaml`, None when there is none."""
        return self._seek(f"rules_text/{slug}/data/{name}.yaml")

    def languages(self, slug: str) -> tuple[str, ...]:
        """Return the languages that a kit has a rules text in, sorted."""
        found = {p.stem for folder in self.folders for p in (folder / "rules_text" / slug).glob("*.md")}
        return tuple(sorted(found))

    def _seek(self, relative: str) -> Path | None:
        return next((folder / relative for folder in self.folders if (folder / relative).is_file()), None)

    def _find(self, relative: str) -> Path:
        path = self._seek(relative)
        if path is None:
            raise FileTrouble(f"{relative}: no such file on any shelf")
        return path


def is_shipped(path: Path) -> bool:
    """Return whether a file is one that comes with kitgen."""
    return any(path.is_relative_to(own_shelf() / folder) for folder in ("layouts", "rules_text"))


def name_for_messages(path: Path) -> str:
    """Return how messages call a file: relative to its shelf for shipped ones, as given for the user's."""
    shelf = own_shelf()
    return path.relative_to(shelf).as_posix() if path.is_relative_to(shelf) else str(path)


def read_file(path: Path) -> str:
    """Return the text of a file of at most MAX_BYTES; raises FileTrouble."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise FileTrouble(f"{name_for_messages(path)}: {error.strerror}") from None
    return decode(data, name_for_messages(path), MAX_BYTES)


def decode(data: bytes, name: str, most: int) -> str:
    """Return bytes of a file called `name` as text; raises FileTrouble for more than `most`, and for no UTF-8."""
    if len(data) > most:
        raise FileTrouble(f"{name}: larger than {most} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileTrouble(
            Fault(f"{name}: not UTF-8 text (byte {error.start})", None, "text saved as UTF-8, which editors offer")
        ) from None


def read_tree(path: Path) -> Node:
    """Return the tree of a YAML file."""
    return read_yaml(read_file(path), name_for_messages(path))
