"""`kitgen sheet` and its kin as a user meets them: files, names, messages, exit codes, bytes."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import signal
import stat
import subprocess
import sys
import time

import pdfplumber
import pytest

from .conftest import COMMAND


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_the_pad_appears_under_output(kitgen):
    done = kitgen("sheet", "sandwich", "--size", "9")
    assert files(kitgen.folder) == ["output/sandwich-pad-9-cross-en-A4.pdf"]
    assert done.stdout == ""
    assert done.stderr == "output/sandwich-pad-9-cross-en-A4.pdf: 1 page, A4, proved; print at 100 %\n"
    with pdfplumber.open(kitgen.folder / "output/sandwich-pad-9-cross-en-A4.pdf") as pdf:
        assert (round(float(pdf.pages[0].width), 1), round(float(pdf.pages[0].height), 1)) == (595.3, 841.9)
        assert "9 × 9" in pdf.pages[0].extract_text()


def test_letter_is_true_letter(kitgen):
    kitgen("sheet", "sandwich", "--paper", "letter", "-o", "pad.pdf")
    with pdfplumber.open(kitgen.folder / "pad.pdf") as pdf:
        assert (float(pdf.pages[0].width), float(pdf.pages[0].height)) == (612.0, 792.0)


def test_same_bytes_in_another_process_hash_seed_and_day(kitgen):
    for name, env in (
        ("a", {"PYTHONHASHSEED": "1"}),
        ("b", {"PYTHONHASHSEED": "2", "SOURCE_DATE_EPOCH": "86400", "TZ": "Asia/Tokyo"}),
    ):
        kitgen("sheet", "sandwich", "--lang", "zh", "-o", f"{name}.pdf", env=env)
    assert (kitgen.folder / "a.pdf").read_bytes() == (kitgen.folder / "b.pdf").read_bytes()


def test_copies_are_numbered(kitgen):
    kitgen("sheet", "sandwich", "--copies", "3", "--header", "Class 4b", "-o", "pads.pdf")
    with pdfplumber.open(kitgen.folder / "pads.pdf") as pdf:
        texts = [page.extract_text() for page in pdf.pages]
    assert len(texts) == 3
    for number, text in enumerate(texts, start=1):
        assert f"Sheet {number} of 3" in text
        assert "Class 4b" in text


def test_lines_for_names_can_be_left_out(kitgen):
    kitgen("sheet", "sandwich", "--no-name", "--no-date", "-o", "pad.pdf")
    with pdfplumber.open(kitgen.folder / "pad.pdf") as pdf:
        text = pdf.pages[0].extract_text()
    assert "Name" not in text
    assert "Date" not in text


def test_standard_output_takes_the_file(kitgen):
    done = kitgen("sheet", "sandwich", "-o", "-", binary=True)
    assert done.stdout.startswith(b"%PDF-")
    assert files(kitgen.folder) == []


def test_dry_run_writes_nothing(kitgen):
    done = kitgen("sheet", "sandwich", "--dry-run")
    assert files(kitgen.folder) == []
    assert "would be made" in done.stderr


def test_json_says_what_was_made(kitgen):
    rows = json.loads(kitgen("sheet", "sandwich", "all", "--json", "-o", "kit").stdout)
    assert {row["file"] for row in rows} == {f"kit/{name}" for name in files(kitgen.folder / "kit")}
    assert [row["host"] for row in rows if "key" in row["file"]] == [True]
    assert all(row["paper"] == "A4" and row["code"] for row in rows)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["sheet", "sandwhich"], 2, "did you mean sandwich"),
        (["sheet", "sandwich", "pda"], 2, "did you mean pad"),
        (["sheet", "sandwich", "--size", "8"], 2, "accepted: 7, 9"),
        (["sheet", "sandwich", "--opening", "croos"], 2, "did you mean cross"),
        (["sheet", "sandwich", "--sise", "7"], 2, "Did you mean --size"),
        (["sheet", "sandwich", "--papr", "A4"], 2, "Did you mean --paper"),
        (["sheet", "sandwich", "--paper", "A5"], 2, "accepted: A4, Letter"),
        (["sheet", "sandwich", "--lang", "fr"], 2, "accepted: en, es, zh-Hans"),
        (["sheet", "sandwich", "--copies", "0"], 2, "1 to 1000"),
        (["sheet", "sandwich", "--copies", "1001"], 2, "1 to 1000"),
        (["sheet", "sandwich", "--size"], 2, "requires an argument"),
        (["sheet", "sandwich", "-o", "x.png"], 2, "-o x.png: what is made is a PDF"),
        (["sheet", "sandwich", "-o", "x.zip"], 2, "-o x.zip: what is made is a PDF"),
        (["key", "11DG4G", "-o", "key.SVG"], 2, "what is made is a PDF"),
        (["calibrate", "-o", "c.html"], 2, "what is made is a PDF"),
        (["handout", "tafl", "--sets", "3"], 2, "No such option: --sets"),
        (["handout", "tafl", "--all"], 2, "--all"),
        (["practice", "sandwich", "extra"], 2, "Name one KIT"),
        (["practice", "sandwich", "--seed", "-1"], 2, "accepted: 0 to 2545165805\n"),
        (["sheet", "sandwich", "all", "-o", "one.pdf"], 2, "give a folder"),
        (["sheet"], 2, "Name a KIT"),
        (["shet", "sandwich"], 2, "Did you mean sheet"),
        (["sheet", "sandwich", "--header", "x" * 200], 1, "mm wide"),
        (["sheet", "sandwich", "--header", "\N{GRINNING FACE}"], 3, "U+1F600"),
        (["sheet", "sandwich", "--header", "\u0635"], 3, "U+0635"),
    ],
)
def test_errors_name_what_is_accepted_and_write_nothing(kitgen, words, code, message):
    done = kitgen(*words, expect=code)
    assert message in done.stderr
    assert files(kitgen.folder) == []


def test_spanish_of_mexico_falls_back_with_a_note(kitgen):
    done = kitgen("sheet", "sandwich", "--lang", "es-MX", "-o", "pad.pdf")
    assert "note: no texts in es-MX; printing es" in done.stderr


def test_a_file_that_kitgen_did_not_make_is_kept(kitgen):
    target = kitgen.folder / "pad.pdf"
    target.write_bytes(b"%PDF-1.4 my thesis")
    assert "was not made by kitgen" in kitgen("sheet", "sandwich", "-o", "pad.pdf", expect=3).stderr
    assert target.read_bytes() == b"%PDF-1.4 my thesis"
    kitgen("sheet", "sandwich", "-o", "pad.pdf", "--force")
    kitgen("sheet", "sandwich", "--size", "9", "-o", "pad.pdf")  # our own may be replaced
    assert files(kitgen.folder) == ["pad.pdf"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_write_permission(kitgen):
    (kitgen.folder / "locked").mkdir()
    (kitgen.folder / "locked").chmod(stat.S_IRUSR | stat.S_IXUSR)
    assert "Permission denied" in kitgen("sheet", "sandwich", "-o", "locked/pad.pdf", expect=3).stderr


def test_a_folder_that_is_a_file(kitgen):
    (kitgen.folder / "out").write_text("mine")
    assert "nothing was written" in kitgen("sheet", "sandwich", "-o", "out/pad.pdf", expect=3).stderr
    assert files(kitgen.folder) == ["out"]


def test_a_full_disk_leaves_nothing(kitgen):
    kitgen("sheet", "sandwich", "-o", "warm.pdf")  # fill the font cache first
    (kitgen.folder / "warm.pdf").unlink()

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    done = kitgen("sheet", "sandwich", "-o", "pad.pdf", expect=3, preexec_fn=limit)
    assert "File too large" in done.stderr
    assert files(kitgen.folder) == []


def test_an_interrupt_leaves_nothing_half_written(kitgen, font_cache):
    environment = {**os.environ, "KITGEN_CACHE": str(font_cache)}
    for wait in (0.1, 0.3, 0.5, 0.8, 1.2):
        process = subprocess.Popen(
            [COMMAND, "practice", "sandwich", "--copies", "40", "-o", "out"], cwd=kitgen.folder, env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert "Traceback" not in err or "KeyboardInterrupt" in err  # before main() runs, Python itself may speak
        assert process.returncode != 0 or files(kitgen.folder)
        assert not [name for name in files(kitgen.folder) if ".kitgen-" in name]


def test_the_config_file_sets_defaults_and_the_command_line_wins(kitgen):
    config = kitgen.folder / "config.yaml"
    config.write_text("paper: Letter\nlang: es\nink: grey\n")
    env = {"KITGEN_CONFIG": str(config)}
    kitgen("sheet", "sandwich", env=env)
    kitgen("sheet", "sandwich", "--paper", "A4", "--ink", "low", env=env)
    assert files(kitgen.folder / "output") == [
        "sandwich-pad-7-cross-es-A4-low.pdf",
        "sandwich-pad-7-cross-es-Letter-grey.pdf",
    ]


def test_a_fault_in_the_config_names_its_place(kitgen):
    config = kitgen.folder / "config.yaml"
    config.write_text("papper: A4\n")
    done = kitgen("sheet", "sandwich", expect=1, env={"KITGEN_CONFIG": str(config)})
    assert "config.yaml:1:1: unknown key 'papper'" in done.stderr
    assert "did you mean paper" in done.stderr


def test_handout_and_practice_are_short_for_sheet(kitgen):
    kitgen("handout", "sandwich", "-o", "a.pdf")
    kitgen("sheet", "sandwich", "handout", "-o", "b.pdf")
    assert (kitgen.folder / "a.pdf").read_bytes() == (kitgen.folder / "b.pdf").read_bytes()
    kitgen("practice", "sandwich", "--level", "2", "-o", "out")
    names = files(kitgen.folder / "out")
    assert len(names) == 2
    assert sum("-key-" in name for name in names) == 1


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_practice_sheets_differ_and_the_key_bears_their_codes(kitgen):
    kitgen("practice", "sandwich", "--copies", "3", "--seed", "5", "-o", "out")
    pages = {}
    for name in files(kitgen.folder / "out"):
        with pdfplumber.open(kitgen.folder / "out" / name) as pdf:
            pages["key" if "-key-" in name else "sheet"] = [page.extract_text() for page in pdf.pages]
    assert len(pages["sheet"]) == len(pages["key"]) == 3
    codes = [text.splitlines()[-2].split("  ")[-1] for text in pages["sheet"]]
    assert len(set(codes)) == 3
    bodies = ["\n".join(text.splitlines()[3:-2]) for text in pages["sheet"]]
    assert len(set(bodies)) == 3


def test_no_answer_travels_in_a_players_file(kitgen):
    """The key's answers are in none of the practice file's strings: page text, attachment, tags, metadata."""
    import pikepdf

    kitgen("practice", "sandwich", "--level", "3", "--seed", "9", "-o", "out")
    names = files(kitgen.folder / "out")
    player = next(name for name in names if "-key-" not in name)
    with pikepdf.open(kitgen.folder / "out" / player) as pdf:
        manifest = json.loads(pdf.attachments["kitgen.json"].get_file().read_bytes())
        whole = json.dumps(manifest)
    assert "answer" not in whole
    assert manifest["records"]
    for page in manifest["pages"]:
        for leaf in page["leaves"]:
            if "record" in leaf:
                record = manifest["records"][leaf["record"]]
                assert len(record["moves"]) == leaf["ply"], "the record goes on beyond the position that is shown"


def test_a_flag_that_is_mistyped_at_the_end_is_understood(kitgen):
    assert "Did you mean --dry-run?" in kitgen("sheet", "sandwich", "--dry-rnu", expect=2).stderr
    assert "Did you mean --no-name?" in kitgen("sheet", "sandwich", "--no-nam", "x", expect=2).stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_long_work_shows_how_far_it_is_on_a_terminal_and_nowhere_else(kitgen):
    import pty

    ours, theirs = pty.openpty()
    words = ("practice", "sandwich", "--copies", "3", "-o", "out/")
    environment = {"KITGEN_CONFIG": str(kitgen.folder / "none.yaml"), "PATH": os.environ["PATH"]}
    done = subprocess.run([COMMAND, *words], cwd=kitgen.folder, env=environment, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert done.returncode == 0, shown
    assert done.stdout == b""
    assert "sandwich practice: 2 of 3" in shown and "sheets of sandwich: 1 of 2" in shown
    assert "2 of 3" not in kitgen(*words).stderr


def test_a_language_of_the_config_that_a_kit_lacks_gives_way_to_its_first(kitgen):
    (kitgen.folder / "config.yaml").write_text("lang: zh-Hans\n")
    env = {"KITGEN_CONFIG": str(kitgen.folder / "config.yaml")}
    done = kitgen("sheet", "sandwich-guy", "chart", "-o", "chart.pdf", env=env)
    assert "note: no texts in zh-Hans; printing en" in done.stderr
    assert "no texts in 'zh'" in kitgen("sheet", "sandwich-guy", "chart", "--lang", "zh", env=env, expect=2).stderr
