"""The program as a page (app/page.sh) in headless Chromium, opened from a folder: keys, clipboard, files, the address,
what is kept between visits, and that it rests.

RADIXSCOPE_PAGE: the page, else radixscope.html in .build-page. BROWSER=firefox: in Firefox on a screen, what needs none of
Chromium's own tools. SHOTS: a folder for pictures, or nothing. Exit code 77: skipped, with a sentence why.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

sys.dont_write_bytecode = True  # no __pycache__ among the sources
from browser import PATIENCE, Browser, Firefox, file_address, skip

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path += [os.path.join(TOP, "tests", "words"), os.path.join(TOP, "app", "window", "platform", "web")]


def wait_until(what, ask):
    end = time.monotonic() + PATIENCE
    while True:
        found = ask()
        if found:
            return found
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {PATIENCE} seconds")
        time.sleep(0.02)


class Page:
    def __init__(self, browser, file, downloads):
        self.browser, self.path, self.address, self.downloads = browser, file, file_address(file), downloads

    def open(self, state=""):
        self.browser.open("about:blank")
        self.browser.open(self.address + ("#" + state if state else ""))
        wait_until("the first picture", lambda: self.ask("Page.stats.first > 0"))
        self.rest()

    def ask(self, expression):
        return self.browser.script("return " + expression)

    def state(self):
        return self.ask("Page.state()")

    def words(self):
        """What a screen reader is told."""
        return self.ask("document.getElementById('words').textContent")

    def act(self, verb, argument=""):
        said = self.ask(f"Page.act({json.dumps(verb)}, {json.dumps(argument)})")
        assert said == "", f"{verb} {argument}: {said}"

    def wait_for_workers(self):
        wait_until("the work beside the page", lambda: self.ask("Page.workers()") == 0)

    def rest(self):
        """Until nothing is drawn any more, and the page says that it will stay so."""
        frames = [-1]

        def quiet():
            before = frames[0]
            frames[0], soon = self.ask("[Page.stats.frames, Page.rest() < 0.3]")
            if not soon and frames[0] == before:
                return True
            time.sleep(0.2)

        wait_until("rest", quiet)

    def shows(self, part):
        wait_until(f"'{part}' in {self.state()}", lambda: part + "/" in self.state() + "/")

    def press(self, *keys):
        for key in keys:
            self.browser.press(key)

    def same(self, name, verbs):
        """The download is what the program for the desktop writes, where there is one."""
        mine, program = self.file(name), os.environ.get("RADIXSCOPE")
        if not program:
            return
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([os.path.abspath(program), "--do", verbs], cwd=folder, check=True)
            with open(os.path.join(folder, name), "rb") as other:
                assert mine == other.read(), f"{name} is another one than the desktop's"

    def file(self, name):
        """A download's bytes."""
        path = os.path.join(self.downloads, name)
        wait_until(
            f"the download {name}",
            lambda: os.path.exists(path) and os.path.getsize(path) > 0 and not os.path.exists(path + ".part"),
        )
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
    assert len(page.words()) > 20, f"a screen reader is told: {page.words()!r}"


def rests(page):
    page.open()
    wait_until("rest, when the session has been kept", lambda: page.ask("Page.rest() > 5"))
    frames = page.ask("Page.stats.frames")
    time.sleep(2)
    assert page.ask("Page.stats.frames") == frames, "frames are drawn though nothing happens"


def address(page):
    page.open("radixscope:1/sort=digits/step=22/figure=fig13-9")
    page.shows("step=22")
    assert "figure=fig13-9" in page.state(), page.state()
    page.ask("void (location.hash = '#radixscope:1/sort=digits/step=7')")
    page.shows("step=7")
    for hostile in ("radixscope:1/sort=nonsense", "radixscope:1/step=99999999999999999999", "<script>", "%", "x" * 5000):
        page.ask(f"void (location.hash = {json.dumps('#' + hostile)})")
        page.press("Right")
        page.press("Left")
        page.shows("step=7")
    page.rest()
    before = page.state()
    page.open("radixscope:1/sort=nonsense")
    wait_until("what a refused address says", lambda: "nonsense" in page.words())
    assert page.state() == before, f"{page.state()} is shown, {before} was kept"
    page.press("Left")
    page.shows("step=6")


def languages(page):
    """A language's file is loaded when it is wanted; one that is missing, damaged or of another version is said once."""
    spoken = lambda: page.ask("document.documentElement.lang")
    page.open("language=ko&radixscope:1/sort=digits/step=22/figure=fig13-9")
    wait_until("Korean", lambda: spoken() == "ko")
    page.shows("step=22")
    wait_until("Korean words", lambda: re.search("[가-힣]", page.words()))
    assert "language" not in page.state(), f"a state names a language: {page.state()}"
    page.rest()
    if page.shots:
        page.browser.picture(os.path.join(page.shots, "language-ko.png"))
    for code, sign in (("ja", "[ぁ-ん]"), ("zh-Hant", "[一-龥]"), ("zh-Hans", "[一-龥]"), ("en", "^[^一-龥]*$")):
        page.act("language", code)
        wait_until(code, lambda: spoken() == code and re.search(sign, page.words()))
        page.rest()
        if page.shots:
            page.browser.picture(os.path.join(page.shots, f"language-{code}.png"))
    said = page.ask("Page.act('language', 'xx')")
    assert "zh-Hant" in said, f"an unknown language is refused so: {said!r}"

    file = page.path
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(file, os.path.join(folder, "radixscope.html"))
        other = Page(page.browser, os.path.join(folder, "radixscope.html"), page.downloads)
        beside = os.path.join(folder, "radixscope.ko.js")
        with open(os.path.join(os.path.dirname(os.path.abspath(file)), "radixscope.ko.js"), encoding="utf-8") as whole:
            script = whole.read()
        damaged = script[: len(script) // 2] + ("A" if script[len(script) // 2] != "A" else "B") + script[len(script) // 2 + 1 :]
        hostile = {
            "missing": None,
            "cut off": script[: len(script) // 2],
            "damaged": damaged,
            "of another version": re.sub(r'"catalogue": \d+', '"catalogue": 1', script),
            "nothing": "",
            "of another kind": 'Page.language({code: "ko", catalogue: About.catalogue, words: 5, sums: {}});',
            "thrown": "throw 1",
        }
        for name, text in hostile.items():
            if text is not None:
                with open(beside, "w", encoding="utf-8") as out:
                    out.write(text)
            other.open("language=ko&radixscope:1/sort=digits/step=5")
            wait_until(f"what is said of a language that is {name}", lambda: "radixscope.ko.js" in other.words())
            assert spoken() == "en", name
            other.press("Right")
            other.shows("step=6")
            assert other.words().count("radixscope.ko.js") == 1, f"it is said more than once: {other.words()}"
        with open(beside, "w", encoding="utf-8") as out:
            out.write(script)
        other.act("language", "ko")  # once more, now that it is there
        wait_until("Korean after all", lambda: spoken() == "ko")
        other.act("language", "auto")


NOT_IN_A_BROWSER = ["own mine.cu", "own_exercise 1", "edit", "edit_replace s => s", "edit_outside", "edit_gpu", "edit_judge", "png a.png",
                    "pdf a.pdf", "animate a.webp", "timing_pick n 1024", "timing_start", "timing_start", "timing_cancel"]

# Everything that a reader of the page reads, or is told by a screen reader
TEXTS = """
const said = [document.title], walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
for (let node = walk.currentNode; node; node = walk.nextNode()) {
  if (node.nodeType === Node.TEXT_NODE && !node.parentElement.closest('script, style')) said.push(node.data);
  for (const name of ['alt', 'title', 'placeholder', 'aria-label', 'aria-description', 'aria-valuetext'])
    if (node.attributes && node.hasAttribute(name)) said.push(node.getAttribute(name));
}
return said"""
# What the page tells the presenter's tab
PRESENTER = """
const told = document.createElement('div');
told.innerHTML = UTF8ToString(Module.asm.radix_presenter());
return told.textContent.split('\\n')"""


def pseudo(page):
    """In letters with accents (words.py pseudo) the page says nothing in English: in its HTML and to a screen reader, in each
    mode, in the presenter's tab, and where it refuses: a command, a file, and work that no worker does."""
    import outside
    import pack
    from pseudo_outputs import REFUSALS

    program, found = os.environ.get("RADIXSCOPE"), []
    names = outside.names_of_program(program) if program else ()
    ask = lambda verb, argument="": page.ask(f"Page.act({json.dumps(verb)}, {json.dumps(argument)})")

    def look(where, texts):
        found.extend(f"{where}: {text.strip()}" for text in texts if outside.english_in(text, names))

    def shown(where):
        page.rest()
        look(where, page.browser.script(TEXTS) + page.browser.script(PRESENTER))

    def opened(state="radixscope:1/sort=digits/step=22"):
        page.open("language=ko&" + state)
        wait_until("its words", lambda: page.ask("document.documentElement.lang === 'ko'"))

    look("planted", ["⟦ţĥé⟧ first difference"])
    assert len(found) == 1, "what is planted is not found"
    found.clear()
    with tempfile.TemporaryDirectory() as folder:
        # In Korean's place: the program knows its own languages alone
        catalogue = os.path.join(folder, "qps.po")
        pack.words.pseudo(catalogue)
        with open(page.path, encoding="utf-8") as file:
            whole = file.read()
        about = re.search(r"var About = (.*);", whole)[1]
        said = json.loads(about)
        said["said"]["ko"] = pack.said(catalogue)
        for name, text in (("radixscope.html", whole.replace(about, json.dumps(said))),
                           ("radixscope.ko.js", pack.translation("ko", catalogue))):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
                out.write(text)
        page = Page(page.browser, os.path.join(folder, "radixscope.html"), page.downloads)
        opened()
        look("itself", page.ask("Object.keys(About.said.en).map(name => Say(name, ''))"))
        shown("step")
        for name, verbs in MODES.items():
            look(name, [ask(verb, argument) for verb, argument in verbs])
            page.wait_for_workers()
            shown(name)
            ask("blank")
            shown("dark")
            for verb, argument in (("blank", ""), ("close", ""), ("fault", "none"), ("predict", "off"), ("mode", "step")):
                ask(verb, argument)
        opened()
        refused = [each[5:].replace("=", " ") for each in re.split(r"[|\n]", REFUSALS) if each.startswith("--do ")]
        for call in ";".join(refused + NOT_IN_A_BROWSER).split(";"):
            verb, _, argument = call.partition(" ")
            look(call, [ask(verb, argument)])
        page.ask("void Page.take([new File(['{'], 'broken.json')])")
        shown("a broken file")
        opened("radixscope:1/sort=nonsense")
        shown("a refused address")
        opened()
        page.ask("void (window.Worker = function() { throw new Error('none'); })")
        for verb, argument in (("html", "a.html"), ("tradeoff", "1024"), ("timing_pick", "n 1024"), ("timing_start", "")):
            look("no worker", [ask(verb, argument)])
            shown("no worker")
    assert not found, "English in the pseudo-language:\n" + "\n".join(dict.fromkeys(found))


def clipboard(page):
    page.browser.devtools(
        "Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"]
    )
    page.open("radixscope:1/sort=digits/step=5")
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
    page.ask("Page.act('seek', '5')")
    page.press("Right")
    page.shows("step=6")
    before = page.state()
    wait_until("the session is kept", lambda: page.ask("localStorage.getItem('radixscope/last-session.json')"))
    page.rest()
    page.browser.open("about:blank")
    page.open()
    assert page.state() == before, f"{page.state()} comes back, {before} was left"


def modes(page):
    """Each is there, and says something."""
    page.open("radixscope:1/sort=digits/step=5")
    for name, verbs in MODES.items():
        for verb, argument in verbs:
            page.act(verb, argument)
        page.rest()
        page.wait_for_workers()
        if page.shots:
            page.browser.picture(os.path.join(page.shots, f"mode-{name}.png"))
        page.ask("Page.act('close') + Page.act('fault', 'none') + Page.act('predict', 'off') + Page.act('mode', 'step')")
    said = page.ask("Page.act('own', 'mine.cu')")
    assert "program" in said, f"a kernel of one's own in a browser: {said!r}"
    page.rest()


MODES = {
    "compare": [("compare", "radix")],
    "memory": [("seek", "scatter"), ("figure", "memory")],
    "calculator": [("calculator", "")],
    "lesson": [("lesson", "13.4")],
    "predict": [("lesson", "none"), ("first", ""), ("predict", "on"), ("next", "")],
    "fault": [("fault", "unstable")],
    "exam": [("questions", "markdown 3 sheet.md")],
    "recorded": [("timing_recorded", "u32")],
    "timing": [("timing_pick", "n 1024"), ("timing_pick", "sorts digits"), ("timing_start", "")],
}


def beside(page):
    """Hand-outs and the trade-off are made by a worker: the same bytes as the desktop's, and cancelled at once."""
    page.open("radixscope:1/sort=digits/step=5")
    page.act("html", "run.html")
    assert page.ask("Page.workers()") == 1, "the hand-out is not written beside the page"
    page.press("Right")
    page.shows("step=6")
    page.wait_for_workers()
    page.same("run.html", "state radixscope:1/sort=digits/step=5; html run.html")
    page.act("tradeoff", "1024")
    assert page.ask("Page.workers()") == 1, "the trade-off is not measured beside the page"
    page.wait_for_workers()
    page.rest()
    page.act("tradeoff_table", "csv table.csv")
    page.same("table.csv", "tradeoff 1024; tradeoff_table csv table.csv")
    page.act("tradeoff", "4194304")
    assert page.ask("Page.workers()") == 1
    page.act("tradeoff", "cancel")
    assert page.ask("Page.workers()") == 0, "it cannot be cancelled"
    page.act("steps", "all svg")
    page.press("Escape")
    wait_until("the end of what was cancelled", lambda: page.ask("Page.workers()") == 0)
    page.rest()


def recording(page):
    """A long run is recorded by a worker while the old picture can be stepped; Escape keeps that one."""
    page.open("radixscope:1/sort=digits/step=5")
    page.act("random", "1024 32 1")
    page.ask("Page.act('next')")
    wait_until("the worker", lambda: page.ask("Page.workers()") == 1)
    page.press("Escape")
    wait_until("its end", lambda: page.ask("Page.workers()") == 0)
    page.rest()
    assert "random" not in page.state(), f"Escape keeps {page.state()}"
    page.act("random", "1024 32 1")
    wait_until("the worker", lambda: page.ask("Page.workers()") == 1)
    page.wait_for_workers()
    page.rest()
    page.act("seek", "40")
    page.act("svg", "recorded.svg")
    page.same("recorded.svg", "state radixscope:1/sort=digits; random 1024 32 1; seek 40; svg recorded.svg")


def touch(page):
    """A tap on a key follows it, a swipe is a step, two fingers zoom."""
    page.browser.size(820, 1180, True)
    page.open("radixscope:1/sort=digits/step=5")
    clock = [time.time()]

    def send(kind, *points):  # 20 ms after the one before, however long this machine took
        clock[0] = clock[0] + 0.02
        page.browser.devtools(
            "Input.dispatchTouchEvent",
            type=kind,
            timestamp=clock[0],
            touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)],
        )

    def swipe(by):
        send("touchStart", (400, 900))
        for part in (1, 2, 3):
            send("touchMove", (400 + by * part / 3, 900))
        send("touchEnd")

    swipe(-200)
    page.shows("step=6")
    swipe(200)
    page.shows("step=5")
    zoom = page.ask("Page.state()")
    send("touchStart", (300, 500), (400, 500))
    for part in (1, 2, 3, 4):
        send("touchMove", (300 - 40 * part, 500), (400 + 40 * part, 500))
    send("touchEnd")
    wait_until("zoom by two fingers", lambda: "zoom=" in page.state() or page.state() != zoom)
    page.act("fit")
    page.rest()
    for y in range(250, 900, 15):
        send("touchStart", (200, y))
        send("touchEnd")
        page.rest()
        if "pin=" in page.state():
            break
    assert "pin=" in page.state(), "no tap follows a key"
    page.browser.size(1280, 720)


def presenter(page):
    """A second tab shows what the first one tells it and sends its keys there; each may be loaded again or closed."""
    browser, first = page.browser, page.browser.window()
    page.open("radixscope:1")  # no language in its address, which a tab that is loaded again would follow
    page.act("language", "en")  # whose sentence is looked for when no window answers
    shown = lambda part="main": page.ask(f"(document.querySelector({json.dumps(part)}) || {{}}).innerText || ''")
    status = lambda: page.ask("document.getElementById('status').innerText")

    def opened():
        wait_until("the presenter's tab", lambda: len(browser.windows()) == 2)
        browser.go_to(next(each for each in browser.windows() if each != first))
        wait_until("what the presenter's tab shows", shown)

    def closed():
        browser.close_window()
        browser.go_to(first)
        wait_until("that the tab is closed", lambda: not page.ask("Page.presents()"))
        page.rest()

    page.open("radixscope:1/sort=digits/step=5")
    page.act("lesson", "13.4")
    page.rest()
    page.press("Shift+N")
    opened()
    assert page.ask("document.title") == "Radixscope: presenter" and status() == "", status()
    assert len(page.ask("[...document.querySelectorAll('h2')].map(each => each.innerText)")) >= 3, shown()
    assert len(shown(".notes")) > 40 and page.ask("!document.getElementById('canvas')"), shown()
    if page.shots:
        browser.picture(os.path.join(page.shots, "presenter.png"))
    before, own = shown(), page.ask("performance.timeOrigin")
    browser.press("Right")
    wait_until("another step in both", lambda: shown() != before)
    browser.press("b")
    wait_until("the dark screen", lambda: shown(".dark"))
    browser.press("b")
    wait_until("the notes again", shown)
    browser.go_to(first)
    moved = page.state()
    assert "step=" in moved or "slide=" in moved, moved
    page.act("back")
    browser.go_to(next(each for each in browser.windows() if each != first))
    wait_until("the step before in both", lambda: shown() == before)
    assert page.ask("performance.timeOrigin") == own, "the tab was loaded again"

    browser.ask("POST", "/refresh")
    wait_until("what it shows when it is loaded again", lambda: shown() == before and status() == "")
    browser.go_to(first)
    page.ask("void location.reload()")
    wait_until("the first tab again", lambda: page.ask("Page.stats.first > 0 && Page.presents()"))
    browser.go_to(next(each for each in browser.windows() if each != first))
    browser.press("Home")
    browser.go_to(first)
    page.shows("step=0")
    browser.go_to(next(each for each in browser.windows() if each != first))
    closed()
    page.act("presenter", "on")  # as by the palette
    opened()
    browser.go_to(first)
    page.act("lesson", "13.4 10")  # a slide with a question
    browser.go_to(next(each for each in browser.windows() if each != first))
    wait_until("the answer to an open question", lambda: len(shown(".answer")) > 10)
    browser.go_to(first)
    browser.open("about:blank")
    browser.go_to(next(each for each in browser.windows() if each != first))
    wait_until("that no window answers", lambda: "No window of Radixscope answers this tab" in status())
    browser.close_window()
    browser.go_to(first)
    browser.open(page.address + "#presenter")  # by hand
    wait_until("that no window answers", lambda: "No window of Radixscope answers this tab" in status())
    if page.shots:
        browser.picture(os.path.join(page.shots, "presenter-alone.png"))
    page.open("radixscope:1/sort=digits/step=5")
    browser.new_tab()
    browser.open(page.address + "#presenter")
    wait_until("what a tab opened by hand shows beside the page", shown)
    browser.press("Right")
    browser.close_window()
    browser.go_to(first)
    page.shows("step=6")


def signs(page):
    """What stands there at rest has every sign of a language that has come: further frames draw the same."""
    page.browser.size(780, 437)
    page.open("radixscope:1/sort=digits/step=22/figure=fig13-9")
    page.act("language", "ja")
    wait_until("Japanese", lambda: page.ask("document.documentElement.lang") == "ja")
    page.rest()
    at_rest = page.browser.screenshot()
    if page.shots:
        page.browser.picture(os.path.join(page.shots, "signs-ja-780x437.png"))
    for _ in range(3):
        page.ask("void [1, 2, 3, 4].forEach(Module.asm.radix_frame)")
        page.rest()
    assert page.browser.screenshot() == at_rest, "signs come with later frames"
    page.act("language", "auto")
    page.browser.size(1280, 720)


def printing(page):
    page.open()
    page.ask("void (window.print = () => window.printed = document.getElementById('print').naturalWidth)")
    page.press("Ctrl+p")
    wait_until("the figure on paper", lambda: (page.ask("window.printed") or 0) > 100)


def embedding(page):
    """In a frame of another page: messages both ways, nothing kept, nothing of other visits."""
    frame = os.path.join(page.downloads, "course.html")
    with open(frame, "w") as file:
        file.write(
            f"""<!doctype html><title>course</title><h1>A course</h1>
<iframe width="800" height="500" src="{page.address}#radixscope:1/sort=digits/step=7"></iframe>
<script>
var told = [];
addEventListener('message', event => told.push(event.data.radixscope));
var ask = wish => new Promise(resolve => {{
  const heard = event => event.data.radixscope.id === wish.id &&
    (removeEventListener('message', heard), resolve(event.data.radixscope));
  addEventListener('message', heard);
  document.querySelector('iframe').contentWindow.postMessage({{radixscope: wish}}, '*');
}});
</script>"""
        )
    page.browser.open(file_address(frame))
    told = lambda: page.ask("told.map(each => each.state || '')")
    wait_until("the first message", lambda: any("step=7" in state for state in told()))
    ask = lambda wish: page.browser.script(f"return ask({json.dumps(wish)})")
    answer = ask({"id": 1, "verb": "seek", "argument": "4"})
    assert answer["refused"] == "" and "step=4" in answer["state"], answer
    answer = ask({"id": 2, "state": "radixscope:1/sort=one_bit/step=2"})
    assert answer["refused"] == "" and "step=2" in answer["state"], answer
    answer = ask({"id": 3, "state": "radixscope:1/sort=nonsense"})
    assert "nonsense" in answer["refused"] and "step=2" in answer["state"], answer
    assert ask({"id": 4, "verb": "svg", "argument": "a.svg"})["refused"], "a message may write files"
    if page.shots:
        time.sleep(1)
        page.browser.picture(os.path.join(page.shots, "frame.png"))
    page.open()


def memory(page):
    """Without a trend over 1,000 steps."""
    page.browser.size(640, 400)  # the processor draws
    page.open()
    walk = "for (let i = 0; i < 30; ++i) { Page.act('next'); Module.asm.radix_frame(); }" \
           "for (let i = 0; i < 30; ++i) { Page.act('back'); Module.asm.radix_frame(); } return HEAP8.length"
    sizes = [page.browser.script(walk) for _ in range(17)]
    page.browser.size(1280, 720)
    assert sizes[16] == sizes[1], f"the module grows: {sizes} bytes"


def pictures(page, folder):
    for width, height, phone in ((1600, 1000, False), (1280, 720, False), (820, 1180, True), (390, 844, True)):
        page.browser.size(width, height, phone)
        page.open("radixscope:1/sort=digits/step=22/figure=fig13-9")
        page.browser.picture(os.path.join(folder, f"page-{width}x{height}.png"))


def main():
    file = os.environ.get("RADIXSCOPE_PAGE") or os.path.join(TOP, ".build-page", "radixscope.html")
    if not os.path.exists(file):
        skip(f"there is no page '{file}'; build it (bash app/page.sh) or name it in RADIXSCOPE_PAGE")
    firefox = os.environ.get("BROWSER") == "firefox"
    with tempfile.TemporaryDirectory() as downloads, (
        Firefox(downloads) if firefox else Browser(gpu=True)
    ) as browser:
        if not firefox:
            browser.devtools("Browser.setDownloadBehavior", behavior="allow", downloadPath=downloads)
        page = Page(browser, file, downloads)
        page.shots = os.environ.get("SHOTS")
        wanted = sys.argv[1:]
        everywhere = (steps, rests, address, files, visits, beside, recording, printing, embedding, languages, pseudo)
        for part in everywhere if firefox else (*everywhere, presenter, signs, modes, clipboard, touch, memory):
            if wanted and part.__name__ not in wanted:
                continue
            begun = time.monotonic()
            part(page)
            print(f"{part.__name__}: {time.monotonic() - begun:.1f} s", flush=True)
        if page.shots and not firefox:
            pictures(page, os.environ["SHOTS"])
        print(json.dumps({"first picture, ms": page.ask("Page.stats.first")}))


if __name__ == "__main__":
    main()
