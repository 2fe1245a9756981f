"""Long jobs: order, progress, and what happens when a task fails or the caller has had enough."""

from __future__ import annotations

import multiprocessing

import pytest

from kitgen.errors import IllegalMove, Place
from kitgen.play.work import do_all


@pytest.mark.parametrize("jobs", [1, 2, 0])
def test_results_keep_the_order_of_the_values(jobs):
    told = []
    assert do_all(abs, range(-9, 1), jobs, lambda done, all_: told.append((done, all_))) == list(range(9, -1, -1))
    assert told == [(n, 10) for n in range(1, 11)]


def test_no_values_are_no_work():
    assert do_all(abs, [], 2) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failing_task_is_raised_here_and_nothing_runs_on(jobs):
    with pytest.raises(ValueError, match="invalid literal"):
        do_all(int, ["1", "x", "3"], jobs)
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_ends_every_process(jobs):
    def stop(done, _):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        do_all(abs, range(40), jobs, stop)
    assert multiprocessing.active_children() == []


def _refuse(square):
    raise IllegalMove(f"{square} is taken", square, ["a1", "b2"], Place("game.txt", 3, 1))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_refusal_comes_whole_from_another_process(jobs):
    with pytest.raises(IllegalMove) as caught:
        do_all(_refuse, ["c3", "d4"], jobs)
    error = caught.value
    assert (error.why, error.square, error.legal) == ("c3 is taken", "c3", ("a1", "b2"))
    assert str(error) == "game.txt:3:1: c3 is taken\n    accepted: a1, b2"
