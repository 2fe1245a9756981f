"""A real headless Chromium, driven through its own driver; every test here is skipped, loudly, where there is none."""

from __future__ import annotations

import shutil
import subprocess
import sys
import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest

FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync --hide-scrollbars""".split()
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
LACKS = [
    name
    for name, there in (("chromium", BROWSER), ("chromedriver", DRIVER), ("selenium", find_spec("selenium")))
    if not there
]


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """Return a browser that keeps its console and its network log."""
    if LACKS:
        warnings.warn(f"the gallery was not looked at in a browser: no {', '.join(LACKS)}", stacklevel=1)
        pytest.skip(f"no {', '.join(LACKS)}")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for flag in [*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    driver.set_page_load_timeout(60)
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def gallery(tmp_path_factory):
    """Return the folder of a gallery with every sheet of two kits, keys included; one sheet lies on its side."""
    folder = tmp_path_factory.mktemp("gallery")
    words = "preview sandwich tafl --with-key -o look/ --paper A4 --lang en --ink colour".split()
    command = [str(Path(sys.executable).with_name("kitgen")), *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "look"
