"""All chance in kitgen. One seed gives one sequence for ever, on every machine and Python version.

Only `random.Random(seed).random()` is used, whose values Python promises to keep; shuffling and choosing are ours.
"""

from __future__ import annotations

import random
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A seeded source of chance. `seed` is an integer of 0 or more."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def fraction(self) -> float:
        """Return a number from 0 (included) to 1 (excluded)."""
        return self._random()

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1."""
        return int(self._random() * n)

    def choice(self, items: Sequence[T]) -> T:
        """Return one of `items`, each as likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put `items` in a random order, in place: Fisher-Yates, i downwards, j = int(random() * (i + 1))."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
