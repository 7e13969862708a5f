"""Chromium and Firefox, driven as a person drives them, by https://www.w3.org/TR/webdriver2/. Standard library only."""

import base64
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

# https://www.w3.org/TR/webdriver2/#keyboard-actions
KEYS = {
    "Left": "\ue012",
    "Right": "\ue014",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "Home": "\ue011",
    "End": "\ue010",
    "Shift": "\ue008",
    "Ctrl": "\ue009",
    "Alt": "\ue00a",
    "Escape": "\ue00c",
    "Space": " ",
    "Tab": "\ue004",
}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

PATIENCE = 300  # seconds until what does not answer is taken for dead; a busy machine needs some ten
TIMEOUTS = {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000}


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def find_programs():
    """Chromium and its driver; skips the test where they are missing or only stand for a package."""
    driver = shutil.which("chromedriver")
    browser = next(filter(None, map(shutil.which, ["chromium", "google-chrome", "chromium-browser"])), None)
    if not driver or not browser:
        skip("no chromium with chromedriver (Debian: apt-get install chromium chromium-driver)")
    for program in (browser, driver):
        if subprocess.run(
            [program, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ).returncode:
            skip(f"{program} does not run here")
    return browser, driver


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Browser:
    def __init__(self, gpu=False):
        """`gpu`: with WebGL, drawn by the processor."""
        browser, driver = find_programs()
        self.folder = tempfile.TemporaryDirectory(prefix="radixscope-browser-", ignore_cleanup_errors=True)
        port = free_port()
        self.driver = subprocess.Popen(
            [driver, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.at = f"http://127.0.0.1:{port}"
        # --no-sandbox: containers run as root, where Chromium's own sandbox cannot start
        options = {
            "binary": browser,
            "args": [
                "--headless",
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                *(["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
                  if gpu else ["--disable-gpu"]),
                f"--user-data-dir={self.folder.name}",
            ],
        }
        try:
            self.wait_for_driver()
            session = self.ask(
                "POST",
                "/session",
                {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options, "timeouts": TIMEOUTS}}},
            )
            self.at += "/session/" + session["sessionId"]
        except BaseException:
            self.end_driver()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.ask("DELETE", "")
        finally:
            self.end_driver()

    def end_driver(self):
        self.driver.terminate()
        self.driver.wait(PATIENCE)
        self.folder.cleanup()

    def wait_for_driver(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if self.ask("GET", "/status")["ready"]:
                    return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("chromedriver does not answer")

    def ask(self, method, path, body=None):
        data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        request = urllib.request.Request(
            self.at + path, data, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"].split("\n")[0]) from None

    def open(self, address):
        self.ask("POST", "/url", {"url": address})

    def back(self):
        self.ask("POST", "/back")

    def windows(self):
        return self.ask("GET", "/window/handles")

    def window(self):
        return self.ask("GET", "/window")

    def go_to(self, window):
        self.ask("POST", "/window", {"handle": window})

    def new_tab(self):
        self.go_to(self.ask("POST", "/window/new", {"type": "tab"})["handle"])

    def close_window(self):
        self.ask("DELETE", "/window")

    def painted(self):
        """Waits until the page has been painted: Chromium gives no key to one that has not. An empty page never is."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.script("return performance.getEntriesByType('paint').length > 0"):
                return
            time.sleep(0.02)
        raise TimeoutError(f"the page was not painted within {PATIENCE} seconds")

    def script(self, text):
        return self.ask("POST", "/execute/sync", {"script": text, "args": []})

    def devtools(self, command, **parameters):
        return self.ask("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def press(self, keys):
        """Presses "Right" or "Shift+Right", as a keyboard does: to whatever has the focus."""
        names = [KEYS.get(name, name) for name in keys.split("+")]
        down = [{"type": "keyDown", "value": name} for name in names]
        up = [{"type": "keyUp", "value": name} for name in reversed(names)]
        self.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": down + up}]})

    def press_on(self, selector, keys):
        """Gives an element the focus and presses keys there."""
        element = self.ask("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]
        self.ask("POST", f"/element/{element}/value", {"text": "".join(KEYS.get(key, key) for key in keys)})

    def click(self, selector):
        element = self.ask("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]
        self.ask("POST", f"/element/{element}/click")

    def swipe(self, x, y, by):
        actions = [
            {"type": "pointerMove", "duration": 0, "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "duration": 100, "x": x + by, "y": y},
            {"type": "pointerUp", "button": 0},
        ]
        self.ask(
            "POST",
            "/actions",
            {
                "actions": [
                    {
                        "type": "pointer",
                        "id": "finger",
                        "actions": actions,
                        "parameters": {"pointerType": "touch"},
                    }
                ]
            },
        )

    def screenshot(self):
        return base64.b64decode(self.ask("GET", "/screenshot"))

    def picture(self, file):
        with open(file, "wb") as out:
            out.write(self.screenshot())

    def pdf(self):
        """What the browser prints on A4, as bytes. The driver gives up after ten seconds; a busy machine takes longer."""
        page = {"width": 21.0, "height": 29.7}
        for last in [False] * 19 + [True]:
            try:
                return base64.b64decode(self.ask("POST", "/print", {"page": page, "background": True}))
            except RuntimeError as error:
                if last or "Timed out receiving message" not in str(error):
                    raise

    def size(self, width, height, phone=False):
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=phone,
        )
        self.devtools("Emulation.setTouchEmulationEnabled", enabled=phone)

    def colours(self, scheme, media=""):
        self.devtools(
            "Emulation.setEmulatedMedia",
            media=media,
            features=[{"name": "prefers-color-scheme", "value": scheme}],
        )


class Firefox(Browser):
    """Firefox by its own protocol, which has WebDriver's commands under names:
    https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html. WebGL needs a screen (under_xvfb.sh)."""

    NAMES = {
        "/url": "Navigate",
        "/execute/sync": "ExecuteScript",
        "/actions": "PerformActions",
        "/screenshot": "TakeScreenshot",
        "/window/rect": "SetWindowRect",
    }

    def __init__(self, downloads):
        program = next(filter(None, map(shutil.which, ["firefox-esr", "firefox"])), None)
        if not program:
            skip("no firefox (Debian: apt-get install firefox-esr)")
        self.folder = tempfile.TemporaryDirectory(prefix="radixscope-firefox-", ignore_cleanup_errors=True)
        port = free_port()
        preferences = {
            "marionette.port": port,
            "webgl.force-enabled": True,
            "browser.download.folderList": 2,
            "browser.download.dir": downloads,
            "browser.shell.checkDefaultBrowser": False,
            "datareporting.policy.dataSubmissionEnabled": False,
        }
        with open(os.path.join(self.folder.name, "user.js"), "w") as file:
            for name, value in preferences.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        self.driver = subprocess.Popen(
            [program, "--marionette", "--no-remote", "--profile", self.folder.name, "about:blank"],
            env={**os.environ, "HOME": self.folder.name},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.asked = 0
        try:
            self.line = self.connect(port)
            self.read()
            self.command("WebDriver:NewSession", {"timeouts": TIMEOUTS})
        except BaseException:
            self.end_driver()
            raise

    def connect(self, port):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            except OSError:
                if self.driver.poll() is not None:
                    break
                time.sleep(0.05)
        skip("firefox does not start here")

    def receive(self, count):
        got = b""
        while len(got) < count:
            more = self.line.recv(count - len(got))
            if not more:
                raise ConnectionError("firefox has ended")
            got += more
        return got

    def read(self):
        size = b""
        while not size.endswith(b":"):
            size += self.receive(1)
        return json.loads(self.receive(int(size[:-1])))

    def command(self, name, parameters):
        self.asked += 1
        text = json.dumps([0, self.asked, name, parameters]).encode()
        self.line.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, result = self.read()
        if error:
            raise RuntimeError(error["message"])
        return result.get("value")

    def ask(self, method, path, body=None):
        if method == "DELETE":
            return None
        return self.command("WebDriver:" + self.NAMES[path], body or {})


def file_address(path):
    return "file://" + urllib.request.pathname2url(os.path.abspath(path))
