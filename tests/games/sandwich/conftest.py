"""A second implementation of Sandwich, which shares nothing with the engine, for the tests of this folder."""

import re

import pytest


class Regexes:
    """Sandwich once more, with lines of text and regular expressions instead of rays and runs.

    The board is a dict from names to marks; the four lines through a cell are strings in which * is the new mark.
    """

    def __init__(self, rows, side, fill_and_count=False):
        self.size, self.side, self.gone = len(rows), side, "." if fill_and_count else "x"
        self.cells = {f"{chr(65 + c)}{r + 1}": mark for r, row in enumerate(rows) for c, mark in enumerate(row)}

    def lines(self, name):
        column, row = ord(name[0]) - 65, int(name[1:]) - 1
        places = [(c, r) for r in range(self.size) for c in range(self.size)]
        for across, down in ((0, 1), (1, 0), (1, -1), (1, 1)):  # what stays the same along a line: row, column, ...
            level = across * column + down * row
            yield [f"{chr(65 + c)}{r + 1}" for c, r in places if across * c + down * r == level]

    def kills(self, name):
        own, enemy = self.side, "AB".replace(self.side, "")
        dead = []
        for line in self.lines(name):
            text = "".join("*" if cell == name else self.cells[cell] for cell in line)
            for found in re.finditer(rf"(?<={own})({enemy}+)(?=\*)|(?<=\*)({enemy}+)(?={own})", text):
                dead.append(line[found.start() : found.end()])
        return dead

    def play(self, name):
        dead = sorted(cell for run in self.kills(name) for cell in run)
        self.cells[name] = self.side
        self.cells.update(dict.fromkeys(dead, self.gone))
        self.side = "AB".replace(self.side, "")
        return dead

    def rows(self):
        marks = list(self.cells.values())
        return ["".join(marks[r * self.size : (r + 1) * self.size]) for r in range(self.size)]


@pytest.fixture(scope="session")
def second_rules():
    """Return the class of the second implementation."""
    return Regexes
