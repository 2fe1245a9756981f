"""The gallery as people meet it: in a browser, from a file, on any screen, with a keyboard alone, with no network."""

from __future__ import annotations

import json

import pytest

from kitgen.kit import Kit
from kitgen.shelf import Shelf

PAGES = ("index", "sandwich-pad-7-cross-en-A4", "sandwich-rules-7-cross-en-A4", "tafl-key-1-seed1-en-A4")
WIDTHS = (320, 390, 768, 1280, 2560)
REACHABLE = "a[href], button, summary"


def url(gallery, page):
    return (gallery / ("index.html" if page == "index" else f"sheets/{page}.html")).as_uri()


def sheets_of(*kits):
    """Return how many sheets the layouts have in all, host's included."""
    return sum(len(Kit(Shelf(), kit).layout.sheets) for kit in kits)


def logs(browser):
    """Return what the console said and what was requested since the last call."""
    said = [f"{entry['level']}: {entry['message']}" for entry in browser.get_log("browser")]
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    asked = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
    return said, asked


def set_screen(browser, width, height=900, scheme="light"):
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)


@pytest.mark.parametrize("page", PAGES)
def test_every_picture_loads_and_nothing_else_is_asked_for(browser, gallery, page):
    logs(browser)
    browser.get(url(gallery, page))
    pictures = browser.execute_script(
        "return [...document.images].map(i => [i.src, i.complete, i.naturalWidth, i.getAttribute('width'), i.alt])"
    )
    assert len(pictures) == (sheets_of("sandwich", "tafl") if page == "index" else 2 if "rules" in page else 1)
    for source, complete, natural, stated, alt in pictures:
        assert complete and natural > 0, source
        assert natural == int(stated), source
        assert len(alt) > 10, source
    said, asked = logs(browser)
    assert said == []
    assert len(asked) >= len(pictures) + 1, "the log of requests looked at nothing"
    assert [address for address in asked if not address.startswith(("file://", "data:"))] == []


def test_the_logs_would_show_a_missing_picture(browser, gallery, tmp_path):
    text = (gallery / "index.html").read_text()
    (tmp_path / "index.html").write_text(text.replace("pictures/sandwich-pad", "pictures/no-such-pad", 1))
    logs(browser)
    browser.get((tmp_path / "index.html").as_uri())
    said, _ = logs(browser)
    assert any("no-such-pad" in line for line in said)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("page", PAGES)
def test_no_screen_scrolls_sideways(browser, gallery, page, width):
    set_screen(browser, width)
    browser.get(url(gallery, page))
    browser.execute_script("for (const one of document.querySelectorAll('details')) one.open = true")
    widest = browser.execute_script(
        "return Math.max(document.documentElement.scrollWidth,"
        " ...[...document.querySelectorAll('main *, header *, footer *')].map(e => e.getBoundingClientRect().right))"
    )
    assert widest <= width + 0.5


@pytest.mark.parametrize("page", PAGES)
def test_the_keyboard_reaches_everything_and_shows_where_it_is(browser, gallery, page):
    from selenium.webdriver import ActionChains, Keys

    set_screen(browser, 1280)
    browser.get(url(gallery, page))
    total = browser.execute_script(f"return document.querySelectorAll('{REACHABLE}').length")
    assert total > 3
    reached, order = set(), []
    for _ in range(total):
        ActionChains(browser).send_keys(Keys.TAB).perform()
        index, outline, width = browser.execute_script(
            "const at = document.activeElement, style = getComputedStyle(at);"
            f"return [[...document.querySelectorAll('{REACHABLE}')].indexOf(at), style.outlineStyle, style.outlineWidth]"
        )
        reached.add(index)
        order.append(index)
        assert outline == "solid" and width == "3px", f"nothing shows that element {index} has the keyboard"
    assert reached == set(range(total))
    assert order == sorted(order), "the keyboard jumps about"


def test_a_sheet_is_opened_and_read_with_the_keyboard(browser, gallery):
    from selenium.webdriver import ActionChains, Keys

    set_screen(browser, 1280)
    browser.get(url(gallery, "index"))

    def press(key):
        ActionChains(browser).send_keys(key).perform()

    press(Keys.TAB)
    assert browser.execute_script("return document.activeElement.className") == "skip"
    press(Keys.ENTER)
    press(Keys.TAB)
    press(Keys.ENTER)
    assert browser.current_url == url(gallery, "sandwich-pad-7-cross-en-A4")
    for _ in range(20):
        press(Keys.TAB)
        if browser.execute_script("return document.activeElement.tagName") == "SUMMARY":
            break
    press(Keys.ENTER)
    told = browser.execute_script("return document.querySelector('details[open] .told').innerText")
    assert "A: D3, D4, D5. B: C4, E4. Dead: none." in told  # the opening, as the rules give it
    assert "Slash them out." in told


def test_it_says_everything_without_its_script(browser, gallery):
    from selenium.webdriver.common.by import By

    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.get(url(gallery, "index"))
        assert browser.find_elements(By.TAG_NAME, "button") == []
        commands = [code.text for code in browser.find_elements(By.CSS_SELECTOR, ".command code")]
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert len(commands) == sheets_of("sandwich", "tafl")
    assert commands[0] == "kitgen sheet sandwich pad"


CONTRAST = """
const light = c => { const [r, g, b] = c.match(/[\\d.]+/g).map(Number).map(v => v / 255)
  .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b };
const ground = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
  if (!c.endsWith(', 0)') && c !== 'transparent') return c } return 'rgb(255, 255, 255)' };
const found = [];
for (const e of document.querySelectorAll('body *')) {
  if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || e.closest('script')) continue;
  const a = light(getComputedStyle(e).color), b = light(ground(e));
  found.push([(Math.max(a, b) + .05) / (Math.min(a, b) + .05), e.tagName + '.' + e.className]);
}
return found.sort((x, y) => x[0] - y[0])
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES[:2])
def test_text_stands_out_from_its_ground(browser, gallery, page, scheme):
    """WCAG 2's contrast, computed from what the browser paints: 4.5 or more for all text, in both schemes."""
    set_screen(browser, 1280, scheme=scheme)
    browser.get(url(gallery, page))
    browser.execute_script("for (const one of document.querySelectorAll('details')) one.open = true")
    found = browser.execute_script(CONTRAST)
    assert len(found) > 20
    assert found[0][0] >= 4.5, found[0]
    ground = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(21, 24, 27)") == (scheme == "dark")


def test_the_copy_button_says_that_it_copied(browser, gallery):
    from selenium.webdriver.common.by import By

    set_screen(browser, 1280)
    browser.get(url(gallery, "index"))
    button = browser.find_element(By.TAG_NAME, "button")
    assert button.text == "Copy"
    button.click()
    browser.implicitly_wait(2)
    assert browser.find_element(By.XPATH, "//button[text()='Copied']")
    assert browser.execute_script("return getSelection().toString()") == "kitgen sheet sandwich pad"
