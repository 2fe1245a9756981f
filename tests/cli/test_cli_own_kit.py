"""A kit of one's own: what is mistyped, left out or made up in it is refused with its place, and nothing is printed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import kitgen as package

ROOT = Path(package.__file__).parent.parent


def change(path, old, new):
    """Replace `old` once; return the line and column where it stood."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    at = text.index(old)
    return text[:at].count("\n") + 1, at - text.rfind("\n", 0, at)


@pytest.fixture
def club(kitgen):
    """Return the folder of a kit copied from Sandwich, on a board of five by five, in English alone."""
    kitgen("new", "club", "--game", "sandwich", "--to", "mine")
    layout = kitgen.folder / "mine/layouts/club.yaml"
    change(layout, "choices: [7, 9], default: 7", "choices: [5], default: 5")
    change(layout, "min_cell: {A4/7: 12mm, A4/9: 9mm, Letter/7: 11mm, Letter/9: 8.5mm}", 'min_cell: {"*": 9mm}')
    change(layout, "record: example-{size}-{opening}@10", "record: opening-{size}-{opening}@0")
    change(layout, "languages: [en, es, zh-Hans]", "languages: [en]")
    for path in ("es.md", "zh-Hans.md"):
        (kitgen.folder / "mine/rules_text/club" / path).unlink()
    return kitgen.folder / "mine"


def refused(kitgen, *words, code=1):
    """Return what both `check` and the build of a sheet say, which must print nothing."""
    said = kitgen("check", "club", "--kits", "mine", expect=1).stderr
    built = kitgen("sheet", *words, "--kits", "mine", expect=code).stderr
    assert not list(kitgen.folder.rglob("*.pdf"))
    return said, built


# ---------------------------------------------------------------- numbers that nothing counts


def test_a_number_typed_into_a_text_is_refused_with_the_field_that_counts_it(kitgen, club):
    """25 cells and five marks by hand: 5 x 5, and a cross of an own mark and four enemy ones round it."""
    text = club / "rules_text/club/en.md"
    wrong = "The board has 24 cells, and six marks stand on it. Forty-four is no number of theirs.\nAfter 19 moves it is full."
    line, _ = change(text, "Take turns to draw a mark of your own in any empty cell. It need", f"{wrong} It need")
    for said in refused(kitgen, "club", "handout"):
        for row, column, number, field in (
            (line, 25, "24", "did you mean {cells}?"), (line, 39, "six", "{start_marks:word}"),
            (line, 62, "Forty-four", ""), (line + 1, 7, "19", "did you mean {moves}?"),
        ):  # fmt: skip
            fault = re.search(rf"en\.md:{row}:{column}: the number {number} is typed in.*\n(    .*\n)+", said)
            assert fault, said
            assert field in fault[0]
    change(
        text,
        wrong,
        "The board has {cells} cells, and {start_marks:word} marks stand on it. After {moves} moves it is full.",
    )
    kitgen("sheet", "club", "handout", "--kits", "mine", "-o", "out.pdf")
    page = kitgen("verify", "out.pdf", "--kits", "mine").stdout
    assert "holds" in page


def test_a_phrase_with_a_reason_beside_the_text_may_hold_a_number(kitgen, club):
    text, allowed = club / "rules_text/club/en.md", club / "rules_text/club/numbers_allowed.yaml"
    change(text, "Take turns", "Since 1973 people take turns")
    assert "the number 1973 is typed in" in refused(kitgen, "club", "handout")[1]
    allowed.write_text("en:\n  - {text: Since 1973, why: the year in which our club began}\n", encoding="utf-8")
    said = kitgen("sheet", "club", "handout", "--kits", "mine", expect=1).stderr
    assert "1973" not in said, "the phrase is excused"
    assert "the number twice is typed in" in said, "what the copied list excused is excused no more"


def test_a_number_typed_into_a_word_is_refused(kitgen, club):
    words = club / "rules_text/club/words.en.yaml"
    words.write_text('materials_short: "a board of 24 cells, {n}"\nnumber_5: six\n', encoding="utf-8")
    for said in refused(kitgen, "club", "handout"):
        assert "words.en.yaml:1:30: the number 24 is typed in" in said
        assert "words.en.yaml:2:11: the number six is typed in" in said, "not even a number word can be turned round"


def test_a_number_that_only_the_printed_page_shows_is_refused(kitgen, club):
    wrong = "Its fo**ur** and {start_marks:word}teen and [veinticuatro]{es} and f\u043eur."
    line, column = change(club / "rules_text/club/en.md", "Take turns to draw", f"{wrong} Take turns to draw")
    change(club / "layouts/club.yaml", "text: 夹涂棋, lang: zh-Hans", "text: Twelve, lang: es")
    done = kitgen("check", "club", "--kits", "mine", expect=1).stderr
    assert "the number Twelve is typed in" in done
    change(club / "layouts/club.yaml", "text: Twelve, lang: es", "text: 夹涂棋, lang: zh-Hans")
    for said in refused(kitgen, "club", "handout"):
        for at, message in (
            (4, "the number four is typed in"), (17, "a field stands alone: {start_marks:word} touches"),
            (45, "the number veinticuatro is typed in"), (67, "the word f\u043eur mixes letters"),
        ):  # fmt: skip
            assert f"en.md:{line}:{column + at}: {message}" in said


def test_a_number_in_the_name_in_another_language_is_refused_until_it_has_a_reason(kitgen, club):
    line, column = change(club / "layouts/club.yaml", "夹涂棋", "六子棋")
    for said in refused(kitgen, "club", "big"):
        assert f"club.yaml:{line}:{column}: the number 六 is typed in" in said
    allowed = club / "rules_text/club/numbers_allowed.yaml"
    allowed.write_text(
        allowed.read_text().replace("zh-Hans:\n", "zh-Hans:\n  - {text: 六子棋, why: the name of a game}\n")
    )
    kitgen("sheet", "club", "big", "--kits", "mine")


# ---------------------------------------------------------------- languages and words


def test_a_language_without_a_text_is_refused(kitgen, club):
    line, column = change(club / "layouts/club.yaml", "languages: [en]", "languages: [en, es]")
    for said in refused(kitgen, "club", "handout", "--lang", "es"):
        assert f"layouts/club.yaml:{line}:{column + 16}: the kit has no text in es" in said
        assert "rules_text/club/es.md" in said


def test_what_is_worded_anew_in_one_language_must_be_in_each(kitgen, club):
    line, column = change(club / "layouts/club.yaml", "languages: [en]", "languages: [en, es]")
    shutil.copy(ROOT / "rules_text/sandwich/es.md", club / "rules_text/club/es.md")
    (club / "rules_text/club/words.en.yaml").write_text("materials_short: a sheet\npad_line: play\n")
    for said in refused(kitgen, "club", "handout", "--lang", "es"):
        assert f"layouts/club.yaml:{line}:{column + 16}: es has no words for what" in said
        assert "materials_short, pad_line" in said
    (club / "rules_text/club/words.es.yaml").write_text("materials_short: una hoja\n")
    for said in refused(kitgen, "club", "handout", "--lang", "es"):
        assert "words.en.yaml:2:11: " in said
        assert "words.es.yaml lacks the phrase 'pad_line'" in said
    kitgen("sheet", "club", "handout", "--kits", "mine", "--lang", "en")


def test_a_language_that_the_game_has_not_needs_every_word(kitgen):
    """Tafl is worded in English and Spanish: check names every phrase that a kit in Chinese must bring."""
    kitgen("new", "club", "--game", "tafl", "--to", "mine")
    line, column = change(kitgen.folder / "mine/layouts/club.yaml", "languages: [en, es]", "languages: [en, zh-Hans]")
    text = kitgen.folder / "mine/rules_text/club/zh-Hans.md"
    shutil.copy(kitgen.folder / "mine/rules_text/club/en.md", text)
    said = kitgen("check", "club", "--kits", "mine", expect=1).stderr
    assert f"layouts/club.yaml:{line}:{column + 16}: zh-Hans has no words for what" in said
    assert {"side_king", "caption_takes", "counter_pair"} <= set(re.split(r"[,\s]+", said))


def test_a_word_that_nothing_says_is_refused(kitgen, club):
    (club / "rules_text/club/words.en.yaml").write_text("name: Player\n\nmaterials_shrt: a printed board\n")
    for said in refused(kitgen, "club", "handout"):
        assert "words.en.yaml:3:1: unknown phrase 'materials_shrt'" in said
        assert "did you mean materials_short?" in said
        assert "'name'" not in said


def test_a_record_of_the_games_name_is_refused(kitgen, club):
    records = club / "rules_text/club/records"
    records.mkdir()
    (records / "mine.yaml").write_text("single-kill:\n  options: {size: 5, opening: cross}\n")
    for said in refused(kitgen, "club", "handout"):
        assert re.search(r"records/mine\.yaml:2:3: record 'single-kill' stands in .*figures\.yaml:\d+ too", said)


# ---------------------------------------------------------------- numbers of kits


def test_each_new_kit_gets_a_free_number_and_says_what_to_do_next(kitgen):
    """Numbers 1 to 5 are those of the kits that come with kitgen."""
    for slug, number in (("club", 6), ("other", 7)):
        said = kitgen("new", slug, "--game", "tafl", "--to", "my kits").stderr
        assert re.search(rf"^number: {number}$", (kitgen.folder / f"my kits/layouts/{slug}.yaml").read_text(), re.M)
        assert f"the free number {number}" in said
        assert "for the game tafl" in said
        assert f"kitgen check {slug} --kits 'my kits'" in said
        assert f"kitgen sheet {slug} --kits 'my kits'" in said


def test_the_name_of_a_kit_that_comes_with_kitgen_is_taken(kitgen):
    assert "my_sandwich" in kitgen("new", "sandwich", "--to", "mine", expect=1).stderr
    assert not (kitgen.folder / "mine").exists()


def test_a_number_that_another_kit_has_is_refused(kitgen, club):
    """The club's is 6; Tafl's is 2; the next that is free is 7 with a kit of number 6 beside it."""
    kitgen("new", "other", "--game", "tafl", "--to", "theirs")
    change(club / "layouts/club.yaml", "number: 6", "number: 2")
    for said in refused(kitgen, "club", "handout"):
        assert "layouts/club.yaml:4:9: number 2 is that of tafl too" in said
        assert "accepted: 6" in said
    change(club / "layouts/club.yaml", "number: 2", "number: 6")
    said = kitgen("check", "club", "--kits", "mine", "--kits", "theirs", expect=1).stderr
    assert "club.yaml:4:9: number 6 is that of other too" in said
    assert "accepted: 7" in said


# ---------------------------------------------------------------- the schema


def test_the_schema_in_the_guide_is_the_one_that_is_printed_and_layouts_name_it(kitgen):
    shipped = ROOT / "docs/layout.schema.json"
    assert shipped.read_text(encoding="utf-8") == kitgen("schema").stdout, (
        "run `kitgen schema > docs/layout.schema.json`"
    )
    kitgen("new", "club", "--game", "tafl", "--to", "mine")
    layouts = [*(ROOT / "layouts").glob("*.yaml"), kitgen.folder / "mine/layouts/club.yaml"]
    assert len(layouts) > 5
    for layout in layouts:
        first = layout.read_text(encoding="utf-8").splitlines()[0]
        named = layout.parent / first.removeprefix("# yaml-language-server: $schema=")
        assert named.read_text(encoding="utf-8") == shipped.read_text(encoding="utf-8"), layout


# ---------------------------------------------------------------- every message says where

LAYOUT, TEXT = "layouts/club.yaml", "rules_text/club/en.md"
PLACED = [  # file, what is put for what, where in it the fault stands, what is said, sheet
    (LAYOUT, "opening-{size}", "openin-{size}", "openin", "no record 'openin-5-cross'", "big"),
    (LAYOUT, "style: numbered", "style: numberd", "numberd", "no style 'numberd'", "pad"),
    (LAYOUT, "choices: [5]", "choices: [5, 6]", "6]", "option size: '6' is not accepted", "handout --size 6"),
    (LAYOUT, "game: sandwich", "game: sandwhich", "sandwhich", "unknown game 'sandwhich'", "handout"),
    (LAYOUT, "sections: [handout]", "sections: [handuot]", "handuot", "no section 'handuot'", "handout"),
    (LAYOUT, "title: handout_title", "title: handout_titel", "handout_titel", "no phrase 'handout_titel'", "handout"),
    (LAYOUT, "score: [A, B]", "score: [A, C]", "C]", "no phrase 'side_C'", "pad"),
    (LAYOUT, "opening-{size}-{opening}@0", "opening-{size}-{opening}@3", "opening-{s", "the record has plies 0 to 0", "pad"),
    (TEXT, "(run-killed@end)", "(run-killed@7)", "run-killed@7", "the record has plies 0 to 1", "handout"),
    (TEXT, "(run-killed@end)", "(run-kiled@end)", "run-kiled@end", "no record 'run-kiled'", "handout"),
    (TEXT, "(run-killed@end)", "(run-killed@end numberd)", "run-killed@end numberd", "no style 'numberd'", "handout"),
    (TEXT, "Slash them", "Slash \U0001f600 them", "\U0001f600", "no font has \U0001f600 U+1F600", "handout"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "old", "new", "spot", "message", "sheet"), PLACED, ids=[row[4] + row[0] for row in PLACED]
)
def test_a_fault_names_its_line_and_column(kitgen, club, file, old, new, spot, message, sheet):
    text = (club / file).read_text(encoding="utf-8")
    assert old in text
    (club / file).write_text(text.replace(old, new), encoding="utf-8")
    lines = text.replace(old, new).splitlines()
    places = {f"{file}:{n}:{line.index(spot) + 1}: " for n, line in enumerate(lines, start=1) if spot in line}
    done = kitgen("sheet", "club", *sheet.split(), "--kits", "mine", expect=None)
    assert done.returncode in (1, 3)
    for said in (done.stderr, kitgen("check", "club", "--kits", "mine", expect=None).stderr):
        line = next(line for line in said.splitlines() if message in line)
        assert any(place in line for place in places), (line, places)


def test_a_name_or_header_that_no_font_has_is_said_to_be_that(kitgen):
    said = kitgen("sheet", "sandwich", "--header", "Class \U0001f600", expect=3).stderr
    assert re.search(r"^error: --header: no font has .*, in 'Class", said)


def test_what_does_not_fit_names_kit_sheet_language_paper_and_options(kitgen, club):
    """Five cells across A4 are at most 210 / 5 = 42 mm: 45 are too many. On Letter nothing is asked of them."""
    line, column = change(club / LAYOUT, 'min_cell: {"*": 15mm}', "min_cell: {A4: 45mm}")
    for said in refused(kitgen, "club", "big"):
        assert f"{LAYOUT}:{line}:{column + 15}: the boards' cells would be" in said
        assert "the layout asks for 45.0 mm at least (sheet big, en, A4, size 5, opening cross)" in said
    assert (
        "(and 2 more like it, for: sheet big, en, A4, size 5, opening rotated; sheet big"
        in refused(kitgen, "club", "big")[0]
    )


# ---------------------------------------------------------------- all at once, each once


def test_faults_of_layout_texts_and_records_are_told_together(kitgen, club):
    change(club / LAYOUT, "minutes: [15, 25]", "minutes: [25, 15]")
    change(club / TEXT, "Take turns", "Take 3 turns")
    (club / "rules_text/club/words.en.yaml").write_text("name: '{'\n")
    (club / "rules_text/club/records").mkdir()
    (club / "rules_text/club/records/mine.yaml").write_text("corner: {mooves: D1}\n")
    said = kitgen("check", "club", "--kits", "mine", expect=1).stderr
    for part in ("from 25 to 15 minutes", "the number 3 is typed in", "a stray brace", "unknown key 'mooves'"):
        assert part in said


def test_a_size_that_was_not_measured_takes_a_screen_not_a_flood(kitgen):
    """The measured games are of boards of seven and nine: a text about them has no numbers for five."""
    kitgen("new", "club", "--game", "sandwich", "--to", "mine")
    change(kitgen.folder / "mine" / LAYOUT, "choices: [7, 9]", "choices: [5, 7, 9]")
    said = kitgen("check", "club", "--kits", "mine", expect=1).stderr
    assert len(said.splitlines()) < 50
    assert "the number 'match_games' has no value here (size 5, opening cross)" in said
    assert "there is one for size 7, opening cross" in said
    assert "unknown number" not in said
    accepted = [line for line in said.splitlines() if "accepted: " in line and len(line) > 80]
    assert len(accepted) == len(set(accepted)), "a long list is written once"
    assert re.search(
        r"no record 'example-5-cross'\n.*\n.*\n.*\n.*\n    \(and 2 more like it, for: 'example-5-rotated'", said
    )
    left_out = re.search(r"and (\d+) more like it, for: .*en\.md:\d+:\d+ '\w+'; .*…\)", said)
    assert left_out


def test_an_own_record_that_nothing_shows_is_mistyped(kitgen, club):
    records = club / "rules_text/club/records"
    records.mkdir()
    (records / "mine.yaml").write_text("my-corner:\n  options: {size: 5, opening: cross}\n")
    text = club / TEXT
    for section in ("play", "results"):  # these speak of measured games, and none was played on five by five
        whole = text.read_text()
        text.write_text(re.sub(rf"^## {section} .*?(?=^## )", "", whole, flags=re.M | re.S))
    layout = club / LAYOUT
    change(layout, "[complete, play, variations, results]", "[complete, variations]")
    said = kitgen("check", "club", "--kits", "mine", expect=1).stderr
    assert "records/mine.yaml:2:3: record 'my-corner' is shown nowhere" in said
    assert len(said.splitlines()) == 3, said


def test_a_false_claim_of_a_record_is_told_in_words(kitgen, club):
    """In ABB.. an A at D1 kills both of B's marks: two of A are left, none of B, two are dead."""
    records = club / "rules_text/club/records"
    records.mkdir()
    claim = "{ply: 1, score: {A: 3, B: 0, dead: 2}, killed: []}"
    start = 'options: {size: 5, start: "ABB../...../...../...../.....", first: A}'
    (records / "mine.yaml").write_text(f"my-corner:\n  {start}\n  moves: D1\n  claims:\n    - {claim}\n")
    change(club / TEXT, "![The opening](opening-{size}-{opening}@0 position)", "![A corner](my-corner@end)")
    for said in refused(kitgen, "club", "handout"):
        assert "mine.yaml:5:7: record my-corner, ply 1: score is A 2, B 0, dead 2, not A 3, B 0, dead 2" in said
        assert "mine.yaml:5:7: record my-corner, ply 1: killed is B1, C1, not nothing" in said


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("number_5: several", "1:1: 'number_5' is the language's"),
        ("decimal_mark: ';'", "1:1: 'decimal_mark' is the language's"),
        ('answer_kills: "the middle"', "must say what the one that it replaces says"),
        ('ruler: "This line is long"', "accepted: {mm}"),
        ('game_n: ""', "phrase 'game_n' is empty"),
        ("side_A: B", "'side_A' reads as 'side_B' does: B"),
        ("side_A: B\nside_B: A", "'side_B' reads as 'side_A' does: A"),
    ],
)
def test_a_phrase_worded_anew_says_what_the_old_one_says(kitgen, line, told):
    kitgen("new", "club_pad", "--game", "sandwich", "--to", "K")
    layout = kitgen.folder / "K/layouts/club_pad.yaml"
    layout.write_text(layout.read_text().replace("languages: [en, es, zh-Hans]", "languages: [en]"))
    (kitgen.folder / "K/rules_text/club_pad/words.en.yaml").write_text(f"{line}\n")
    assert told in kitgen("sheet", "club_pad", "pad", "--kits", "K", expect=1).stderr


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("    host: true\n", "", "a key holds answers, and is the host's"),
        ("- questions: {", "- questions: {answers: true, ", "asks and gives the answers away"),
    ],
)
def test_answers_do_not_reach_the_pupils(kitgen, old, new, told):
    kitgen("new", "club_pad", "--game", "sandwich", "--to", "K")
    layout = kitgen.folder / "K/layouts/club_pad.yaml"
    text = layout.read_text()
    at = text.index("  key:") if not new else text.index("  practice:")
    layout.write_text(text[:at] + text[at:].replace(old, new, 1))
    found = kitgen("check", "club_pad", "--kits", "K", expect=1).stderr
    assert told in found
    assert "club_pad.yaml:" in found
