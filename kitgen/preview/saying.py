"""What is said of kits outside their sheets: the gallery's words, whom a sheet is for, what an option means.

Never printed on a sheet. Does not know PDFs or HTML.
"""

from __future__ import annotations

from kitgen.errors import FileTrouble
from kitgen.play.contract import Words
from kitgen.play.words import WordList, read_words
from kitgen.shelf import HOUSE, Shelf
from kitgen.spec.schema import Layout
from kitgen.spec.supply import supply_of

GALLERY = "_gallery"  # the folder of these words


def load_gallery_words(shelf: Shelf, lang: str) -> WordList:
    """Return what the gallery says in `lang`, in English where there is no such list; the house's words behind it."""
    lang = lang if shelf.words(GALLERY, lang) and shelf.words(HOUSE, lang) else "en"
    house, own = shelf.words(HOUSE, lang), shelf.words(GALLERY, lang)
    if house is None or own is None:
        raise FileTrouble(f"the shelf lacks the words of {HOUSE} or {GALLERY} in {lang}")
    return read_words(own, lang, read_words(house, lang))


def per_of(layout: Layout, name: str) -> str:
    """Return whom a sheet is for, as a plan's column "For" has it: pupil, group, left_over, class, host or none."""
    return "host" if layout.sheets[name].host else supply_of(layout, name).per


def say_per(words: Words, per: str) -> str:
    """Return whom a sheet is for, in words."""
    return words.say("labelled", label=words.say("plan_col_per"), value=words.say(f"plan_per_{per}"))


def say_option(words: WordList, game: str, name: str) -> str:
    """Return what an option of a kit's is for, "" where no words say so: of the game's, else of every kit's."""
    known = words.keys()
    key = next((key for key in (f"option_{game}_{name}", f"option_{name}") if key in known), "")
    return words.say(key) if key else ""
