#!/usr/bin/python3
"""Runs protection-driver on a screen of its own, with a small web: an HTTP proxy that answers for every host itself.

run_driver.py --check                      says whether that can be done
run_driver.py DRIVER FOLDER WORD...        runs it; what it prints goes to standard output
run_driver.py BROWSER FOLDER browser LISTS  runs Samples/Browser with lists, and says what its page asked for; FOLDER/screen.png
                                           is a picture
run_driver.py DRIVER FOLDER engine LIBRARY  runs it with a library loaded first
run_driver.py DRIVER FOLDER kills N        runs it N times, kills it at some moment, and says how the starts went

Pages of all hosts but those below ask tracker.test for a script, in a frame (frame.test) too, go on to do so every 10 ms with
?busy, send it a beacon when they are left, load for three seconds with ?hang, have an element of class "ad", and tell how they fare in their title.
FOLDER/requests has a line for each request to tracker.test: the host of the page, and the kind of request.
"""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.parse

sys.dont_write_bytecode = True
import small_web  # noqa: E402

PAGE = """<!doctype html><meta charset=utf-8><title>begun</title><p class=ad>ad</p>
<script src="http://tracker.test/x?page=HOST&kind=first"></script>
FRAMES
<script>
const state = {host: "HOST", id: "ID", first: !!window.first, ok: 0, bad: 0, frame: null, done: false}
const hit = () => fetch("http://tracker.test/x?page=HOST&kind=busy", {mode: "no-cors"}).then(() => state.ok++, () => state.bad++)
if (BUSY) setInterval(hit, 10)
addEventListener("pagehide", () => navigator.sendBeacon("http://tracker.test/x?page=HOST&kind=beacon"))
addEventListener("message", event => state.frame = event.data)
addEventListener("load", () => state.done = true)
const tell = () => {
  if (window.style) state.style = window.begun + " / " + style()
  state.hidden = getComputedStyle(document.querySelector(".ad")).display == "none"
  document.title = JSON.stringify(state)
}
setInterval(tell, 15)
addEventListener("pageshow", tell)
</script>"""

# What a page with ?styles has before its script: an important style of its own, an element in a layer, and others.
STYLES = """<style>@layer own { .layer { top: 1px !important } } .plain { top: 2px !important }</style>
<p class=inline style="top: 3px !important">1</p><p class=layer>2</p><p class=plain>3</p><p class=ad id=bait>4</p>
<script>
window.style = () => [".inline", ".layer", ".plain"].map(one => getComputedStyle(document.querySelector(one)).top)
  .concat(getComputedStyle(document.querySelector("#bait")).display, document.styleSheets.length, document.adoptedStyleSheets.length).join(" ")
window.begun = style()
</script>"""

FRAME = """<!doctype html><script src="http://tracker.test/x?page=HOST&kind=frame"></script>
<script>onload = () => parent.postMessage(!!window.first, "*")</script>"""


class Handler(small_web.Handler):
    def answer(self, status, kind, body, headers=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Access-Control-Allow-Origin", "*")
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.do_GET()

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
        if url.hostname == "tracker.test":
            with self.server.lock, open(self.server.log, "a") as log:
                log.write(f"{query.get('page')} {query.get('kind')}\n")
            return self.answer(200, "text/javascript", b"window.first = true")
        if "delay" in query:
            time.sleep(int(query["delay"]) / 1000)
        if url.path == "/redirect":
            return self.answer(302, "text/plain", b"", [("Location", query["to"])])
        if url.path == "/empty":
            self.send_response(204)
            return self.end_headers()
        if url.path == "/download":
            return self.answer(200, "application/octet-stream", b"data", [("Content-Disposition", "attachment")])
        if url.path == "/fail":
            self.close_connection = True
            return self.connection.close()
        if url.hostname == "frame.test":
            return self.answer(200, "text/html", FRAME.replace("HOST", query.get("page", "")).encode())
        inner = f'<iframe src="http://frame.test/?page={url.hostname}"></iframe>'
        if "frame" in query:
            inner += f'<iframe src="{query["frame"]}"></iframe>'
        if "hang" in query:
            inner += '<img src="http://frame.test/?delay=3000">'
        if "styles" in query:
            inner += STYLES
        if "go" in query:
            inner += f'<script>setTimeout(() => location = "{query["go"]}", 300)</script>'
        if "open" in query:
            inner += f'<script>setTimeout(() => open("{query["open"]}"), 100)</script>'
        self.server.pages += 1
        page = PAGE.replace("FRAMES", inner).replace("HOST", url.hostname or "").replace("ID", query.get("id", ""))
        self.answer(200, "text/html", page.replace("BUSY", "true" if "busy" in query else "false").encode())


if sys.argv[1:] == ["--check"]:
    sys.exit(0 if shutil.which("Xvfb") else 69)
driver, folder, *words = sys.argv[1:]
server = small_web.Server(("127.0.0.1", 0), Handler)
server.log, server.lock, server.pages = os.path.join(folder, "requests"), threading.Lock(), 0
open(server.log, "a").close()
server.begin()
display, process = small_web.screen(folder, "1100x800")
environment = small_web.environment(display, os.path.join(folder, "home")) | {"NO_AT_BRIDGE": "1"}


def kills(count):
    """Starts once lists have been there: how many were right, and which were not."""
    dice = random.Random(1)
    has_lists, right, wrong, killed = False, 0, {}, 0

    def start(folder, number):
        return subprocess.Popen(
            [driver, folder, str(server.server_port), "cycle", str(number)], env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)

    # A busy machine takes longer from the start to the lists, so moments are parts of the time that a run takes.
    whole, began = os.path.join(folder, "whole"), time.monotonic()
    os.mkdir(whole)
    start(whole, 0).communicate(timeout=60)
    seconds = time.monotonic() - began
    for number in range(count + 1):
        run = start(folder, number)
        try:
            # The last one runs to its end.
            output, _ = run.communicate(timeout=60 if number == count else dice.uniform(0.05, 1.2) * seconds)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            output, _ = run.communicate()
            killed += 1
        for line in output.splitlines():
            if line.startswith("started") and has_lists:
                if line == "started protected 1":
                    right += 1
                else:
                    wrong[line] = wrong.get(line, 0) + 1
            has_lists = has_lists or line == "updated"
    print(json.dumps({"killed": killed, "right": right, "wrong": wrong, "end": output.splitlines()[-1]}))


def browser(lists):
    """A page in the browser: what of it was asked for, and a picture."""
    environment["http_proxy"] = f"http://127.0.0.1:{server.server_port}"
    run = subprocess.Popen(
        [driver, lists, "http://p.test/"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True)
    # A browser is slow next to other tests. The page's own requests follow at once.
    for _ in range(600):
        if server.pages or run.poll() is not None:
            break
        time.sleep(0.1)
    time.sleep(3)
    world = os.path.join(os.path.dirname(__file__), "../../Browsers/world")
    subprocess.run([world, "picture", os.path.join(folder, "Xvfb_screen0"), os.path.join(folder, "screen.png")])
    state = "ended" if run.poll() is not None else "runs"
    os.killpg(run.pid, signal.SIGKILL)
    with open(server.log) as log:
        print(json.dumps({"state": state, "pages": server.pages, "trackers": len(log.readlines())}))


try:
    if words[0] == "browser":
        browser(words[1])
        sys.exit(0)
    if words[0] == "kills":
        kills(int(words[1]))
        sys.exit(0)
    if words[0] == "engine" and len(words) > 1:
        environment["LD_PRELOAD"] = words[1]
    run = subprocess.run([driver, folder, str(server.server_port), *words], env=environment, timeout=280)
    sys.exit(run.returncode)
finally:
    process.kill()
