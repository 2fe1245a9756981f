"""`verify` of a pack: what holds, and each way in which one can be wrong or mean harm, told in a line."""

from __future__ import annotations

import json
import os
import shutil
import struct
import tempfile
import zipfile
from functools import partial

import pytest

from kitgen.build import open_kit
from kitgen.classroom.choices import Choices
from kitgen.classroom.packing import make_pack
from kitgen.classroom.planning import make_plan
from kitgen.cli import keeping
from kitgen.cli.keeping import verify_pack
from kitgen.cli.packs import write_pack
from kitgen.errors import FileTrouble, ProofFailed
from kitgen.shelf import Shelf

PAD = "students/sandwich-pad-7-cross-en-A4.pdf"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Two files and the plan, as a folder and as a zip file."""
    sheets = {"sandwich": ("pad", "teacher")}
    files = make_pack(Shelf(), make_plan(Shelf(), Choices(("sandwich",), 2, sheets=sheets)), "en")
    folder = tmp_path_factory.mktemp("packs")
    write_pack(files, folder / "p")
    write_pack(files, folder / "p.zip")
    return folder


@pytest.fixture
def pack(made, tmp_path):
    shutil.copytree(made / "p", tmp_path / "p")
    return tmp_path / "p"


def load(slug, lang):
    raise AssertionError("the proof begins")


def faults(target):
    with pytest.raises(ProofFailed) as caught:
        verify_pack(target, load)
    return [fault.what for fault in caught.value.faults]


def edit(pack, change):
    manifest = pack / "manifest.json"
    tree = json.loads(manifest.read_text())
    change(tree)
    manifest.write_text(json.dumps(tree))


@pytest.mark.parametrize("name", ["p", "p.zip"])
def test_a_good_pack_holds_file_by_file(kitgen, made, name):
    lines = kitgen("verify", str(made / name)).stdout.splitlines()
    assert lines[0] == f"{made / name}: holds"
    assert [line.split(":")[0].strip() for line in lines[1:]] == [
        "plan.pdf", PAD, "host/sandwich-teacher-en-A4.pdf",
    ]  # fmt: skip
    row = json.loads(kitgen("verify", str(made / name), "--json").stdout)[0]
    assert row["holds"] and len(row["files"]) == 3
    assert sum("figure opening-7-cross@0" in verdict for verdict in row["files"][PAD]) == 4  # boards of a pad


def test_each_fault_is_told_in_a_line(kitgen, pack):
    pad = pack / PAD
    pad.write_bytes(pad.read_bytes() + b"\n% more")
    (pack / "host/sandwich-teacher-en-A4.pdf").unlink()
    (pack / "host/notes.txt").write_text("mine")
    told = kitgen("verify", "p", expect=1).stderr.removeprefix("error: ").splitlines()
    assert sorted(told) == [
        "p: host/notes.txt is not in the manifest",
        "p: host/sandwich-teacher-en-A4.pdf is missing",
        f"p: {PAD} was changed since it was made: its hash is not the manifest's",
    ]


def test_a_file_that_its_manifest_vouches_for_is_proved_all_the_same(kitgen, pack):
    """Somebody changes what a figure says, and the hash with it."""
    import hashlib

    import pikepdf

    with pikepdf.open(pack / PAD) as pdf:
        figure = next(one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and "/Alt" in one)
        figure.Alt = str(figure.Alt).replace("C4", "C5")
        pdf.save(pack / "new.pdf")
    (pack / "new.pdf").replace(pack / PAD)
    data = (pack / PAD).read_bytes()

    def vouch(tree):
        row = next(row for row in tree["files"] if row["path"] == PAD)
        row["sha256"], row["bytes"] = hashlib.sha256(data).hexdigest(), len(data)

    edit(pack, vouch)
    told = kitgen("verify", "p", expect=1).stderr
    assert f"p: {PAD}: " in told and "kitgen-" not in told and "hash" not in told


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "no pack: it has no manifest.json"),
        ("{", "manifest.json is broken: no JSON"),
        ("[" * 100_000, "manifest.json is broken: no JSON"),
        ('{"made_by": "another"}', "manifest.json is not one of kitgen pack"),
        ('{"made_by": "kitgen pack", "format": 99, "files": []}', "manifest.json is not one of kitgen pack"),
        ('{"made_by": "kitgen pack", "format": 1, "files": []}', "manifest.json is broken: it lists no files"),
        ('{"made_by": "kitgen pack", "format": 1, "files": [7]}', "manifest.json is broken: a file in it lacks"),
    ],
)
def test_a_broken_manifest(pack, text, message):
    (pack / "manifest.json").unlink()
    if text is not None:
        (pack / "manifest.json").write_text(text)
    assert [what for what in faults(pack) if message in what] and len(faults(pack)) == 1


@pytest.mark.parametrize(
    "path", ["../x.pdf", "/etc/x.pdf", "a/../../x.pdf", "a//x.pdf", "./x.pdf", "a\\x.pdf", "C:x.pdf", "x.txt", ""]
)
def test_paths_that_lead_out_of_the_pack_are_refused(pack, path):
    edit(pack, lambda tree: tree["files"][0].update(path=path))
    assert faults(pack) == [f"{pack}: manifest.json is broken: {path} is no PDF's path inside a pack"]


def test_a_file_listed_twice(pack):
    edit(pack, lambda tree: tree["files"].append(tree["files"][0]))
    assert "it lists a file twice" in faults(pack)[0]


def test_links_are_not_followed(pack, tmp_path):
    (tmp_path / "secret.pdf").write_bytes((pack / PAD).read_bytes())
    (pack / PAD).unlink()
    (pack / PAD).symlink_to(tmp_path / "secret.pdf")
    assert faults(pack) == [f"{pack}: {PAD} is a link, or no file"]
    (pack / PAD).unlink()
    os.mkfifo(pack / PAD)
    assert faults(pack) == [f"{pack}: {PAD} is a link, or no file"]


# ---------------------------------------------------------------- zip files that mean harm


def rezip(made, target, method=zipfile.ZIP_DEFLATED, extra=()):
    with zipfile.ZipFile(made / "p.zip") as old, zipfile.ZipFile(target, "w", method) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
        for name, data in extra:
            new.writestr(name, data)
    return target


def test_a_pack_that_was_zipped_by_another_program_holds(kitgen, made):
    rezip(made, kitgen.folder / "again.zip", extra=[("students/", b"")])
    assert "holds" in kitgen("verify", "again.zip").stdout


def test_no_zip_file_is_told_so(kitgen, made):
    (kitgen.folder / "a.zip").write_bytes(b"hello")
    data = bytearray((made / "p.zip").read_bytes())
    (kitgen.folder / "half.zip").write_bytes(data[: len(data) // 2])
    at = data.index(b"%PDF-") + 2000
    data[at] ^= 255
    (kitgen.folder / "bit.zip").write_bytes(data)
    told = kitgen("verify", "a.zip", "half.zip", expect=1).stderr
    assert "a.zip: damaged, or no zip file" in told and "half.zip: damaged, or no zip file" in told
    assert "bit.zip: plan.pdf is damaged" in kitgen("verify", "bit.zip", expect=1).stderr
    assert "No such file" in kitgen("verify", "none.zip", expect=3).stderr


def test_a_bomb_is_not_unpacked(made, tmp_path, monkeypatch):
    """Seventy million zeros in a few kilobytes, said and unsaid; nothing of it reaches the disk."""
    bomb = rezip(made, tmp_path / "bomb.zip", extra=[("students/bomb.pdf", bytes(70_000_000))])
    assert bomb.stat().st_size < 2_000_000
    monkeypatch.setattr(tempfile, "TemporaryDirectory", load)
    assert faults(bomb) == [f"{bomb}: students/bomb.pdf is larger than 64000000 bytes"]
    many = [(f"students/{n}.pdf", bytes(1_000_000)) for n in range(3)]
    monkeypatch.setattr(keeping, "MOST_IN_ALL", 2_500_000)
    assert "holds more than 2500000 bytes" in faults(rezip(made, tmp_path / "many.zip", extra=many))[0]


def test_a_size_that_lies_is_found_out(made, tmp_path, monkeypatch):
    """The list of entries says a thousand bytes where ten million are packed: no more than that is ever read."""
    lie = rezip(made, tmp_path / "lie.zip", extra=[])
    with zipfile.ZipFile(made / "p.zip") as old:
        manifest = json.loads(old.read("manifest.json"))
    manifest["files"][0] |= {"bytes": 1000}
    with zipfile.ZipFile(lie, "w", zipfile.ZIP_DEFLATED) as new:
        new.writestr("manifest.json", json.dumps({**manifest, "files": manifest["files"][:1]}))
        new.writestr("plan.pdf", bytes(10_000_000))
    data = lie.read_bytes().replace(struct.pack("<I", 10_000_000), struct.pack("<I", 1000))
    lie.write_bytes(data)
    assert faults(lie) == [f"{lie}: plan.pdf is damaged"]


def test_too_many_entries_are_refused_before_they_are_listed(made, tmp_path, monkeypatch):
    many = rezip(made, tmp_path / "many.zip", extra=[(f"{n}.pdf", b"") for n in range(2_100)])
    monkeypatch.setattr(keeping.zipfile, "ZipFile", load)
    assert faults(many) == [f"{many}: holds more than 2000 files"]


def test_a_folder_of_too_many_files(pack):
    for n in range(2_001):
        (pack / f"{n}.txt").touch()
    assert faults(pack) == [f"{pack}: holds more than 2000 files"]


def test_entries_that_lead_out_are_strangers_and_are_never_written(made, tmp_path):
    names = ["../out.pdf", "/out.pdf", "students/../../out.pdf", "a\nb.pdf"]
    odd = rezip(made, tmp_path / "odd.zip", extra=[(name, b"x") for name in names])
    with pytest.raises(ProofFailed) as caught:
        verify_pack(odd, partial(open_kit, Shelf()))
    shown = sorted(name.replace("\n", "?") for name in names)
    assert sorted(fault.what for fault in caught.value.faults) == [
        f"{odd}: {name} is not in the manifest" for name in shown
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["odd.zip"]


def test_a_name_that_stands_twice(made, tmp_path):
    with pytest.warns(UserWarning, match="Duplicate"):
        twice = rezip(made, tmp_path / "twice.zip", extra=[("plan.pdf", b"x")])
    assert faults(twice) == [f"{twice}: plan.pdf stands in it twice"]


def test_an_encrypted_entry_is_refused(made, tmp_path):
    data = bytearray((made / "p.zip").read_bytes())
    data[data.index(b"PK\1\2") + 8] |= 1
    (tmp_path / "shut.zip").write_bytes(data)
    assert "plan.pdf is encrypted" in faults(tmp_path / "shut.zip")[0]


def test_what_can_not_be_read_is_file_trouble(tmp_path):
    with pytest.raises(FileTrouble):
        verify_pack(tmp_path / "none.zip", load)


# ---------------------------------------------------------------- what the manifest states


def row(tree, path=PAD):
    return next(row for row in tree["files"] if row["path"] == path)


def state(key, value, path=PAD):
    return lambda tree: row(tree, path).__setitem__(key, value)


STATED = {
    "pages": (state("pages", 7), f"{PAD}: the manifest says pages 7; it is 1"),
    "pages as truth": (state("pages", True), f"{PAD}: the manifest says pages true; it is 1"),
    "print": (state("print", 3), f"{PAD}: printed 3 times it has 3 sides; the plan says 1"),
    "print nothing": (state("print", 0), f"{PAD}: the manifest says print 0; it is a whole number from 1"),
    "plan printed twice": (state("print", 2, "plan.pdf"), "plan.pdf: the manifest says print 2; it is 1"),
    "codes": (state("codes", ["114G0T", "415480J"]), f"{PAD}: the manifest says codes"),
    "no codes": (lambda tree: row(tree).pop("codes"), f'{PAD}: the manifest says codes null; it is ["114G0T"]'),
    "sheet": (state("sheet", "rules"), f'{PAD}: the manifest says sheet "rules"; it is "pad"'),
    "kit": (state("kit", "wars"), f'{PAD}: the manifest says kit "wars"; it is "sandwich"'),
    "host": (state("host", True), f"{PAD}: the manifest says host true; it is false"),
    "plan for players": (state("host", False, "plan.pdf"), "plan.pdf: the manifest says host false; it is true"),
    "more": (state("note", "hello"), f'{PAD}: the manifest says "note" of it'),
    "totals": (lambda tree: tree["totals"].update(sides=9), "the manifest's totals are"),
    "no totals": (lambda tree: tree.pop("totals"), "the manifest's totals are null; the files come to"),
}


@pytest.mark.parametrize("name", STATED)
def test_what_the_manifest_states_is_held_against_the_files(pack, name):
    change, says = STATED[name]
    edit(pack, change)
    with pytest.raises(ProofFailed) as caught:
        verify_pack(pack, partial(open_kit, Shelf()))
    told = [fault.what for fault in caught.value.faults]
    assert any(what.startswith(f"{pack}: {says}") for what in told), told


def test_a_file_in_another_folder_than_the_manifest_says_or_none(pack):
    other, stray = "host/pad.pdf", "pad.pdf"
    for path, says in ((other, f"{other}: the manifest says host false; it is true"), (stray, f"{stray} lies where")):
        target = pack / path
        current = next(one for one in (pack / PAD, pack / other) if one.exists())
        edit(pack, lambda tree, old=current, new=path: row(tree, old.relative_to(pack).as_posix()).update(path=new))
        current.rename(target)
        with pytest.raises(ProofFailed) as caught:
            verify_pack(pack, partial(open_kit, Shelf()))
        assert [fault.what.removeprefix(f"{pack}: ").startswith(says) for fault in caught.value.faults] == [True]


def test_a_sheet_left_out_of_pack_and_manifest_is_missed_by_the_plan(pack):
    (pack / PAD).unlink()
    edit(pack, lambda tree: tree["files"].remove(row(tree)))
    with pytest.raises(ProofFailed, match=r"the manifest lists 1 sheets; plan\.pdf has 2"):
        verify_pack(pack, partial(open_kit, Shelf()))


def test_every_code_of_practice_pages_is_held():
    from pathlib import Path

    from kitgen.build import Request, build_sheet
    from kitgen.cli.stated import read_carried, row_faults

    built = build_sheet(Shelf(), Request("sandwich-guy", "practice", {"level": "1"}, copies=3))
    assert len(built.codes) == 3
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "p.pdf"
        file.write_bytes(built.data)
        carried = read_carried(file)
    assert carried.codes == built.codes
    facts = {"path": "students/p.pdf", "kit": carried.kit, "sheet": "practice", "host": False, "pages": 3, "print": 1}
    assert list(row_faults({**facts, "codes": list(built.codes)}, carried)) == []
    for codes in (built.codes[:1], built.codes[::-1], [*built.codes[:2], built.codes[0]]):
        assert "says codes" in next(row_faults({**facts, "codes": list(codes)}, carried))


# ---------------------------------------------------------------- what a zip file holds beside its files


def with_entry(made, target, name, data=b"", mode=0, comment=b""):
    rezip(made, target)
    with zipfile.ZipFile(target, "a") as archive:
        entry = zipfile.ZipInfo(name)
        entry.create_system, entry.external_attr, entry.comment = 3, mode << 16, comment
        archive.writestr(entry, data)
    return target


ODD = {
    "folder that leads out": (dict(name="../students/"), "../students/ is a folder that leads out of the pack"),
    "folder at the root": (dict(name="/students/"), "/students/ is a folder that leads out of the pack"),
    "folder with data": (dict(name="students/", data=b"secret"), "students/ is a folder that holds data"),
    "empty folder": (dict(name="more/"), "more/ is a folder that no file of the pack lies in"),
    "link": (dict(name="students/x.pdf", data=b"/etc/passwd", mode=0o120777), "students/x.pdf is a link, or no file"),
    "folder that is a link": (dict(name="students/", mode=0o120777), "students/ is a link, or no file"),
    "device": (dict(name="students/x.pdf", mode=0o020666), "students/x.pdf is a link, or no file"),
    "remark": (dict(name="students/", comment=b"hello"), "students/ has a remark, or more than one name"),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_entries_that_no_pack_has(made, tmp_path, name):
    entry, says = ODD[name]
    target = with_entry(made, tmp_path / "odd.zip", **entry)
    assert faults(target) == [f"{target}: {says}"]


def test_bytes_and_remarks_around_the_files_are_refused(made, tmp_path):
    good = (made / "p.zip").read_bytes()
    target = tmp_path / "more.zip"

    def told(data):
        target.write_bytes(data)
        return faults(target)[0].removeprefix(f"{target}: ")

    assert told(b"#!/bin/sh\n" + good) == "holds bytes before its files, or behind them"
    assert told(good + b"more") == "holds a remark, or bytes behind its end"
    assert told(good + good[-22:]) == "holds bytes before its files, or behind them"
    assert told(good[:-2] + b"\5\0hello") == "holds a remark, or bytes behind its end"
    at = good.index(b"PK\1\2")
    moved = good[-22:-6] + struct.pack("<I", at + 6) + b"\0\0"
    assert told(good[:at] + b"hidden" + good[at:-22] + moved) == "holds bytes behind its last file that are no file's"
    before = bytearray(b"hidden" + good[:-22] + moved)
    for found in [n + 6 for n in range(at, len(good)) if good.startswith(b"PK\1\2", n)]:
        place = struct.unpack_from("<I", before, found + 42)[0]
        struct.pack_into("<I", before, found + 42, place + 6)
    assert told(bytes(before)) == "holds bytes before plan.pdf that are no file's"


def test_a_pack_whose_sizes_follow_its_files_holds(kitgen, made):
    """As a program writes that can't go back in its output."""

    class Pipe:
        def __init__(self, out):
            self.out, self.write, self.flush = out, out.write, out.flush

    with zipfile.ZipFile(made / "p.zip") as old, (kitgen.folder / "piped.zip").open("wb") as out:
        with zipfile.ZipFile(Pipe(out), "w", zipfile.ZIP_DEFLATED) as new:
            for name in old.namelist():
                new.writestr(name, old.read(name))
    assert "holds" in kitgen("verify", "piped.zip").stdout
