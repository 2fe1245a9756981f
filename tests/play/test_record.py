"""Files of records, one a line: where a line ends, and what becomes of one that is too long."""

from __future__ import annotations

import pytest

from kitgen.play.record import MAX_RECORD, line_records


def tokens(text):
    return [(record.line, [token for _, token in record.tokens]) for record in line_records(text)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_files_do(end):
    assert tokens(f"C2 D2{end}{end}# no moves{end}E5{end}") == [(1, ["C2", "D2"]), (4, ["E5"])]


@pytest.mark.parametrize("odd", ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
def test_what_else_may_look_like_an_end_is_none(odd):
    """All that str.splitlines takes for the end of a line and no editor counts as one."""
    assert tokens(f"C2{odd}D2\nE5") == [(1, ["C2", "D2"]), (2, ["E5"])]


def test_a_record_too_long_is_refused_alone():
    found = list(line_records(f"C2\n{'D2 ' * 10_000}\nE5\n"))
    assert [record.line for record in found] == [1, 2, 3]
    assert [bool(record.refused) for record in found] == [False, True, False]
    assert "30000 characters; 20000 is the most" in found[1].refused and found[1].tokens == ()
    assert not next(line_records("x" * MAX_RECORD)).refused
    assert next(line_records("x" * (MAX_RECORD + 1))).refused
