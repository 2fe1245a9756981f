"""No byte of a finished file can change unseen: the seal, worked out here in a third way."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from kitgen.errors import ProofFailed
from kitgen.proof.child import verify_file
from kitgen.proof.compare import prove
from kitgen.proof.sealing import is_sealed

SEALED = re.compile(rb"(<[0-9a-f]{32}>\s*<)([0-9a-f]{32})(>\s*\])")


@pytest.mark.parametrize("kind", ["sheet", "copies"])
def test_the_second_half_of_the_id_is_made_of_all_other_bytes(kind, request):
    data = request.getfixturevalue(kind)
    found = SEALED.findall(data)
    blank = SEALED.sub(rb"\g<1>" + b"0" * 32 + rb"\g<3>", data)
    assert len(found) == 1
    assert found[0][1] == hashlib.sha256(blank).hexdigest()[:32].encode()
    assert is_sealed(data)


def test_any_bit_changed_anywhere_is_seen(sheet):
    chance = random.Random(5)
    for _ in range(400):
        at, bit = chance.randrange(len(sheet)), 1 << chance.randrange(8)
        changed = bytearray(sheet)
        changed[at] ^= bit
        assert not is_sealed(bytes(changed)), at


@pytest.mark.parametrize(
    "changed",
    [
        lambda data: data + b"\n",
        lambda data: data[:-1],
        lambda data: data.replace(b"%PDF-1.7", b"%PDF-1.7\n", 1),
        lambda _: b"",
        lambda _: b"/ID [<00><00>]",
        lambda _: b"/ID",
        lambda data: SEALED.sub(rb"\g<1>\g<2>\g<2>\g<3>", data),
    ],
)
def test_more_less_or_other_bytes_are_seen(sheet, changed):
    assert not is_sealed(changed(sheet))


def test_a_byte_that_no_page_shows_is_refused_when_the_file_is_verified(
    tmp_path: Path, sheet: bytes, words: Callable, spoil: Callable
) -> None:
    """The widths of a font are for selecting text; a reader that draws the page never looks at them."""
    path, at = tmp_path / "sheet.pdf", sheet.index(b"/Ascent") + 9
    changed = sheet[:at] + (b"8" if sheet[at : at + 1] != b"8" else b"9") + sheet[at + 1 :]
    prove(changed, words)  # what is looked at holds
    path.write_bytes(changed)
    with pytest.raises(ProofFailed, match="not byte for byte the file that kitgen made"):
        verify_file(path, words)
    path.write_bytes(spoil(sheet, lambda pdf: pikepdf.Dictionary()))
    with pytest.raises(ProofFailed, match="not byte for byte"):  # saved again by another program
        verify_file(path, words)
