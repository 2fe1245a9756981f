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
