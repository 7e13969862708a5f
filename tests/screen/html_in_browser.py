"""The HTML file of a run in headless Chromium: stepped with real key presses to the end and back, on a phone,
in the dark, on paper and without JavaScript; what is visible at every step is compared with `trace`.

RADIXSCOPE: the program. SHOTS: a folder for pictures, or nothing. Exit code 77: skipped, with a sentence why.
"""

import json
import math
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # no __pycache__ among the sources
from browser import Browser, file_address, skip

# Everything that a person sees of the page that is shown; innerText leaves out what is hidden.
SEEN = """
  const shown = [...document.querySelectorAll('main > section')].filter(page => page.checkVisibility());
  const text = (selector) => shown[0]?.querySelector(selector)?.innerText.trim() ?? '';
  return {shown: shown.length, count: document.querySelector('#count').innerText, title: text('.title'),
          place: text('.place'), words: text('.words'), slider: document.querySelector('#slider').value,
          spoken: document.querySelector('#slider').getAttribute('aria-valuetext'),
          said: document.querySelector('#said').textContent, address: location.hash,
          rows: [...(shown[0]?.querySelectorAll('tr') ?? [])].filter(row => row.checkVisibility())
                .map(row => [...row.children].map(cell => cell.innerText))};"""

CONTRAST = """
  const parts = (colour) => colour.match(/[0-9.]+/g).slice(0, 3).map(part => part / 255)
      .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const light = (colour) => { const [r, g, b] = parts(colour); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const back = light(getComputedStyle(document.body).backgroundColor);
  const ratio = (selector, part) => {
      const text = light(getComputedStyle(document.querySelector(selector))[part]);
      return (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05); };
  return {back, ratio: Math.min(ratio('.now .words', 'color'), ratio('.now .place', 'color'),
                                ratio('.now svg.scene text', 'fill'), ratio('#count', 'color'))};"""


class Difference(Exception):
    pass


def expect(seen, wanted, what):
    if seen != wanted:
        raise Difference(f"{what}: {seen!r} is shown, {wanted!r} is right")


def run_program(*arguments):
    program = os.environ.get("RADIXSCOPE", "")
    if not os.access(program, os.X_OK):
        skip("RADIXSCOPE names no program")
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def expected_steps():
    """What trace and transcript say of every step, from 0: numbers, parts of the place, the sentence."""
    choice = ["--preset", "chapter", "--sort", "3", "--engine", "cpu"]
    trace = json.loads(run_program("trace", *choice, "--json"))
    steps = [
        {"rows": [["keys", trace["problem"]["keys"]]], "parts": ["input"], "words": None, "stage": "input"}
    ]
    for step in trace["steps"]:
        rows = [[name, values] for name, values in step["arrays"].items()]
        parts = [f"pass {step['pass'] + 1} of ", step["stage"].replace("_", " ")]
        if step["splits"] > 1:
            parts.append(f"split {step['split'] + 1} of {step['splits']}")
        steps.append({"rows": rows, "parts": parts, "words": None, "stage": (step["pass"], step["stage"])})
    transcript = run_program("trace", *choice)
    for number, words in re.findall(r"^step (\d+) of .*\n(.*)$", transcript, re.M):
        steps[int(number)]["words"] = words
    return steps


def numbers_of(row):
    """The values of a row; equal keys are told apart by a letter behind their number."""
    return [row[0], [int(value.rstrip("abcdefghijklmnopqrstuvwxyz")) for value in row[1].replace("|", " ").split()]]


class Reader:
    """Reads one file and knows what it should say."""

    def __init__(self, browser, file, steps):
        self.browser, self.address, self.steps = browser, file_address(file), steps
        self.last = len(steps) - 1

    def open(self, hash=""):
        self.browser.open("about:blank")  # otherwise another step of the same file is no new page
        self.browser.open(self.address + hash)
        self.browser.painted()

    def check(self, step, moved=True):
        """Compares everything that is visible with what the trace says of this step."""
        seen, wanted = self.browser.script(SEEN), self.steps[step]
        expect(seen["shown"], 1, f"pages at step {step}")
        expect(seen["count"], f"step {step} of {self.last}", "the counter")
        for part in wanted["parts"]:
            expect(part in seen["place"], True, f"'{part}' in the place '{seen['place']}' of step {step}")
        if wanted["words"] is not None:
            expect(seen["words"], wanted["words"], f"the sentence of step {step}")
        expect([numbers_of(row) for row in seen["rows"]], wanted["rows"], f"the numbers of step {step}")
        expect(seen["slider"], str(step + 1), "the slider")
        expect(seen["spoken"], f"{seen['count']}, {seen['place']}", "what the slider says")
        if moved:
            expect(seen["address"], f"#step-{step}", "the address")
            expect(seen["words"] in seen["said"] and seen["count"] in seen["said"], True, "the announcement")

    def press(self, keys, step):
        self.browser.press(keys)
        self.check(step)


def walk(reader, start):
    """To the end with the arrow keys, every step compared, and back, each eighth."""
    reader.open()
    reader.browser.press("n")  # the numbers are visible from now on
    reader.check(start, moved=False)
    reader.press("Home", 0)
    for step in range(1, reader.last + 1):
        reader.press("Right", step)
    reader.press("Right", reader.last)
    for step in range(reader.last - 1, -1, -1):
        reader.browser.press("Left")
        if step % 8 == 0:
            reader.check(step)
    reader.press("Left", 0)


def jump(reader):
    """Clicker, stages, ends, slider, addresses; keys that belong to somebody else."""
    browser, last = reader.browser, reader.last
    reader.press("PageDown", 1)
    reader.press("PageDown", 2)
    reader.press("PageUp", 1)
    stages = [step["stage"] for step in reader.steps]
    ends = [i for i in range(last + 1) if i == last or stages[i] != stages[i + 1]]
    reader.press("Home", 0)
    for end in ends[1:]:
        reader.press("Shift+Right", end)
    for end in reversed(ends[:-1]):
        reader.press("Shift+Left", end)
    reader.press("End", last)
    browser.back()
    reader.check(0)
    for foreign in ("Ctrl+Right", "Alt+PageDown", "x"):
        browser.press(foreign)
    reader.check(0)
    browser.press_on("#slider", ["Right"])
    reader.check(1)
    browser.press_on("#slider", ["End"])
    reader.check(last)
    browser.press_on("#slider", ["Left"])
    reader.check(last - 1)
    browser.press("?")
    browser.press("PageDown")
    expect(browser.script("return document.querySelector('dialog').open"), True, "the help")
    browser.press("Escape")
    expect(browser.script("return document.querySelector('dialog').open"), False, "the help after Escape")
    reader.check(last - 1)
    reader.open("#step-12")
    browser.press("n")
    reader.check(12, moved=False)
    browser.click("[data-do=next]")
    reader.check(13)
    expect(browser.script("return performance.getEntriesByType('resource').length"), 0, "network requests")


def look_around(reader, shots):
    """Phone, dark and light: nothing beside the screen, everything legible."""
    browser = reader.browser
    inside = """const main = document.querySelector('main');
                return [document.documentElement.scrollWidth, main.scrollWidth - main.clientWidth,
                document.querySelector('nav').getBoundingClientRect().bottom <= innerHeight,
                [...document.querySelectorAll('button')].filter(button => button.checkVisibility())
                .every(button => button.clientHeight >= 42 && button.clientWidth >= 42)]"""
    smallest = """let least = 99
                  for (const each of document.querySelectorAll('.now *')) {
                    const words = [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim())
                    if (!words || !each.getClientRects().length || each.closest('.unseen')) continue
                    const svg = each.closest('svg'), page = svg && svg.viewBox.baseVal
                    const scale = svg ? svg.getBoundingClientRect().width / page.width : 1
                    least = Math.min(least, parseFloat(getComputedStyle(each).fontSize) * scale)
                  }
                  return least"""
    for name, width, height, phone in (
        ("phone", 360, 740, True),
        ("phone on its side", 740, 360, True),
        ("laptop", 1280, 720, False),
        ("hall", 1920, 1080, False),
    ):
        browser.size(width, height, phone)
        backs = []
        for scheme in ("light", "dark"):
            browser.colours(scheme)
            reader.open("#step-22")
            seen = browser.script(CONTRAST)
            backs.append(seen["back"])
            expect(seen["ratio"] >= 4.5, True, f"contrast of text, {name}, {scheme}: {seen['ratio']}")
            expect(
                browser.script(inside),
                [width, 0, True, True],
                f"{name}: width, no scrolling aside, controls within reach, their size",
            )
            if phone:
                least = browser.script(smallest)
                expect(10.9 <= least < 30, True, f"{name}: letters of {least} pixels")
            if shots:
                browser.picture(os.path.join(shots, f"html-{name}-{scheme}.png"))
        expect(backs[0] > 0.8 and backs[1] < 0.05, True, f"light and dark pages, not {backs}")
        browser.press("t")
        expect(browser.script(CONTRAST)["back"] > 0.8, True, "the button's light page on a dark system")
    browser.colours("light")


def swipe(reader):
    reader.browser.size(360, 740, phone=True)
    reader.open("#step-12")
    reader.browser.press("n")
    x, y = reader.browser.script(
        """const box = document.querySelector('.now h2').getBoundingClientRect();
                                    return [Math.round(box.left + box.width / 2), Math.round(box.top + 10)]"""
    )
    reader.browser.swipe(x, y, -120)
    reader.check(13)
    reader.browser.swipe(x, y, +120)
    reader.check(12)
    reader.browser.size(1280, 720)


def on_paper(reader):
    reader.open()
    pages = reader.browser.pdf().count(b"/Type /Page\n")
    high = reader.browser.script("return document.querySelectorAll('section.high').length")
    most = high + math.ceil((reader.last + 1 - high) / 2) + 3  # a few sheets end early
    expect(2 < pages <= most, True, f"{pages} printed sheets, {most} at most")
    hatched = "return [...document.querySelectorAll('.hatch')].some(each => each.checkVisibility())"
    expect(reader.browser.script(hatched), False, "hatching on a screen")
    reader.browser.colours("light", media="print")
    expect(reader.browser.script(hatched), True, "hatching on paper")
    visible = """return [...document.querySelectorAll('main > section')]
                 .filter(page => page.checkVisibility()).length"""
    expect(reader.browser.script(visible), reader.last + 1, "pages on paper")
    reader.browser.colours("light")


def without_javascript(reader):
    browser = reader.browser
    browser.devtools("Emulation.setScriptExecutionDisabled", value=True)
    reader.open()
    visible = browser.script(
        """return [...document.querySelectorAll('main > section')].map(page =>
        [page.id, page.checkVisibility(), page.querySelector('.count').innerText,
         page.getBoundingClientRect().height > 100])"""
    )
    wanted = [[f"step-{i}", True, f"step {i} of {reader.last}", True] for i in range(reader.last + 1)]
    expect(visible, wanted, "pages without JavaScript")
    expect(
        browser.script("return document.querySelector('nav').checkVisibility()"),
        False,
        "controls that do nothing",
    )
    browser.devtools("Emulation.setScriptExecutionDisabled", value=False)


def finds_faults(browser, html, folder, steps):
    """Files with one fault each: the comparison above must see it."""
    section = html.index('id="step-3"')
    number = html.index("<td>12 3", section)
    faults = {
        "steps-by-two": html.replace("next: step(() => now + 1", "next: step(() => now + 2"),
        "a-wrong-number": html[:number] + "<td>13 3" + html[number + len("<td>12 3") :],
        "opens-elsewhere": html.replace('data-start="5"', 'data-start="6"'),
        "another-sentence": html.replace(
            '<p class="words">Every thread adds', '<p class="words">Every thread ads', 1
        ),
        "silent": html.replace("said.textContent =", "said.title ="),
    }
    for name, text in faults.items():
        file = os.path.join(folder, name + ".html")
        with open(file, "w", encoding="utf-8") as out:
            out.write(text)
        try:
            expect(text == html, False, f"the fault '{name}' is in the file")
            walk(Reader(browser, file, steps), 5)
        except Difference:
            continue
        raise Difference(f"the planted fault '{name}' was not seen")


def main():
    steps = expected_steps()
    shots = os.environ.get("SHOTS")
    with tempfile.TemporaryDirectory(prefix="radixscope-html-") as folder, Browser() as browser:
        file = os.path.join(folder, "run.html")
        run_program("--do", f"preset chapter; sort 3; engine cpu; grain inside; seek 5; html '{file}'")
        reader = Reader(browser, file, steps)
        browser.size(1280, 720)
        walk(reader, 5)
        jump(reader)
        look_around(reader, shots)
        swipe(reader)
        on_paper(reader)
        without_javascript(reader)
        with open(file, encoding="utf-8") as text:
            finds_faults(browser, text.read(), folder, steps)
    print(f"{len(steps)} pages stepped to the end and back")


if __name__ == "__main__":
    try:
        main()
    except Difference as difference:
        sys.exit(f"FAILED: {difference}")
