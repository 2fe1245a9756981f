"""The doctor finds what is wrong, says what to do, and is not wrong about a healthy house."""

from __future__ import annotations

import json
import os
import shutil
import sys

import pytest

from kitgen.doctor import BAD, FINE, POOR, examine
from kitgen.errors import SpecError
from kitgen.shelf import Shelf


def findings(kitgen, *words, expect=0, env=None):
    rows = json.loads(kitgen("doctor", "--json", *words, expect=expect, env=env).stdout)
    return {row["what"]: row for row in rows}


def test_a_healthy_house(kitgen):
    found = findings(kitgen)
    assert {row["state"] for row in found.values()} == {FINE}
    assert f"Python {sys.version_info.major}.{sys.version_info.minor}." in found["versions"]["found"]
    assert "reportlab" in found["packages"]["found"]
    assert "sandwich (en, es, zh-Hans)" in found["kits"]["found"]
    assert sum("SHA-256" in row["found"] for row in found.values()) == 3
    assert list(kitgen.folder.iterdir()) == [], "the doctor leaves nothing behind"
    plain = kitgen("doctor").stdout
    assert all(line.startswith("fine") for line in plain.splitlines())


def test_what_stops_a_sheet_is_found_though_every_part_is_there(monkeypatch, tmp_path):
    """As a Python did whose patterns match wrongly: all was fine, and nothing could be printed."""
    import re

    from kitgen.proof import streams

    assert "made and proved" in {one.what: one for one in examine(Shelf(), tmp_path, tmp_path, dict)}["a sheet"].found
    monkeypatch.setattr(streams, "_INSTRUCTION", re.compile(rb"(?P<end>EMC)"))
    found = {one.what: one for one in examine(Shelf(), tmp_path, tmp_path / "none", dict)}
    assert [what for what, one in found.items() if one.state == BAD] == ["a sheet"]
    assert "what is this" in found["a sheet"].found


def test_a_broken_config_and_a_broken_kit_are_bad(kitgen):
    (kitgen.folder / "config.yaml").write_text("papr: Letter\n")
    kitgen("new", "my_pad", "--game", "sandwich", "--to", "mine")
    layout = kitgen.folder / "mine/layouts/my_pad.yaml"
    layout.write_text(layout.read_text().replace("grid: 2x2", "gird: 2x2", 1))
    env = {"KITGEN_CONFIG": str(kitgen.folder / "config.yaml")}
    found = findings(kitgen, "--kits", "mine", expect=3, env=env)
    assert found["config"]["state"] == BAD and "papr" in found["config"]["found"]
    assert "config.yaml:1:1" in found["config"]["cure"]
    assert found["kit my-pad"]["state"] == BAD and "gird" in found["kit my-pad"]["found"]
    assert "sandwich" in found["kits"]["found"], "a broken kit hides the others"
    told = kitgen("doctor", "--kits", "mine", expect=3, env=env).stdout
    assert told.count("what to do: ") == 2


def test_folders_that_cannot_be_written(kitgen):
    (kitgen.folder / "file").write_text("")
    found = findings(kitgen, "-o", "file/under", expect=3)
    assert found["output"]["state"] == BAD
    # without a cache kitgen works, slower: no reason to end with 3
    found = findings(kitgen, env={"KITGEN_CACHE": str(kitgen.folder / "file/cache")})
    assert found["font cache"]["state"] == POOR and "KITGEN_CACHE" in found["font cache"]["cure"]


@pytest.fixture
def other_fonts(tmp_path, monkeypatch):
    """Put a package of the same name, but with another font file in it, before the real one."""
    import font_source_sans_pro

    real = os.path.dirname(font_source_sans_pro.__file__)
    shutil.copytree(real, tmp_path / "font_source_sans_pro")
    font = tmp_path / "font_source_sans_pro/files/SourceSansPro-Regular.ttf"
    font.write_bytes(font.read_bytes() + b"\0")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "font_source_sans_pro")
    return tmp_path


def test_another_font_file_is_known_by_its_hash(other_fonts):
    def read():
        raise SpecError("not read")

    found = {one.what: one for one in examine(Shelf(), other_fonts, other_fonts / "no-config", read)}
    assert found["SourceSansPro-Regular.ttf"].state == BAD
    assert "font-source-sans-pro" in found["SourceSansPro-Regular.ttf"].cure
    assert found["SourceSansPro-Semibold.ttf"].state == FINE


def test_a_package_that_is_too_old_or_missing(monkeypatch, tmp_path):
    import kitgen.doctor as doctor

    real = doctor.version

    def version(name):
        if name == "msgspec":
            raise doctor.PackageNotFoundError(name)
        return {"click": "7.1.2", "pylopdf-fonts-zh-cn": "0.1.2"}.get(name) or real(name)

    monkeypatch.setattr(doctor, "version", version)
    found = {one.what: one for one in examine(Shelf(), tmp_path, tmp_path / "none", dict)}
    assert [found[name].state for name in ("click", "msgspec", "pylopdf-fonts-zh-cn")] == [BAD] * 3
    assert found["msgspec"].cure.startswith("pip install 'msgspec>=")
    assert found["pylopdf-fonts-zh-cn"].cure == "pip install 'pylopdf-fonts-zh-cn==0.1.1'"
    assert "click" not in found["packages"].found
