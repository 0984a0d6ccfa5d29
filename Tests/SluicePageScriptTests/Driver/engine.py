"""Pages in WebKitGTK with user scripts at document start, one after another in one process."""

import hashlib
import json
import os
import sys
import threading
import time
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("WebKit", "6.0")
from gi.repository import GLib, Gtk, WebKit  # noqa: E402


# Waits without the page's timers, which scripts may have changed.
LATER = """
const later = (time) => new Promise((done) => {
  const channel = new MessageChannel(), start = performance.now();
  channel.port1.onmessage = () => performance.now() - start > time ? done() : channel.port2.postMessage(0);
  channel.port2.postMessage(0);
});
"""


def differences(former, value, path=""):
    """Where two values differ: paths with both values."""
    if isinstance(former, dict) and isinstance(value, dict):
        for key in sorted(set(former) | set(value)):
            yield from differences(former.get(key, "(absent)"), value.get(key, "(absent)"), "%s.%s" % (path, key))
    elif isinstance(former, list) and isinstance(value, list) and len(former) == len(value):
        for index, (one, other) in enumerate(zip(former, value)):
            yield from differences(one, other, "%s[%d]" % (path, index))
    elif former != value:
        yield path, former, value


class Server:
    """A proxy that answers for every host what the page of that name holds."""

    def __init__(self):
        self.pages = {}
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def answer(self):
                length = int(self.headers.get("Content-Length") or 0)
                sent = self.rfile.read(length) if length else b""
                parts = urlsplit(self.path)
                host = (parts.hostname or "").split(".")[0]
                page = outer.pages.get(host)
                path = parts.path or "/"
                file = page and page["files"].get(path)
                if page is not None:
                    page["log"].append(self.command + " " + (parts.hostname or "") + path)
                if file is None and path == "/echo":
                    file = {"type": "text/plain", "body": self.command + "|" + parts.query + "|" + sent.decode("utf8", "replace")}
                if file is None:
                    file = {"type": "text/plain", "body": "", "status": 404}
                body = file["body"].encode("utf8")
                self.send_response(file.get("status", 200))
                self.send_header("Content-Type", file.get("type", "text/html") + "; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "no-store")
                for name, value in file.get("headers", {}).items():
                    self.send_header(name, value)
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)

            do_GET = do_POST = do_HEAD = do_PUT = do_OPTIONS = answer

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        # Pages leave in the middle of answers.
        self.server.handle_error = lambda *_: None
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


# Tells what a frame has become, each time that it changes: where scripts are not allowed, observers alone still run.
PROBE = """
(() => {
  const tell = () => {
    let value;
    try { value = %s; } catch (error) { value = String(error); }
    webkit.messageHandlers.probe.postMessage(JSON.stringify([name || "top", value]));
  };
  new MutationObserver(tell).observe(document, { childList: true, subtree: true, attributes: true });
  addEventListener("load", () => setTimeout(tell, 100));
})();
"""


# How many seconds a busy machine has for what a page tells.
PATIENCE = 10


class Runner:
    """Runs jobs, each a dictionary with `host`, `scripts`, `expect`, `wait`; its answer is put into `got`. `rules` are those of a
    rule list; `ready`, a function of the job, may say for some seconds that not all has come; what message handlers receive is put into `messages`, by their names: `sluiceReports` in the world `sluice`
    and `probe` in the world `probe`."""

    def __init__(self, server, jobs, folder, views=2, limit=20000):
        self.server, self.jobs, self.limit = server, jobs, limit
        self.store = WebKit.UserContentFilterStore.new(folder)
        self.next = 0
        self.loop = GLib.MainLoop()
        self.running = views
        self.held = []
        for _ in range(views):
            self.open_view()

    def run(self):
        # What goes wrong in a callback would else be printed, and the jobs never end.
        sys.excepthook = lambda *error: (traceback.print_exception(*error), os._exit(70))
        self.loop.run()

    def open_view(self):
        slot = {"job": None, "timer": 0, "serial": 0, "asked": 0, "committed": False, "due": None}
        self.held.append(slot)
        self.fill(slot)
        GLib.idle_add(self.start, slot)

    def fill(self, slot):
        """Gives a slot a view of its own."""
        session = WebKit.NetworkSession.new_ephemeral()
        session.set_proxy_settings(
            WebKit.NetworkProxyMode.CUSTOM,
            WebKit.NetworkProxySettings.new("http://127.0.0.1:%d" % self.server.port, None))
        manager = WebKit.UserContentManager()
        view = WebKit.WebView(network_session=session, user_content_manager=manager)
        for name, world in (("sluiceReports", "sluice"), ("probe", "probe")):
            manager.connect("script-message-received::" + name, self.received, slot, name)
            manager.register_script_message_handler(name, world)
        settings = view.get_settings()
        settings.set_javascript_can_open_windows_automatically(True)
        settings.set_enable_write_console_messages_to_stdout(False)
        # Pages that were left would stay.
        settings.set_enable_page_cache(False)
        slot["view"], slot["manager"] = view, manager
        # Pages that nobody can see draw no frames.
        window = Gtk.Window()
        window.set_default_size(800, 600)
        window.set_child(view)
        window.present()
        slot["window"] = window
        view.connect("load-changed", self.changed, slot)
        view.connect("create", lambda *_: self.popup(slot))
        view.connect("close", lambda *_: self.closed(slot))
        view.connect("web-process-terminated", lambda *_: self.finish(slot, {"error": "web process ended"}))
        view.connect("script-dialog", lambda *_: True)

    def received(self, manager, value, slot, name):
        message = json.loads(value.to_string())
        job = slot["job"]
        # A page that is left still sends what it has.
        if job is None or (isinstance(message, dict) and "//%s/" % job["host"] not in message.get("page", "//%s/" % job["host"])):
            return
        job.setdefault("messages", {}).setdefault(name, []).append(message)

    def popup(self, slot):
        """A window that the page opens, until the job ends."""
        if slot["job"] is None or not slot["job"].get("popups"):
            return None
        view = WebKit.WebView(related_view=slot["view"])
        slot["popups"].append(view)
        return view

    def closed(self, slot):
        if slot["job"] is not None:
            slot["job"]["closed"] = True

    def start(self, slot):
        if self.next >= len(self.jobs):
            self.running -= 1
            if self.running == 0:
                self.loop.quit()
            return False
        job = self.jobs[self.next]
        self.next += 1
        slot["job"] = job
        slot["popups"] = []
        slot["serial"] += 1
        slot["asked"], slot["committed"], slot["due"] = 0, False, None
        if job.get("fresh"):
            # Only a view without history lets a page close it.
            slot["window"].set_visible(False)
            self.fill(slot)
        slot["manager"].remove_all_scripts()
        slot["manager"].remove_all_filters()
        for world, source in job["scripts"]:
            frames, start = WebKit.UserContentInjectedFrames.ALL_FRAMES, WebKit.UserScriptInjectionTime.START
            if world == "page":
                script = WebKit.UserScript.new(source, frames, start, None, None)
            else:
                script = WebKit.UserScript.new_for_world(source, frames, start, world, None, None)
            slot["manager"].add_script(script)
        if job.get("probe"):
            frames, start = WebKit.UserContentInjectedFrames.ALL_FRAMES, WebKit.UserScriptInjectionTime.START
            text = PROBE % job["probe"]
            slot["manager"].add_script(WebKit.UserScript.new_for_world(text, frames, start, "probe", None, None))
        slot["timer"] = GLib.timeout_add(self.limit, self.late, slot, slot["serial"])
        if job.get("rules"):
            text = json.dumps(job["rules"]).encode("utf8")
            name = hashlib.sha256(text).hexdigest()
            self.store.save(name, GLib.Bytes.new(text), None, self.compiled, slot)
        else:
            self.load(slot)
        return False

    def compiled(self, store, result, slot):
        slot["manager"].add_filter(store.save_finish(result))
        self.load(slot)

    def load(self, slot):
        job = slot["job"]
        slot["view"].load_uri("http://%s%s" % (job["host"], job.get("path", "/")))

    def late(self, slot, serial):
        if serial == slot["serial"]:
            slot["timer"] = 0
            self.finish(slot, {"error": "timeout"})
        return False

    def changed(self, view, event, slot):
        if slot["job"] is None or slot["job"]["host"] not in (view.get_uri() or ""):
            return
        slot["committed"] |= event == WebKit.LoadEvent.COMMITTED
        # Or it is the page before that ends.
        if event != WebKit.LoadEvent.FINISHED or not slot["committed"]:
            return
        # A page that goes elsewhere is asked again: what it was asked before may never be answered.
        now = time.monotonic()
        slot["due"] = slot["due"] or now + slot["job"].get("wait", 0) / 1000
        wait = max(1, int(1000 * (slot["due"] - now)))
        slot["asked"] += 1
        GLib.timeout_add(wait, self.ask, slot, slot["serial"], slot["asked"])

    def ask(self, slot, serial, asked):
        if (serial, asked) != (slot["serial"], slot["asked"]) or slot["job"] is None:
            return False
        ready = slot["job"].get("ready")
        if ready is not None and not ready(slot["job"]) and time.monotonic() < slot["due"] + PATIENCE:
            GLib.timeout_add(100, self.ask, slot, serial, asked)
            return False
        if slot["job"]["expect"] is None:
            self.finish(slot, {"value": None})
            return False
        body = LATER + "return JSON.stringify(await (%s));" % slot["job"]["expect"]

        def answered(view, result, _=None):
            if (serial, asked) != (slot["serial"], slot["asked"]):
                return
            try:
                text = view.call_async_javascript_function_finish(result)
                text = text.to_string()
                got = {"value": None if text == "undefined" else json.loads(text)}
            except Exception as error:  # noqa: BLE001
                got = {"error": str(error)[:300]}
            self.finish(slot, got)

        slot["view"].call_async_javascript_function(
            body, -1, None, slot["job"].get("world"), None, None, answered)
        return False

    def finish(self, slot, got):
        if slot["job"] is None:
            return
        if slot["timer"]:
            GLib.source_remove(slot["timer"])
            slot["timer"] = 0
        slot["job"]["got"] = got
        slot["job"] = None
        slot["serial"] += 1
        GLib.idle_add(self.start, slot)
