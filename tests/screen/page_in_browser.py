"""The program as a page (app/page.sh) in headless Chromium, opened from a folder: keys, clipboard, files, the address,
what is kept between visits, and that it rests.

RADIXSCOPE_PAGE: the page, else radixscope.html in .build-page. SHOTS: a folder for pictures, or nothing. Exit code 77:
skipped, with a sentence why.
"""

import json
import os
import sys
import tempfile
import time
import zipfile

sys.dont_write_bytecode = True  # no __pycache__ among the sources
from browser import Browser, file_address, skip

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def wait_until(what, ask, seconds=60):
    end = time.monotonic() + seconds
    while True:
        found = ask()
        if found:
            return found
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {seconds} seconds")
        time.sleep(0.02)


class Page:
    def __init__(self, browser, file, downloads):
        self.browser, self.address, self.downloads = browser, file_address(file), downloads

    def open(self, state=""):
        self.browser.open("about:blank")
        self.browser.open(self.address + ("#" + state if state else ""))
        wait_until("the first picture", lambda: self.ask("Page.stats.first > 0"))
        self.rest()

    def ask(self, expression):
        return self.browser.script("return " + expression)

    def state(self):
        return self.ask("Page.state()")

    def rest(self):
        """Until nothing is drawn any more."""
        frames = -1
        while frames != (now := self.ask("Page.stats.frames")):
            frames = now
            time.sleep(0.2)

    def shows(self, part):
        wait_until(f"'{part}' in {self.state()}", lambda: part + "/" in self.state() + "/")

    def press(self, *keys):
        for key in keys:
            self.browser.press(key)

    def file(self, name):
        """A download's bytes."""
        path = os.path.join(self.downloads, name)
        wait_until(f"the download {name}", lambda: os.path.exists(path))
        with open(path, "rb") as file:
            return file.read()


def steps(page):
    page.open()
    page.ask("Page.act('first')")
    page.shows("step=0")
    page.press("Right")  # to the step that a state string leaves out
    wait_until("the first step", lambda: "step" not in page.state())
    for step in (2, 3):
        page.press("Right")
        page.shows(f"step={step}")
    page.press("Left")
    page.shows("step=2")
    wait_until("the state in the address", lambda: "step=2" in page.ask("location.hash"))
    words = page.ask("document.getElementById('words').textContent")
    assert len(words) > 20, f"a screen reader is told: {words!r}"


def rests(page):
    time.sleep(3)  # the session has been kept
    page.rest()
    frames = page.ask("Page.stats.frames")
    time.sleep(2)
    assert page.ask("Page.stats.frames") == frames, "frames are drawn though nothing happens"


def address(page):
    page.open("radixscope:1/rung=digits/step=22/figure=fig13-9")
    page.shows("step=22")
    assert "figure=fig13-9" in page.state(), page.state()
    page.ask("void (location.hash = '#radixscope:1/rung=digits/step=7')")
    page.shows("step=7")
    for hostile in ("radixscope:1/rung=nonsense", "radixscope:1/step=99999999999999999999", "<script>", "%", "x" * 5000):
        page.ask(f"void (location.hash = {json.dumps('#' + hostile)})")
        page.press("Right")
        page.press("Left")
        page.shows("step=7")
    page.open("radixscope:1/rung=nonsense")
    assert page.ask("document.getElementById('status').textContent"), "a refused address says nothing"


def clipboard(page):
    page.browser.devtools(
        "Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"]
    )
    page.open("radixscope:1/rung=digits/step=5")
    page.press("Ctrl+c")
    copied = lambda: page.browser.script("return navigator.clipboard.readText()")
    wait_until("the state in the clipboard", lambda: copied() == page.state())
    page.browser.script("return navigator.clipboard.writeText('12 3 6 9')")
    page.press("Ctrl+v")
    page.shows("keys=12,3,6,9")


def files(page):
    page.open()
    page.ask("void Page.take([new File(['5 4 3'], 'keys.txt')])")
    page.shows("keys=5,4,3")
    assert page.ask("Page.act('svg', 'one.svg')") == ""
    assert page.file("one.svg").startswith(b"<svg"), "the figure as SVG"
    assert page.ask("Page.act('svg', 'a.svg') + Page.act('svg', 'b.svg')") == ""
    page.file("radixscope.zip")
    with zipfile.ZipFile(os.path.join(page.downloads, "radixscope.zip")) as archive:
        assert archive.testzip() is None and sorted(archive.namelist()) == ["a.svg", "b.svg"], archive.namelist()


def visits(page):
    page.open()
    page.press("Right", "Right")
    before = page.state()
    wait_until("the session is kept", lambda: page.ask("localStorage.getItem('radixscope/last-session.json')"))
    page.rest()
    page.browser.open("about:blank")
    page.open()
    assert page.state() == before, f"{page.state()} comes back, {before} was left"


def embedding(page):
    page.open()
    answer = page.browser.script("""
      return new Promise(resolve => {
        addEventListener('message', event => 'refused' in event.data.radixscope && resolve(event.data.radixscope));
        window.postMessage({radixscope: {id: 7, verb: 'seek', argument: '4'}}, '*');
      });""")
    assert answer["refused"] == "" and "step=4" in answer["state"], answer


def memory(page):
    """Without a trend over steps."""
    page.open()
    walk = "for (let i = 0; i < 30; ++i) { Page.act('next'); Module.asm.radix_frame(); }" \
           "for (let i = 0; i < 30; ++i) { Page.act('back'); Module.asm.radix_frame(); } return HEAP8.length"
    sizes = [page.browser.script(walk) for _ in range(4)]
    assert sizes[3] == sizes[1], f"the module grows: {sizes} bytes"


def pictures(page, folder):
    for width, height, phone in ((1600, 1000, False), (1280, 720, False), (820, 1180, True), (390, 844, True)):
        page.browser.size(width, height, phone)
        page.open("radixscope:1/rung=digits/step=22/figure=fig13-9")
        page.browser.picture(os.path.join(folder, f"page-{width}x{height}.png"))


def main():
    file = os.environ.get("RADIXSCOPE_PAGE") or os.path.join(TOP, ".build-page", "radixscope.html")
    if not os.path.exists(file):
        skip(f"there is no page '{file}'; build it (bash app/page.sh) or name it in RADIXSCOPE_PAGE")
    with tempfile.TemporaryDirectory() as downloads, Browser(gpu=True) as browser:
        browser.devtools("Browser.setDownloadBehavior", behavior="allow", downloadPath=downloads)
        page = Page(browser, file, downloads)
        wanted = sys.argv[1:]
        for part in (steps, rests, address, clipboard, files, visits, embedding, memory):
            if wanted and part.__name__ not in wanted:
                continue
            begun = time.monotonic()
            part(page)
            print(f"{part.__name__}: {time.monotonic() - begun:.1f} s", flush=True)
        if os.environ.get("SHOTS"):
            pictures(page, os.environ["SHOTS"])
        print(json.dumps({"first picture, ms": page.ask("Page.stats.first")}))


main()
