"""The guide's pages: links lead somewhere, pictures are few, small and told in words, kit pages name all that is there."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest
from PIL import Image

from kitgen.cli import COMMANDS
from kitgen.kit import Kit
from kitgen.shelf import Shelf

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.glob("*.md")), ROOT / "README.md"]


def slug_of(heading):
    """Return a heading's anchor, as the usual hosts of Markdown make it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def load(name):
    spec = importlib.util.spec_from_file_location(f"docs_{name}", DOCS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_command_reference_is_current():
    made = load("commands").write_reference()
    assert (DOCS / "commands.md").read_text(encoding="utf-8") == made, "run `python docs/commands.py`"
    assert all(f"## kitgen {name}\n" in made for name in COMMANDS)


def test_links_lead_somewhere():
    looked = 0
    for page in PAGES:
        text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        for target in re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'src="([^"]+)"', text):
            name, _, anchor = target.partition("#")
            assert not name.startswith("http"), f"{page.name}: {target}"
            path = (page.parent / name).resolve() if name else page
            assert path.exists(), f"{page.name}: {target}"
            if anchor:
                heads = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.M)
                assert anchor in map(slug_of, heads), f"{page.name}: {target}"
            looked += 1
    assert looked > 50


def test_every_page_is_reached_from_the_index():
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    for page in DOCS.glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in index, page.name


def test_pictures_are_few_and_small_and_told_in_words():
    pictures = sorted((DOCS / "pictures").iterdir())
    assert 0 < len(pictures) <= 20
    assert {path.stem for path in pictures} == set(load("pictures").PICTURES), "run `python docs/pictures.py`"
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for path in pictures:
        assert path.stat().st_size <= 150_000, path.name
        assert Image.open(path).width > 500
        assert re.search(rf"!\[[^\]]{{12,}}\]\([a-z/]*{path.name}\)", text), (
            f"{path.name} is shown nowhere, or without words"
        )


@pytest.mark.parametrize("slug", Shelf().kits())
def test_a_kits_page_names_its_sheets_options_and_facts(slug):
    page = DOCS / f"{slug.replace('_', '-')}.md"
    text = page.read_text(encoding="utf-8")
    layout = Kit(Shelf(), slug).layout
    for name in layout.sheets:
        assert f"`{name.replace('_', '-')}`" in text, f"{page.name} does not name the sheet {name}"
    for name, option in layout.options.items():
        assert f"--{name}" in text, f"{page.name} does not name the option {name}"
        for choice in option.choices:
            assert re.search(rf"`(--{name} )?{choice}`", text), f"{page.name} does not name {name} {choice}"
    facts = layout.facts
    low, high = facts.minutes
    assert f"{low} to {high} minutes" in text
    assert f"from {facts.ages.rstrip('+')} years" in text


def test_nothing_in_the_guide_belongs_to_one_machine():
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"(^|[\s\"'`(=])/(home|work|opt|tmp|root|usr)\b", text), page.name
        assert "localhost" not in text and "pypi" not in text.lower(), page.name
