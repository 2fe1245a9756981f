"""Practice questions on a page: a figure, what is asked, and a line for the answer; on the key, the answer itself.

Questions that are figures alone stand without prompts; a key then shows them solved. Knows no game: prompts come from
the words file (`ask_<kind>`), answers from the question.
"""

from __future__ import annotations

from collections.abc import Sequence

from kitgen.errors import DoesNotFit
from kitgen.paper.easel import Easel, largest_cell, leading, outer
from kitgen.paper.prose import Flowing, atoms_of, set_runs
from kitgen.paper.setting import SIDE, UNIT
from kitgen.paper.text import Run, break_lines
from kitgen.play.contract import Frame, Question
from kitgen.play.figure import Figure
from kitgen.spec.schema import Questions
from kitgen.units import read_length

ASK = 10.0
HEADS = 9.5  # points, of the text over a level's column
_ANSWER = 7.0  # height of an answer line, mm


def record_name(number: int) -> str:
    """Return the name under which a question's record travels, counted from 1."""
    return f"question-{number}"


def draw(easel: Easel, block: Questions, top: float, bottom: float) -> None:
    """Draw the setting's questions in a grid between `top` and `bottom`; answers too where the block asks for them."""
    setting = easel.setting
    columns, rows = block.shape(setting.options)
    gap = 2 * UNIT
    width = (setting.paper.width - 2 * SIDE - gap * (columns - 1)) / columns
    if block.levels:
        top = _level_heads(easel, block, top, (width, gap))
    height = (bottom - top - UNIT * (rows - 1)) / rows
    prompts = [
        () if block.bare else _prompt(easel, number, question, width)
        for number, question in enumerate(setting.questions, start=1)
    ]
    deepest = max(map(len, prompts)) * leading(ASK)
    room = height if block.bare else height - deepest - _ANSWER - 1.0
    figures = [_shown(easel, block, number, question) for number, question in enumerate(setting.questions, start=1)]
    frames = [setting.picture.frame(figure.view, True) for figure in figures]
    cell = _cell(block, frames, width, room)
    tallest = max(outer(frame, cell)[1] for frame in frames)
    for number, question in enumerate(setting.questions, start=1):
        row, column = divmod(number - 1, rows)[::-1] if block.levels else divmod(number - 1, columns)
        x, y = SIDE + column * (width + gap), top + row * (height + UNIT)
        if block.bare:
            easel.figure(figures[number - 1], x, y, cell)
            continue
        set_runs(easel, prompts[number - 1], x, y, ASK, (easel.tag("P"),), facts=_facts(question, number))
        top_of_figure = y + deepest + 1.0
        easel.figure(figures[number - 1], x, top_of_figure, cell)
        _answer(easel, block, question, x, top_of_figure + tallest + _ANSWER, width)


def _level_heads(easel: Easel, block: Questions, top: float, measure: tuple[float, float]) -> float:
    """Draw the section of each level over its column; return where the questions may begin."""
    width, gap = measure
    bottom = top
    for column, key in enumerate(block.levels):
        y = top
        for atom in atoms_of(Flowing(easel.setting, width, HEADS), easel.setting.sections[key]):
            y += atom.space if y > top else 0.0
            atom.draw(easel, SIDE + column * (width + gap), y)
            y += atom.height
        bottom = max(bottom, y)
    return bottom + UNIT


def _prompt(easel: Easel, number: int, question: Question, width: float):  # type: ignore[no-untyped-def]
    text = easel.setting.words.say(f"ask_{question.kind}", **question.values)
    runs = [Run(f"{number}. ", "semibold"), Run(text)]
    return break_lines(runs, width, ASK, easel.setting.measure)


def _facts(question: Question, number: int) -> dict[str, object]:
    facts: dict[str, object] = {"question": number, "kind": question.kind, "level": question.level}
    if question.values:
        facts["values"] = dict(question.values)
    if question.solved:  # a key may show another ply than the one that is asked about
        facts["asked_at"] = question.ply
        facts["extra"] = dict(question.extra)
    return facts


def _shown(easel: Easel, block: Questions, number: int, question: Question) -> Figure:
    """Return the figure of a question; on a key, solved where the game has a style for that."""
    figure = easel.setting.figure
    if block.answers and question.solved:
        return figure(record_name(number), "end", question.solved, {})
    return figure(record_name(number), question.ply, question.style, question.extra)


def _cell(block: Questions, frames: Sequence[Frame], width: float, height: float) -> float:
    """Return the largest cell with which every figure of the page fits its room: all are of one scale."""
    least, cells = read_length(block.min_cell), []
    for number, frame in enumerate(frames, start=1):
        cells.append(largest_cell(frame, width, height))
        if cells[-1] < least:
            raise DoesNotFit(f"question {number}: cells of {cells[-1]:.1f} mm; {least:.1f} mm is the least")
    return min(cells)


def _answer(easel: Easel, block: Questions, question: Question, x: float, bottom: float, width: float) -> None:
    words = easel.setting.words
    base = bottom - 1.6
    label = easel.text(words.say("answer") + (" " if block.answers else ""), x, base, ASK, ink="mid")
    if block.answers:
        facts = {"answer": question.answer}
        text = words.say(f"answer_{question.kind}", answer=question.answer)
        easel.text(text, x + label, base, ASK, weight="semibold", ink="accent", facts=facts)
    else:
        easel.lines_to_write_on((x + label + 2.0, base + 0.5, min(width - label - 2.0, 48.0)))
