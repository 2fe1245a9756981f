"""Long jobs: many tasks over processes, with progress, the same result for any number of processes.

A task is a plain function of one picklable value; what it returns depends on that value alone, so results come back
in the order of the values whoever did the work. Knows no game and prints nothing; `Progress` is the caller's.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Value = TypeVar("Value")
Result = TypeVar("Result")
Progress = Callable[[int, int], None]  # called with the number done and the number in all

CHUNKS = 20  # pieces that each process gets, so that progress is seen and no process idles for long


def cores() -> int:
    """Return how many processes can run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def do_all(
    task: Callable[[Value], Result],
    values: Sequence[Value],
    jobs: int = 1,
    progress: Progress | None = None,
) -> list[Result]:
    """Return `task` of each of `values`, in their order, done by `jobs` processes (1: here, 0: one a core).

    An interrupt or an exception of a task stops every process and is raised here; nothing is left running.
    """
    jobs = min(jobs or cores(), len(values))
    done = _spread(task, values, jobs) if jobs > 1 else map(task, values)
    results = []
    for result in done:
        results.append(result)
        if progress:
            progress(len(results), len(values))
    return results


def _spread(task: Callable[[Value], Result], values: Sequence[Value], jobs: int) -> Iterator[Result]:
    from concurrent.futures import ProcessPoolExecutor  # costs 40 ms, and most runs work in one process
    from multiprocessing import active_children, get_context

    others = set(active_children())
    chunk = max(1, len(values) // (jobs * CHUNKS))
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin)
    try:
        yield from pool.map(task, values, chunksize=chunk)
    except BaseException:  # what is at work would not be used
        for process in set(active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """Leave Ctrl-C to the parent process, which ends the others in good order; end when it is gone itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])  # a parent that was killed tells nobody
        os._exit(1)
