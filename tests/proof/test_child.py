"""Files from anywhere, read in a bounded child: what is no kit's PDF is a plain error, whatever it tries."""

from __future__ import annotations

import importlib
import io
import json
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from kitgen.errors import FileTrouble, KitgenError, ProofFailed
from kitgen.proof.child import Bounds, verify_file
from kitgen.proof.compare import prove

LIMITS = Bounds(file=2_000_000, memory=700, cpu=20, clock=40)


def plain_pdf(change: Callable[[pikepdf.Pdf], None] | None = None, **save: object) -> bytes:
    """Return a PDF of one empty page that kitgen never made."""
    out = io.BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(200, 200))
        if change:
            change(pdf)
        pdf.save(out, **save)  # type: ignore[arg-type]
    return out.getvalue()


def bombed(opened: pikepdf.Pdf) -> None:
    """Make the page's content a stream of a few kB that unpacks to 300 MB."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(bytes(1_000_000)) for _ in range(300)) + packer.flush()
    opened.pages[0].obj.Contents = pikepdf.Stream(opened, packed, Filter=pikepdf.Name.FlateDecode)


def bombed_attachment(opened: pikepdf.Pdf) -> None:
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b"[" * 1_000_000) for _ in range(100)) + packer.flush()
    opened.Root.Names.EmbeddedFiles.Names[1].EF.F = pikepdf.Stream(
        opened, packed, Filter=pikepdf.Name.FlateDecode, Type=pikepdf.Name.EmbeddedFile
    )


def attached(text: str) -> Callable[[pikepdf.Pdf], None]:
    def change(opened: pikepdf.Pdf) -> None:
        opened.Root.Names.EmbeddedFiles.Names[1].EF.F.write(text.encode())

    return change


def many_pages(opened: pikepdf.Pdf) -> None:
    """Let one page object stand 25,000 times in the page tree."""
    page = opened.pages[0].obj
    opened.Root.Pages.Kids = pikepdf.Array([page] * 25_000)
    opened.Root.Pages.Count = 25_000


def circle_of_forms(opened: pikepdf.Pdf) -> None:
    page = opened.pages[0].obj
    form = opened.make_stream(b"/Round Do")
    form.Type, form.Subtype, form.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, [0, 0, 600, 900]
    form.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Round=form))
    page.Resources.XObject = pikepdf.Dictionary(Round=form)


def circle_of_elements(opened: pikepdf.Pdf) -> None:
    section = opened.Root.StructTreeRoot.K[0].K[0]
    section.K = pikepdf.Array([section])


def two_attachments(opened: pikepdf.Pdf) -> None:
    opened.attachments["other.txt"] = pikepdf.AttachedFileSpec(opened, b"x")


OF_OURS: dict[str, tuple[Callable[[pikepdf.Pdf], None], str]] = {
    "content that unpacks to 300 MB": (bombed, "more than 16000000 bytes once decompressed"),
    "attachment that unpacks to 100 MB": (bombed_attachment, "more than 12000000 bytes once decompressed"),
    "attachment of brackets": (attached("[" * 100_000), "kitgen.json can't be read"),
    "attachment that is no JSON": (attached("kit: sandwich"), "kitgen.json can't be read"),
    "attachment of another form": (attached('{"format": 1}'), "kitgen.json lacks kit"),
    "huge number": (attached('{"format": 1' + "0" * 5000 + "}"), "kitgen.json can't be read"),
    "forms in a circle": (circle_of_forms, "forms paint each other in a circle"),
    "elements in a circle": (circle_of_elements, "structure tree"),
    "two attachments": (two_attachments, "no other attachment"),
    "many pages": (many_pages, "25000 pages|more than|could not finish"),
}


@pytest.mark.parametrize("name", OF_OURS)
def test_a_hostile_change_of_a_sheet_is_a_plain_error(
    name: str, tmp_path: Path, sheet: bytes, words: Callable, spoil: Callable
) -> None:
    change, says = OF_OURS[name]
    path = tmp_path / "file.pdf"
    path.write_bytes(spoil(sheet, change))
    with pytest.raises(ProofFailed, match=says):
        verify_file(path, words, LIMITS)


FOREIGN = {
    "no PDF": (b"kit: sandwich\n", "not a PDF"),
    "empty": (b"", "not a PDF"),
    "cut short": (plain_pdf()[:200], "not a sound PDF"),
    "head only": (b"%PDF-1.7\n" + bytes(5000), "not a sound PDF"),
    "foreign": (plain_pdf(), "carries no kitgen.json"),
    "encrypted": (plain_pdf(encryption=pikepdf.Encryption(owner="o", user="u")), "encrypted"),
    "encrypted without a password": (plain_pdf(encryption=pikepdf.Encryption(owner="o", user="")), "encrypted"),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_a_foreign_file_is_a_plain_error(name: str, tmp_path: Path, words: Callable) -> None:
    data, says = FOREIGN[name]
    path = tmp_path / "file.pdf"
    path.write_bytes(data)
    with pytest.raises(ProofFailed, match=says):
        verify_file(path, words, LIMITS)


def test_a_sound_file_gets_the_same_verdicts_as_in_this_process(tmp_path: Path, sheet: bytes, words: Callable) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(sheet)
    assert verify_file(path, words) == prove(sheet, words)


def test_a_file_that_cannot_be_read_is_trouble_with_a_file(tmp_path: Path, words: Callable) -> None:
    with pytest.raises(FileTrouble, match="No such file"):
        verify_file(tmp_path / "none.pdf", words)
    path = tmp_path / "large.pdf"
    path.write_bytes(b"%PDF-1.7\n" + bytes(LIMITS.file))
    with pytest.raises(FileTrouble, match="larger than 2000000 bytes"):
        verify_file(path, words, LIMITS)


ENDLESS = {
    "time": "    while True:\n        pass\n",
    "memory": "    heap = []\n    while True:\n        heap.append(bytes(10**7))\n",
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
@pytest.mark.parametrize("what", ["time", "memory"])
def test_the_child_is_bounded_in_time_and_memory(
    what: str, tmp_path: Path, sheet: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"endless_{what}"
    (tmp_path / f"{name}.py").write_text(f"def load(kit, lang):\n{ENDLESS[what]}", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))  # for the child
    monkeypatch.syspath_prepend(str(tmp_path))
    load = importlib.import_module(name).load
    path = tmp_path / "file.pdf"
    path.write_bytes(sheet)
    says = {"time": "could not finish", "memory": "more memory than a kit's PDF may"}
    with pytest.raises(ProofFailed, match=says[what]):
        verify_file(path, load, Bounds(memory=700, cpu=2, clock=30))


def test_time_alone_is_bounded_by_the_clock(tmp_path: Path, sheet: bytes, words: Callable) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(sheet)
    with pytest.raises(ProofFailed, match=r"took more than 0\.01 seconds"):
        verify_file(path, words, Bounds(clock=0.01))  # type: ignore[arg-type]


def test_faults_cross_from_the_child_whole(tmp_path: Path, sheet: bytes, words: Callable, spoil: Callable) -> None:
    def change(opened: pikepdf.Pdf) -> None:
        stream = opened.Root.Names.EmbeddedFiles.Names[1].EF.F
        tree = json.loads(stream.read_bytes())
        tree["records"]["example"]["moves"][0] = "夹"
        stream.write(json.dumps(tree).encode())

    data = spoil(sheet, change)
    path = tmp_path / "file.pdf"
    path.write_bytes(data)
    with pytest.raises(KitgenError) as here:
        prove(data, words)
    with pytest.raises(ProofFailed) as there:
        verify_file(path, words)
    assert [f"{path}: {fault.what}" for fault in here.value.faults] == [fault.what for fault in there.value.faults]
    assert "夹" in str(there.value)
