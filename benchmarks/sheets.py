"""Whole-process CPU of kitgen's sheets as ratios to bare scripts, beside the budgets: `python benchmarks/sheets.py`.

Each command runs several times; the least user + system time counts. Nothing here is a test: a busy machine measures
badly, and a budget that is missed is said, not hidden.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
KITGEN = str(Path(sys.executable).with_name("kitgen"))


def spend(words: list[str], times: int, env: dict[str, str]) -> tuple[float, float]:
    """Return the least CPU seconds of `times` runs, and the most memory in MB."""
    least, memory = float("inf"), 0.0
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        process = subprocess.Popen(words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            raise SystemExit(f"{' '.join(words)} failed: {process.stderr.read().decode()}")  # type: ignore[union-attr]
        del before
        least = min(least, usage.ru_utime + usage.ru_stime)
        memory = max(memory, usage.ru_maxrss / 1024)
    return least, memory


def main() -> None:
    """Measure, and print a table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        env = {**os.environ, "KITGEN_CACHE": str(folder / "cache")}
        out = str(folder / "out.pdf")
        bare = [sys.executable, str(HERE / "bare_pad.py"), out]
        sheet = [KITGEN, "sheet", "sandwich", "--force", "-o", out]
        first, _ = spend([*sheet, "--lang", "zh"], 1, env)
        rows = []
        nothing, _ = spend([sys.executable, "-c", "pass"], 9, env)
        helped, _ = spend([KITGEN, "--help"], 7, env)
        rows.append(("--help", helped, helped / nothing, "python -c pass", "6"))
        one, _ = spend(bare, 7, env)
        pad, _ = spend(sheet, 7, env)
        rows.append(("one pad, proved", pad, pad / one, "bare script", "3"))
        zh, _ = spend([*sheet, "--lang", "zh"], 5, env)
        rows.append(("one pad in Chinese, font cached", zh, zh / one, "bare script", "3"))
        rows.append(("the same, first run", first, first - zh, "seconds more", "0.6"))
        many_bare, _ = spend([*bare, "1000"], 3, env)
        many, memory = spend([*sheet, "--copies", "1000"], 3, env)
        size = Path(out).stat().st_size / 1000
        rows.append(("1000 copies, proved", many, many / many_bare, "bare script of forms", "5"))
        rows.append(("  memory", memory, memory, "MB", "200"))
        rows.append(("  size", size, size, "bytes a page", "1024"))
        practice = [KITGEN, "sheet", "sandwich", "practice", "--copies", "1000", "--force", "-o", out]
        spent, memory = spend(practice, 1, env)
        size = Path(out).stat().st_size / 1000
        rows.append(("1000 practice pages, all different", spent, spent, "ms a page", "15"))
        rows.append(("  size", size, size, "bytes a page", "3072"))
        rows.append(("  memory", memory, memory, "MB", ""))
    print(f"{'what':<38} {'measured':>10} {'ratio':>9}  {'to':<22} budget")
    for what, value, ratio, unit, budget in rows:
        print(f"{what:<38} {value:>10.3f} {ratio:>9.2f}  {unit:<22} {budget}")


if __name__ == "__main__":
    main()
