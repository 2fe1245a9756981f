"""`kitgen plan` and `pack` as a teacher meets them; a pack is there whole, or it is not there.

KITGEN_KILLS sets how often the killing tests kill: 20 writers and 4 whole commands of each kind in the suite; with 100,
100 writers of each kind and 100 whole commands.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import random
import resource
import signal
import subprocess
import time
import zipfile
from pathlib import Path

import pikepdf
import pytest

from kitgen.classroom.packing import PackFile, make_pack
from kitgen.classroom.planning import make_plan
from kitgen.cli.packs import write_pack
from kitgen.errors import FileTrouble
from kitgen.shelf import Shelf

from .conftest import COMMAND

KILLS = int(os.environ.get("KITGEN_KILLS", "20"))
SMALL = ("pack", "sandwich", "--sheet", "sandwich.practice", "--students", "3")


def tree(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def assert_whole(files):
    """A pack holds what its manifest lists, byte for byte, and nothing else."""
    manifest = json.loads(files["manifest.json"])
    assert {one["path"] for one in manifest["files"]} == files.keys() - {"manifest.json"}
    for one in manifest["files"]:
        assert hashlib.sha256(files[one["path"]]).hexdigest() == one["sha256"]
        assert len(files[one["path"]]) == one["bytes"]
    return manifest


def pages(data):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return len(pdf.pages)


def test_the_teachers_sentence_in_one_command(kitgen):
    """28 pupils, sandwich and tafl, 45 minutes, grey printer, Spanish: counted by hand."""
    kitgen(
        "pack",
        "sandwich",
        "tafl",
        "--students",
        "28",
        "--minutes",
        "45",
        "--ink",
        "grey",
        "--lang",
        "es",
        "-o",
        "monday",
    )
    files = tree(kitgen.folder / "monday")
    manifest = assert_whole(files)
    found = {(one.get("kit"), one["sheet"]): one for one in manifest["files"]}
    assert found["sandwich", "pad"]["pages"] == 14
    assert found["sandwich", "practice"]["pages"] == found["tafl", "practice"]["pages"] == 28
    assert len(set(found["sandwich", "practice"]["codes"])) == 28
    assert found["sandwich", "practice"]["codes"] == found["sandwich", "key"]["codes"]
    assert found["tafl", "board"]["pages"] == 14
    assert ("tafl", "observer") not in found
    for path, data in files.items():
        if not path.endswith(".pdf"):
            continue
        one = next(one for one in manifest["files"] if one["path"] == path)
        assert pages(data) == one["pages"]
        assert path.startswith("host/" if one["host"] else "students/") or path == "plan.pdf"
    assert {path for path in files if path.startswith("host/") and "key" in path} == {
        "host/sandwich-key-7-cross-1-seed1-28-es-A4-grey.pdf", "host/tafl-key-1-seed1-28-es-A4-grey.pdf",
    }  # fmt: skip


def test_any_number_of_jobs_makes_the_same_bytes_and_a_zip_too(kitgen):
    kitgen(*SMALL, "--jobs", "1", "-o", "one.zip", "--save", "class.yaml")
    kitgen(
        "pack",
        "--class",
        "class.yaml",
        "--jobs",
        "3",
        "-o",
        "three.zip",
        env={"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"},
    )
    kitgen("pack", "--class", "class.yaml", "-o", "folder")
    one = (kitgen.folder / "one.zip").read_bytes()
    assert one == (kitgen.folder / "three.zip").read_bytes()
    with zipfile.ZipFile(io.BytesIO(one)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == tree(kitgen.folder / "folder")


def test_names_are_printed_and_kept_nowhere_else(kitgen):
    names = ["Ángel Núñez", "Zoë Quix", "王小明"]
    (kitgen.folder / "lists").mkdir()
    (kitgen.folder / "lists" / "n.csv").write_text(
        "\ufeffnombre;grupo\n" + "".join(f"{n};4b\n" for n in names), "utf-8"
    )
    done = kitgen(*SMALL[:-2], "--names", "lists/n.csv", "-o", "p", "--save", "lists/class.yaml", "--json")
    files = tree(kitgen.folder / "p")
    manifest = assert_whole(files)
    sheet = next(path for path in files if path.startswith("students/"))
    with pikepdf.open(io.BytesIO(files[sheet])) as pdf:
        attached = b"".join(one.get_file().read_bytes() for one in pdf.attachments.values())
        about = str(pdf.docinfo) + str(pdf.open_metadata())
    import pdfplumber

    with pdfplumber.open(io.BytesIO(files[sheet])) as pdf:
        for name, page in zip(names, pdf.pages, strict=True):
            assert name.split()[0] in page.extract_text()
    kept = [attached.decode(), about, json.dumps(manifest, ensure_ascii=False), done.stdout, done.stderr]
    kept += [(kitgen.folder / "lists" / "class.yaml").read_text("utf-8"), *files]
    kept += [data.decode("latin-1") for path, data in files.items() if path != sheet]
    for name in names:
        for text in kept:
            assert name not in text and name.split()[0] not in text
    assert kitgen("verify", f"p/{sheet}").stdout.count("1 printed, not recorded") == 3
    kitgen("pack", "--class", "lists/class.yaml", "-o", "again")
    assert tree(kitgen.folder / "again") == files


def test_names_that_do_not_fit_the_class_or_the_line_are_refused(kitgen):
    (kitgen.folder / "n.csv").write_text("Ana\nBo\n", "utf-8")
    assert "2 names for 3 pupils" in kitgen(*SMALL, "--names", "n.csv", "-o", "p", expect=1).stderr
    (kitgen.folder / "n.csv").write_text("W" * 60 + "\n", "utf-8")
    assert "does not fit" in kitgen(*SMALL[:-2], "--names", "n.csv", "-o", "p", expect=1).stderr
    (kitgen.folder / "n.csv").write_text("Ana \U0001f600\n", "utf-8")
    assert "U+1F600" in kitgen(*SMALL[:-2], "--names", "n.csv", "-o", "p", expect=3).stderr
    assert not (kitgen.folder / "p").exists()


# ---------------------------------------------------------------- whole or not at all


def packs():
    """Two small packs of different bytes, with files in folders."""
    from kitgen.classroom.choices import Choices

    return [
        make_pack(Shelf(), make_plan(Shelf(), Choices(("sandwich",), n, sheets={"sandwich": ("pad",)})), "en")
        for n in (2, 3)
    ]


@pytest.fixture(scope="module")
def two():
    return packs()


def as_tree(files):
    return {one.path: one.data for one in files}


def held(target):
    if not target.exists():
        return None
    if target.suffix == ".zip":
        with zipfile.ZipFile(target) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    return tree(target)


@pytest.mark.parametrize("name", ["pack", "pack.zip"])
def test_killed_at_random_moments_a_pack_is_whole_or_not_there(tmp_path, two, name):
    chance, target = random.Random(7), tmp_path / "place" / name
    trees = [as_tree(files) for files in two]
    interrupted = 0
    for _ in range(KILLS):
        child = os.fork()
        if child == 0:
            try:
                while True:
                    for files in two:
                        write_pack(files, target)
            finally:
                os._exit(1)
        time.sleep(chance.uniform(0.0, 0.05))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert held(target) in (None, *trees)
        interrupted += bool(target.parent.is_dir() and len(list(target.parent.iterdir())) > target.exists())
    assert interrupted, "no kill came in the middle of a write"
    write_pack(two[0], target)
    assert held(target) == trees[0]
    assert [path.name for path in target.parent.iterdir()] == [name]  # what the killed left is cleared


@pytest.mark.parametrize("name", ["p", "p.zip"])
def test_the_command_killed_at_random_moments(kitgen, name):
    """Half of the kills come near the end, where the pack is written, over one of another seed if it got so far."""
    chance, target = random.Random(11), kitgen.folder / name
    env = {**os.environ, "KITGEN_CACHE": str(kitgen.folder / "cache"), "KITGEN_CONFIG": str(kitgen.folder / "none")}
    words = [*SMALL[:-1], "2", "--jobs", "2", "--sheet", "sandwich.pad", "-o", name]
    began = time.monotonic()
    kitgen(*words)
    length = time.monotonic() - began
    whole = 0
    for n in range(max(4, KILLS // 10) if KILLS < 100 else KILLS // 2):
        running = subprocess.Popen(
            [COMMAND, *words, "--seed", str(n)],
            cwd=kitgen.folder,
            env=env,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        time.sleep(chance.uniform(*((0.02, 1.1) if n % 2 else (0.8, 1.1) if n else (0.02, 0.1))) * length)
        os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
        assert_whole(held(target))  # the old one or the new one
        whole += b'"seed": %d' % n in held(target)["manifest.json"]
    assert whole <= n  # the first, at the least, was killed before it was done
    kitgen(*words)
    assert_whole(held(target))
    assert not list(kitgen.folder.glob(".kitgen-*"))


def alive_in(group):
    """Return the processes of a group that still run; the dead that nobody has buried do not."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, own = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:  # gone meanwhile
            continue
        if int(own) == group and state != "Z":
            found.append(stat.parent.name)
    return found


def test_an_interrupt_stops_every_process_and_leaves_nothing(kitgen):
    env = {**os.environ, "KITGEN_CACHE": str(kitgen.folder / "cache"), "KITGEN_CONFIG": str(kitgen.folder / "none")}
    words = [COMMAND, "pack", "sandwich", "--students", "200", "--jobs", "2", "-o", "p"]
    running = subprocess.Popen(
        words, cwd=kitgen.folder, env=env, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    time.sleep(2.5)
    began = time.monotonic()
    os.kill(running.pid, signal.SIGINT)
    _, told = running.communicate(timeout=60)  # ends only when no worker holds the pipe any more
    assert running.returncode == 130
    assert "Traceback" not in told
    assert time.monotonic() - began < 20
    assert not (kitgen.folder / "p").exists()
    for _ in range(50):  # the last ones may still be on their way out
        if not alive_in(running.pid):
            break
        time.sleep(0.1)
    assert alive_in(running.pid) == []


@pytest.mark.parametrize("name", ["p", "p.zip"])
def test_out_of_disk_leaves_the_old_pack(tmp_path, two, name):
    """A bound on the size of files stands for a full disk."""
    target = tmp_path / name
    write_pack(two[0], target)
    large = [*two[1][:-1], PackFile("students/large.pdf", b"x" * 200_000, {}), two[1][-1]]
    child = os.fork()
    if child == 0:
        code = 1
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            write_pack(large, target)
        except FileTrouble as error:
            code = 42 if "no pack was written" in str(error) else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 42
    assert held(target) == as_tree(two[0])
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_an_old_pack_of_ours_is_replaced_and_nothing_foreign_is_touched(tmp_path, two):
    target = tmp_path / "p"
    write_pack(two[0], target)
    write_pack(two[1], target)
    assert held(target) == as_tree(two[1])
    note = target / "students" / "notes.txt"
    note.write_text("mine")
    with pytest.raises(FileTrouble, match=r"notes\.txt was not made by kitgen"):
        write_pack(two[0], target)
    with pytest.raises(FileTrouble):
        write_pack(two[0], target, force=True)
    assert note.read_text() == "mine"
    note.unlink()
    plan = target / "plan.pdf"
    plan.write_bytes(plan.read_bytes() + b"\n% a remark")
    with pytest.raises(FileTrouble, match="was changed since"):
        write_pack(two[0], target)
    write_pack(two[0], target, force=True)
    assert held(target) == as_tree(two[0])


@pytest.mark.parametrize("there", ["file", "folder", "link", "zip"])
def test_what_is_not_ours_is_left_alone(tmp_path, two, there):
    target = tmp_path / ("p.zip" if there == "zip" else "p")
    if there == "folder":
        (target / "students").mkdir(parents=True)
    elif there == "link":
        (tmp_path / "real").mkdir()
        target.symlink_to(tmp_path / "real")
    else:
        target.write_bytes(b"PK mine")
    with pytest.raises(FileTrouble):
        write_pack(two[0], target)
    assert sorted(path.name for path in tmp_path.rglob("*")) == sorted(
        {target.name, *(["students"] if there == "folder" else ["real"] if there == "link" else [])}
    )


def test_without_an_exchange_of_folders_two_renames_do(tmp_path, two, monkeypatch):
    from kitgen.cli import packs as module

    monkeypatch.setattr(module, "_exchange", lambda *_: False)
    write_pack(two[0], tmp_path / "p")
    write_pack(two[1], tmp_path / "p")
    assert held(tmp_path / "p") == as_tree(two[1])
    assert [path.name for path in tmp_path.iterdir()] == ["p"]


def test_a_pack_put_aside_by_a_killed_run_goes_back_before_anything_else(tmp_path, two):
    write_pack(two[0], tmp_path / "p")
    gone = os.fork()
    if gone == 0:
        os._exit(0)
    os.waitpid(gone, 0)
    (tmp_path / "p").rename(tmp_path / f".kitgen-p-{gone}-x-old")
    with pytest.raises(FileTrouble):
        write_pack([PackFile("students/" + "x" * 300, b"", {})], tmp_path / "p")  # a name too long for any disk
    assert held(tmp_path / "p") == as_tree(two[0])


# ---------------------------------------------------------------- plan


def test_the_plan_as_text_json_and_page(kitgen):
    done = kitgen("plan", "sandwich", "--students", "27", "-o", "plan.pdf")
    assert done.stderr == "plan.pdf: the plan, 1 page, A4, proved; print at 100 %\n"
    text = done.stdout
    assert "13 pairs." in text and "1 pupil is left over" in text
    found = json.loads(kitgen("plan", "sandwich", "--students", "27", "--json").stdout)
    assert found["kits"][0]["groups"] == [2] * 13
    assert found["kits"][0]["left_over"] == 1
    assert "holds" in kitgen("verify", "plan.pdf").stdout


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["plan", "--students", "3"], 2, "Name one or more KITs"),
        (["plan", "sandwich"], 2, "--students N"),
        (["plan", "sandwitch", "--students", "3"], 2, "did you mean sandwich"),
        (["plan", "sandwich", "--students", "0"], 2, "students is 0"),
        (["plan", "sandwich", "--students", "3", "--option", "level=2", "--level", "3"], 2, "one of the two"),
        (["plan", "sandwich", "--students", "3", "--option", "size=9", "--option", "size=7"], 2, "given twice"),
        (["plan", "sandwich", "--students", "3", "--level", "1=3", "--level", "2=0"], 2, "no pupils beside one"),
        (["pack", "sandwich", "--students", "3", "-o", "."], 2, "one of its own"),
        (["pack", "sandwich", "--students", "3", "-o", "-"], 2, "a folder or a .zip file"),
        (["pack", "sandwich", "--students", "3", "-o", "mon/", "--save", "mon/c.yaml"], 2, "beside it"),
        (["pack", "sandwich", "--students", "3", "--level", "hard"], 2, "write a level"),
        (["pack", "sandwich", "tafl", "--students", "3", "--option", "size"], 2, "write KEY=VALUE or KIT.KEY=VALUE"),
        (["pack", "sandwich", "tafl", "--students", "3", "--option", "gpa=0"], 2, "did you mean gap"),
        (
            ["plan", "sandwich", "tafl", "reversi", "--students", "3", "--option", "gap=0"],
            2,
            "tafl.gap=..., reversi.gap=",
        ),
        (["pack", "sandwich", "--students", "3", "-o", "p.tar.gz"], 2, "a pack is a folder or a .zip file"),
        (["pack", "sandwich", "--students", "3", "-o", "p.txt"], 2, "a pack is a folder or a .zip file"),
        (["plan", "sandwich", "--students", "3", "-o", "plan.docx"], 2, "what is made is a PDF"),
        (["pack", "sandwich", "--students", "3", "--names", "none.csv"], 3, "none.csv"),
        (["pack", "--class", "none.yaml"], 3, "none.yaml"),
    ],
)
def test_what_is_wrong_is_said(kitgen, words, code, message):
    assert message in kitgen(*words, expect=code).stderr
    assert list(Path(kitgen.folder).iterdir()) == []


def test_a_kit_without_the_language_of_the_class_is_printed_in_its_first_with_a_note(kitgen):
    done = kitgen("plan", "sandwich", "sandwich-guy", "--students", "3", "--lang", "zh")
    assert done.stderr == "note: sandwich-guy: no texts in zh; printing en\n"
    assert "棋纸" in done.stdout
    assert "Score pad" in done.stdout
    alone = kitgen("plan", "sandwich-guy", "--students", "3", "--lang", "zh", expect=2).stderr
    assert "sandwich-guy has no texts in 'zh'" in alone
    assert "accepted: en, es" in alone
    everywhere = kitgen("plan", "sandwich", "sandwich-guy", "--students", "3", "--lang", "fr", expect=2).stderr
    assert everywhere.count("has no texts in 'fr'") == 2


def test_an_option_may_do_without_its_kit_where_one_or_all_have_it(kitgen):
    def chosen(*words):
        return json.loads(kitgen("plan", *words, "--students", "4", "--json").stdout)["choices"]["options"]

    assert chosen("sandwich", "tafl", "--option", "size=9") == {"sandwich": {"size": "9"}}
    assert chosen("sandwich", "tafl", "--option", "level=2") == {"sandwich": {"level": "2"}, "tafl": {"level": "2"}}
    assert chosen("sandwich", "tafl", "--option", "tafl.level=3") == {"tafl": {"level": "3"}}


def test_a_plan_counts_the_names_of_a_list(kitgen):
    (kitgen.folder / "n.csv").write_text("first name,last name\nAna,Gil\nBo,Li\nCy,Ng\n", "utf-8")
    found = json.loads(kitgen("plan", "sandwich", "--names", "n.csv", "--json").stdout)
    assert found["choices"]["students"] == 3
    assert found["kits"][0]["left_over"] == 1
    assert "2 names for" not in kitgen("plan", "sandwich", "--names", "n.csv", "--students", "4", expect=1).stdout


def test_packs_of_other_kits_and_classes_have_places_of_their_own(kitgen):
    one = [("tafl", "sandwich-guy"), ("tafl.board", "sandwich-guy.chart"), "2"]
    for kits, sheets, students in (one, (("sandwich",), ("sandwich.pad",), "3")):
        kitgen("pack", *kits, *(word for sheet in sheets for word in ("--sheet", sheet)), "--students", students)
    assert sorted(path.name for path in (kitgen.folder / "output").iterdir()) == ["sandwich-3", "tafl-sandwich-guy-2"]


@pytest.mark.parametrize("damage", ["gone", "cut", "foreign"])
def test_a_pack_without_its_manifest_is_told_in_one_line_before_the_work(kitgen, damage):
    small = ["pack", "sandwich", "--sheet", "sandwich.pad", "--students", "2", "-o", "p"]
    kitgen(*small)
    manifest = kitgen.folder / "p" / "manifest.json"
    whole = manifest.read_bytes()
    manifest.unlink()
    if damage != "gone":
        manifest.write_bytes(whole[: len(whole) // 2] if damage == "cut" else b'{"name": "my site"}')
    before = tree(kitgen.folder / "p")
    began = time.monotonic()
    told = kitgen(*small[:-4], "--students", "28", "-o", "p", expect=3).stderr
    kitgen("plan", "sandwich", "--students", "28")
    assert told.count("error") == 1 and "manifest.json is " in told
    assert ("missing" if damage == "gone" else "damaged") in told
    assert tree(kitgen.folder / "p") == before
    assert time.monotonic() - began < 20  # no pack of a class was made


def test_choices_are_saved_over_choices_and_over_nothing_else(kitgen):
    small = ["pack", "sandwich", "--sheet", "sandwich.pad", "--students", "2", "-o", "p", "--save"]
    for _ in range(2):
        kitgen(*small, "class.yaml")
    (kitgen.folder / "mine.yaml").write_text("timetable: mine\n")
    assert "mine.yaml is there and was not made by kitgen" in kitgen(*small, "mine.yaml", expect=3).stderr
    assert (kitgen.folder / "mine.yaml").read_text() == "timetable: mine\n"
    kitgen(*small, "mine.yaml", "--force")
    assert "pack --class FILE" in (kitgen.folder / "mine.yaml").read_text()


def test_one_file_is_no_files(kitgen):
    told = kitgen("pack", "sandwich", "--sheet", "sandwich.pad", "--students", "2", "-o", "p").stderr
    assert "1 file and the plan, 1 side on 1 sheet of paper" in told


def test_a_solitaire_says_that_a_pack_of_ones_own_serves(kitgen):
    told = "Each player needs 52 cards: an ordinary pack without jokers does."
    assert told in kitgen("plan", "sandwich-guy", "--students", "28").stdout
    assert told not in kitgen("plan", "sandwich-guy", "--students", "28", "--sheet", "sandwich-guy.handout").stdout
    decks = json.loads(kitgen("plan", "sandwich-guy", "--students", "28", "--sets", "7", "--json").stdout)
    deck = next(one for one in decks["kits"][0]["sheets"] if one["sheet"] == "deck")
    assert (deck["copies"], deck["pieces"]) == (7, 7 * 52)


def test_a_sheet_that_a_class_needs_none_of_may_be_chosen(kitgen):
    """The large board, one a pair and game: 45 minutes less 10 hold two games of 15, and three pupils are one pair."""
    found = json.loads(kitgen("plan", "sandwich", "--students", "3", "--sheet", "sandwich.big", "--json").stdout)
    assert [(one["sheet"], one["copies"]) for one in found["kits"][0]["sheets"]] == [("big", 2)]
    kitgen("pack", "sandwich", "--students", "3", "--sheet", "sandwich.big", "-o", "p")
    assert_whole(tree(kitgen.folder / "p"))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_workers_end_with_a_parent_that_is_killed(kitgen):
    env = {**os.environ, "KITGEN_CACHE": str(kitgen.folder / "cache"), "KITGEN_CONFIG": str(kitgen.folder / "none")}
    words = [COMMAND, "pack", "sandwich", "tafl", "--students", "200", "--jobs", "2", "-o", "p"]
    running = subprocess.Popen(
        words, cwd=kitgen.folder, env=env, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
    )
    for _ in range(200):  # until its workers are at work
        if len(alive_in(running.pid)) >= 3:
            break
        time.sleep(0.1)
    assert len(alive_in(running.pid)) >= 3
    running.kill()
    running.wait()
    for _ in range(200):
        if not alive_in(running.pid):
            break
        time.sleep(0.1)
    assert alive_in(running.pid) == []
