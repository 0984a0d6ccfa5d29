"""Pages in WebKitGTK with user scripts at document start, one after another in one process."""

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


class Runner:
    """Runs jobs, each a dictionary with `host`, `scripts`, `expect`, `wait`; its answer is put into `got`."""

    def __init__(self, server, jobs, views=2, limit=6000):
        self.server, self.jobs, self.limit = server, jobs, limit
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
        view.connect("create", lambda *_: None)
        view.connect("close", lambda *_: self.closed(slot))
        view.connect("web-process-terminated", lambda *_: self.finish(slot, {"error": "web process ended"}))
        view.connect("script-dialog", lambda *_: True)

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
        slot["serial"] += 1
        slot["asked"], slot["committed"], slot["due"] = 0, False, None
        if job.get("fresh"):
            # Only a view without history lets a page close it.
            slot["window"].set_visible(False)
            self.fill(slot)
        slot["manager"].remove_all_scripts()
        for world, source in job["scripts"]:
            frames, start = WebKit.UserContentInjectedFrames.ALL_FRAMES, WebKit.UserScriptInjectionTime.START
            if world == "page":
                script = WebKit.UserScript.new(source, frames, start, None, None)
            else:
                script = WebKit.UserScript.new_for_world(source, frames, start, world, None, None)
            slot["manager"].add_script(script)
        slot["timer"] = GLib.timeout_add(self.limit, self.late, slot, slot["serial"])
        slot["view"].load_uri("http://%s%s" % (job["host"], job.get("path", "/")))
        return False

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
