"""Makes the pictures of README and docs from the real PDFs: `python docs/pictures.py`.

Each is built and proved like any sheet, then rasterised and cut down to 150 KB or less.
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from kitgen.build import Request, build_sheet
from kitgen.proof.pictures import to_png
from kitgen.shelf import Shelf

HERE = Path(__file__).parent / "pictures"
PICTURES = {
    "sandwich-pad": Request("sandwich", "pad"),
    "sandwich-pad-9-zh": Request("sandwich", "pad", {"size": "9"}, lang="zh-Hans"),
    "sandwich-handout": Request("sandwich", "handout"),
    "sandwich-key": Request("sandwich", "key", {"level": "3"}, inks="grey"),
    "tafl-role-map": Request("tafl", "role_map"),
    "tafl-pieces": Request("tafl", "pieces"),
    "reversi-board": Request("reversi", "board", lang="es"),
    "reversi-score-sheet": Request("reversi", "score_sheet", lang="es"),
    "sandwich-guy-deck": Request("sandwich_guy", "deck"),
    "sandwich-guy-chart": Request("sandwich_guy", "chart"),
    "sandwich-wars-cards": Request("sandwich_wars", "cards"),
    "sandwich-wars-tokens": Request("sandwich_wars", "tokens"),
}
LIMIT = 150_000  # bytes


def draw(name: str, request: Request) -> int:
    """Write the first page of a sheet as NAME.png, in as many colours as the limit allows; return its size."""
    page = to_png(build_sheet(Shelf(), request).data, 1, 110)
    image = Image.open(io.BytesIO(page)).convert("RGB")
    for colours in (64, 32, 16):
        out = io.BytesIO()
        image.quantize(colours, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        if out.tell() <= LIMIT:
            break
    (HERE / f"{name}.png").write_bytes(out.getvalue())
    return out.tell()


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for name, request in PICTURES.items():
        print(f"{name}.png {draw(name, request)} bytes")
