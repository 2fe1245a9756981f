"""Sheets with their pictures -> the files of a gallery: index.html, a page for each sheet, and the pictures.

Plain HTML that works from a file: no script is needed, nothing is fetched from anywhere. Does not know PDFs or kits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from kitgen.play.words import WordList
from kitgen.preview.saying import say_option, say_per
from kitgen.preview.shown import PageShown, Shown, Told
from kitgen.preview.style import SCRIPT, STYLE

SHEETS, PICTURES = "sheets", "pictures"  # the gallery's folders
INDEX = "index.html"


@dataclass(frozen=True)
class Gallery:
    """All sheets of a gallery, kit by kit, and the words that its pages use; `lacks_host`: some were left out."""

    shown: Sequence[Shown]
    words: WordList
    lang: str
    lacks_host: bool = False


def write_gallery(gallery: Gallery) -> Iterator[tuple[str, bytes]]:
    """Yield (file name, content) of each file of a gallery; the index comes last, when all that it names is there."""
    for at, sheet in enumerate(gallery.shown):
        yield f"{PICTURES}/{sheet.stem}-small.png", sheet.thumb.picture
        for number, page in enumerate(sheet.pages, start=1):
            yield f"{PICTURES}/{sheet.stem}-{number}.png", page.picture
        yield f"{SHEETS}/{sheet.stem}.html", _sheet_page(gallery, at).encode()
    yield INDEX, _index(gallery).encode()


# ---------------------------------------------------------------- the index


def _index(gallery: Gallery) -> str:
    words, shown = gallery.words, gallery.shown
    kits = [(slug, list(sheets)) for slug, sheets in groupby(shown, key=lambda sheet: sheet.kit)]
    said = words.say(
        "gallery_said",
        sheets=words.say("n_sheets_shown", n=len(shown)),
        kits=words.say("n_kits", n=len(kits)),
        pages=words.say("n_pages", n=sum(sheet.sides for sheet in shown)),
    )
    links = "".join(
        f'<li><a href="#{escape(slug)}" lang="{of[0].lang}">{escape(of[0].kit_title)}</a></li>' for slug, of in kits
    )
    host = f'<p class="quiet">{escape(words.say("left_out"))}</p>' if gallery.lacks_host else ""
    head = (
        f"<h1>{escape(words.say('gallery_title'))}</h1><p>{escape(said)}</p>"
        f'<p class="quiet">{escape(words.say("print_hint"))}</p>{host}'
        f'<nav aria-label="{escape(words.say("kits"))}"><ul>{links}</ul></nav>'
    )
    body = "".join(_kit(gallery, slug, sheets) for slug, sheets in kits)
    return _document(gallery, words.say("gallery_title"), head, body, "")


def _kit(gallery: Gallery, slug: str, sheets: Sequence[Shown]) -> str:
    first = sheets[0]
    also = f' <span class="also" lang="{first.also[1]}">{escape(first.also[0])}</span>' if first.also else ""
    cards = "".join(_card(gallery, sheet) for sheet in sheets)
    return (
        f'<section id="{escape(slug)}" aria-labelledby="{escape(slug)}-title">'
        f'<h2 id="{escape(slug)}-title" lang="{first.lang}">{escape(first.kit_title)}{also}</h2>'
        f'<p class="quiet">{escape(" · ".join(f"{name}: {value}" for name, value in _kit_facts(gallery, first)))}</p>'
        f'<ul class="sheets">{cards}</ul></section>'
    )


def _card(gallery: Gallery, sheet: Shown) -> str:
    words, target = gallery.words, f"{SHEETS}/{escape(sheet.stem)}.html"
    facts = [words.say("n_pages", n=sheet.sides), sheet.paper]
    facts += [words.say(f"inks_{sheet.inks}")] if sheet.inks != "colour" else []
    facts += [_code(sheet)] if sheet.code else []
    options = " · ".join(f"{name} {value}" for name, value, choices in sheet.options if len(choices) > 1)
    facts += [say_per(words, sheet.per)] if sheet.per not in ("", "host") else []
    host = f' <span class="mark">{escape(words.say("host_only_short"))}</span>' if sheet.host else ""
    image = _image(sheet.thumb, f"{PICTURES}/{sheet.stem}-small.png", _alt(gallery, sheet, 1))
    return (
        f'<li><a class="look" href="{target}"><span class="frame">{image}</span>'
        f'<h3 lang="{sheet.lang}">{escape(sheet.heading)}</h3></a>'
        f'<p class="quiet">{escape(" · ".join(facts))}{host}</p>'
        + (f'<p class="quiet">{escape(options)}</p>' if options else "")
        + f"{_command(sheet)}</li>"
    )


# ---------------------------------------------------------------- a sheet's own page


def _sheet_page(gallery: Gallery, at: int) -> str:
    words, sheet = gallery.words, gallery.shown[at]
    name = f"{sheet.kit_title}: {sheet.heading}"
    head = (
        f'<nav><a href="../{INDEX}#{escape(sheet.kit)}">← {escape(words.say("all_sheets"))}</a></nav>'
        f'<h1 lang="{sheet.lang}">{escape(name)}</h1>'
    )
    facts = "".join(
        f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd>"
        + (f'<dd class="stretch quiet">{escape(about)}</dd>' if about else "")
        for label, value, about in _facts(gallery, sheet)
        if value
    )
    command = (
        f'<dt class="stretch">{escape(words.say("command"))}</dt><dd class="stretch">{_command(sheet)}</dd>'
        if sheet.command
        else ""
    )
    few = len(sheet.pages) < sheet.sides
    cut = f"<p>{escape(words.say('first_pages', n=len(sheet.pages), total=sheet.sides))}</p>" if few else ""
    pages = "".join(_page(gallery, sheet, number, page) for number, page in enumerate(sheet.pages, start=1))
    many = " many" if len(sheet.pages) > 2 else ""
    body = (
        f'<div class="sheet"><dl class="facts">{facts}{command}</dl>'
        f'<div><div class="pages{many}">{pages}</div>{cut}</div></div>'
    )
    return _document(gallery, name, head, body, _neighbours(gallery, at))


def _page(gallery: Gallery, sheet: Shown, number: int, page: PageShown) -> str:
    source = f"../{PICTURES}/{sheet.stem}-{number}.png"
    told = "".join(_told(gallery, line) for line in page.told)
    return (
        f'<figure><a href="{escape(source)}">{_image(page, source, _alt(gallery, sheet, number))}</a><figcaption>'
        f"<details><summary>{escape(gallery.words.say('page_said', n=number))}</summary>"
        f'<div class="told" lang="{sheet.lang}">{told}</div></details></figcaption></figure>'
    )


def _told(gallery: Gallery, line: Told) -> str:
    parts = [
        f'<span lang="{escape(lang)}">{escape(text)}</span>' if lang else escape(text) for text, lang in line.texts
    ]
    joined = ("  ·  " if line.kind == "row" else " ").join(parts)
    if line.kind == "figure":
        joined = escape(gallery.words.say("figure_said", text="\0")).replace("\0", joined)
    return f'<p class="{line.kind}">{joined}</p>'


def _neighbours(gallery: Gallery, at: int) -> str:
    links = ""
    for key, other in (("previous_sheet", at - 1), ("next_sheet", at + 1)):
        if 0 <= other < len(gallery.shown):
            sheet = gallery.shown[other]
            text = gallery.words.say(key, sheet=f"{sheet.kit_title}, {sheet.heading}")
            links += f'<li><a href="{escape(sheet.stem)}.html">{escape(text)}</a></li>'
    return f"<nav><ul>{links}</ul></nav>" if links else ""


# ---------------------------------------------------------------- what both say


def _kit_facts(gallery: Gallery, sheet: Shown) -> list[tuple[str, str]]:
    """Return (label, value) of what the layout says of the kit: players, minutes, ages."""
    words = gallery.words
    found = []
    for key in ("players", "minutes"):
        low, high = sheet.facts[key]
        found.append((words.say(key), str(low) if low == high else words.say("range", a=low, b=high)))
    return [*found, (words.say("ages"), str(sheet.facts["ages"]))]


def _facts(gallery: Gallery, sheet: Shown) -> list[tuple[str, str, str]]:
    """Return (label, value, what that means or "") of everything that is known of a sheet."""
    words = gallery.words
    host = [(words.say("sheet"), words.say("host_only"))] if sheet.host else []
    per = [(words.say("plan_col_per"), words.say(f"plan_per_{sheet.per}"))] if sheet.per and not sheet.host else []
    options = []
    for name, value, choices in sheet.options:
        others = words.join(choice for choice in choices if choice != value)
        told = f"{value} ({words.say('also_choices', choices=others)})" if others else value
        options.append((f"--{name}", told, say_option(words, sheet.game, name.replace("-", "_"))))
    plain = [
        *host, *per, *_kit_facts(gallery, sheet), (words.say("pages"), str(sheet.sides)),
        (words.say("paper_size"), sheet.paper), (words.say("ink"), words.say(f"inks_{sheet.inks}")),
        (words.say("code"), _code(sheet)),
    ]  # fmt: skip
    return [*((label, value, "") for label, value in plain), *options]


def _code(sheet: Shown) -> str:
    """Return the sheet code in groups of four, as the sheet prints it."""
    return " ".join(sheet.code[n : n + 4] for n in range(0, len(sheet.code), 4))


def _command(sheet: Shown) -> str:
    return f'<div class="command"><code>{escape(sheet.command)}</code></div>' if sheet.command else ""


def _alt(gallery: Gallery, sheet: Shown, number: int) -> str:
    name = f"{sheet.kit_title}, {sheet.heading}"
    return gallery.words.say("page_alt", sheet=name, n=number, total=sheet.sides)


def _image(page: PageShown, source: str, alt: str) -> str:
    width, height = page.size
    return f'<img src="{escape(source)}" width="{width}" height="{height}" alt="{escape(alt)}">'


def _document(gallery: Gallery, title: str, head: str, body: str, foot: str) -> str:
    say = gallery.words.say
    return f"""<!doctype html>
<html lang="{gallery.lang}">
<head>
<meta charset="utf-8">
<meta name="generator" content="kitgen">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<style>
{STYLE}</style>
</head>
<body data-copy="{escape(say("copy"))}" data-copied="{escape(say("copied"))}">
<a class="skip" href="#sheets">{escape(say("skip"))}</a>
<header><div class="wide">{head}</div></header>
<main id="sheets" class="wide" tabindex="-1">{body}</main>
<footer><div class="wide">{foot}</div></footer>
<script>
{SCRIPT}</script>
</body>
</html>
"""
