"""A person at Samples/Browser: an Xvfb screen of its own, keys, a screen reader's view of the window, and pictures.

Needs Xvfb, libXtst and at-spi2-core (Debian); `ready()` says what is missing. It asks no network: an HTTP proxy answers for every
host.
"""
import ctypes
import os
import shutil
import signal
import ssl
import struct
import subprocess
import sys
import time
import urllib.parse
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../SluiceProtectionTests/Driver"))
import small_web  # noqa: E402

PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>TITLE</title>
<meta name=color-scheme content="light dark"><body style="font: 20px sans-serif; margin: 2em">
<h1>TITLE</h1><p>A story.</p><p class=ad>An advertisement</p><p><a href="http://other.example/">Other</a>
<a href="http://popup.example/" target=_blank>Window</a></p>
<script src="http://cdn.ads.example/ad.js"></script><script src="http://x.doubleclick.net/tag.js"></script>
<script src="http://metrics.example/m.js"></script><img src="http://pixel.example/1.gif" alt="">
<script>onload = () => fetch("/report?" + (window.ran || []).join("+") + "&" + typeof metrics)</script></html>"""


# A page with a modal dialog, which closes with Escape, and one that fills the screen when it is clicked.
DIALOG = """<!doctype html><title>dialog.example</title><dialog id=d>A dialog of the page</dialog>
<script>onload = () => { d.showModal(); d.onclose = () => fetch("/closed") }</script>"""
FULL = """<!doctype html><title>full.example</title><body style="height: 90vh; background: lightblue"><h1>Click</h1>
<script>onclick = () => document.documentElement.requestFullscreen()
document.onfullscreenchange = () => fetch(document.fullscreenElement ? "/full" : "/left")</script>"""

# A page that opens another one after a while.
LATER = """<!doctype html><title>later.example</title><h1>Later</h1>
<script>onload = () => setTimeout(() => { location = "http://second.example/moved" }, 3000)</script>"""


# A title with markup, two lines, letters that turn a text around, and more than fits.
HOSTILE = "<b>Hostile\n\u202e title&#0;&amp;</b>" + "x" * 10_000


class Handler(small_web.Handler):
    def do_CONNECT(self):
        if self.path.startswith("plain.example:"):
            # A server that speaks http alone.
            self.send_response(200)
            self.end_headers()
            self.connection.recv(100)
            self.wfile.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            self.close_connection = True
            return None
        if not self.path.startswith("untrusted.example:"):
            return self.send_error(502)
        # A certificate that nobody trusts. A browser says so and sends nothing.
        self.send_response(200)
        self.end_headers()
        with self.server.context.wrap_socket(self.connection, server_side=True) as stream:
            self.server.asked.append(f"untrusted.example {stream.recv(100)}")

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        self.server.asked.append(f"{url.hostname}{url.path}" + (f"?{url.query}" if url.query else ""))
        if url.path == "/slow":
            time.sleep(4)
        if url.hostname == "gone.example":
            return self.connection.close()
        status, headers = 200, {"Content-Type": "text/html", "Cache-Control": "no-store"}
        title = HOSTILE if url.hostname == "hostile.example" else url.hostname or ""
        own = {"dialog.example": DIALOG, "full.example": FULL, "later.example": LATER}
        body = own.get(url.hostname, PAGE.replace("TITLE", title)).encode()
        if url.path.endswith(".js"):
            headers["Content-Type"], body = "text/javascript", f"(window.ran ||= []).push('{url.hostname}')".encode()
        elif url.path == "/report":
            headers["Content-Type"], body = "text/plain", b""
        elif url.path == "/download":
            headers |= {"Content-Type": "application/octet-stream", "Content-Disposition": "attachment; filename=a.bin"}
        elif url.hostname == "auth.example" and "Authorization" not in self.headers:
            status, headers["WWW-Authenticate"] = 401, 'Basic realm="A realm"'
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def ready():
    """What is missing; None if nothing is."""
    for program in ["Xvfb", "dbus-daemon", "openssl"]:
        if not shutil.which(program):
            return f"there is no {program}"
    for library in ["libX11.so.6", "libXtst.so.6"]:
        try:
            ctypes.CDLL(library)
        except OSError:
            return f"there is no {library}"
    if not any(os.path.exists(f"{folder}/at-spi-bus-launcher") for folder in ["/usr/libexec", "/usr/lib/at-spi2-core"]):
        return "there is no at-spi2-core"
    try:
        import gi  # noqa: F401
    except ImportError:
        return "there is no python3-gi"
    return None


class Screen:
    """An Xvfb screen with a session bus, and the small web."""

    def __init__(self, folder, size="1000x700", theme=None):
        self.folder, self.children = folder, []
        os.makedirs(folder, exist_ok=True)
        self.display, xvfb = small_web.screen(folder, size)
        self.children.append(xvfb)
        self.server = small_web.Server(("127.0.0.1", 0), Handler)
        self.server.asked = []
        self.server.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        key, certificate = (os.path.join(folder, name) for name in ["key.pem", "certificate.pem"])
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=untrusted.example", "-keyout", key, "-out", certificate],
            check=True, stderr=subprocess.DEVNULL)
        self.server.context.load_cert_chain(certificate, key)
        self.server.begin()
        proxy = f"http://127.0.0.1:{self.server.server_port}"
        self.environment = small_web.environment(self.display, os.path.join(folder, "home")) | {
            "GSK_RENDERER": "cairo", "WEBKIT_DISABLE_DMABUF_RENDERER": "1", "http_proxy": proxy, "https_proxy": proxy,
            "no_proxy": "127.0.0.1", "SLUICE_BROWSER_SIZE": size, "LANG": "C.UTF-8",
        }
        for name in ["GTK_A11Y", "NO_AT_BRIDGE", "GTK_THEME"]:
            self.environment.pop(name, None)
        if theme:
            self.environment["GTK_THEME"] = theme
        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address"], env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.children.append(bus)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        self.x = ctypes.CDLL("libX11.so.6")
        self.test = ctypes.CDLL("libXtst.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XStringToKeysym.restype = ctypes.c_ulong
        self.d = ctypes.c_void_p(self.x.XOpenDisplay(self.display.encode()))

    def close(self):
        for child in reversed(self.children):
            if child.poll() is None:
                child.kill()
                child.wait()
        self.server.shutdown()

    def picture(self, name):
        """Writes a picture of the screen (X window dump, 32 bits a pixel) as PNG, and returns its rows."""
        data = open(os.path.join(self.folder, "Xvfb_screen0"), "rb").read()
        words = struct.unpack(">25I", data[:100])
        start, width, height, line = words[0] + 12 * words[19], words[4], words[5], words[12]
        rows = []
        for y in range(height):
            row = data[start + y * line:start + y * line + 4 * width]
            pixels = bytearray(3 * width)
            pixels[0::3], pixels[1::3], pixels[2::3] = row[2::4], row[1::4], row[0::4]
            rows.append(bytes(pixels))

        def chunk(kind, body):
            return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

        head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        body = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
        with open(name, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b""))
        return rows

    # Keys

    NAMES = {" ": "space", ".": "period", "/": "slash", ":": "colon", "?": "question", "-": "minus", "%": "percent", "=": "equal"}

    def press(self, combination):
        """Presses keys together, such as Control_L+t."""
        codes = [self.code(name) for name in combination.split("+")]
        for code in codes:
            self.test.XTestFakeKeyEvent(self.d, code, 1, 0)
        for code in reversed(codes):
            self.test.XTestFakeKeyEvent(self.d, code, 0, 0)
        self.x.XFlush(self.d)
        time.sleep(0.03)

    def code(self, name):
        code = self.x.XKeysymToKeycode(self.d, ctypes.c_ulong(self.x.XStringToKeysym(name.encode())))
        assert code, f"no key {name}"
        return code

    def type(self, text):
        for letter in text:
            name = self.NAMES.get(letter, letter)
            self.press(("Shift_L+" if letter in ':?%' or letter.isupper() else "") + name)

    def point(self, x, y):
        self.test.XTestFakeMotionEvent(self.d, -1, int(x), int(y), 0)
        self.x.XFlush(self.d)

    def click(self, x, y):
        self.point(x, y)
        time.sleep(0.1)
        for down in (1, 0):
            self.test.XTestFakeButtonEvent(self.d, 1, down, 0)
        self.x.XFlush(self.d)
        time.sleep(0.05)


class Browser:
    """A running browser, and what a screen reader knows of it."""

    def __init__(self, screen, program, *words):
        from gi.repository import Gio, GLib
        self.Gio, self.GLib, self.screen = Gio, GLib, screen
        self.log = open(os.path.join(screen.folder, "log"), "a")
        self.process = subprocess.Popen([program, *words], env=screen.environment, stdout=self.log, stderr=self.log)
        screen.children.append(self.process)
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        session = Gio.DBusConnection.new_for_address_sync(screen.environment["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)
        answer = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1, None)
        # Programs make themselves known to screen readers when one runs.
        session.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set",
            GLib.Variant("(ssv)", ("org.a11y.Status", "IsEnabled", GLib.Variant("b", True))), None, 0, -1, None)
        self.bus = Gio.DBusConnection.new_for_address_sync(answer.unpack()[0], flags, None, None)
        self.app = None

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.app = None

    def call(self, node, interface, method, parameters=None):
        answer = self.bus.call_sync(node[0], node[1], f"org.a11y.atspi.{interface}", method, parameters, None, 0, 5000, None)
        return answer.unpack()

    def property(self, node, name, interface="Accessible"):
        answer = self.bus.call_sync(
            node[0], node[1], "org.freedesktop.DBus.Properties", "Get",
            self.GLib.Variant("(ss)", (f"org.a11y.atspi.{interface}", name)), None, 0, 5000, None)
        return answer.unpack()[0]

    def tree(self, node=None, deep=0):
        """Yields (node, role, name, depth) of everything that is shown, without the contents of pages."""
        if node is None:
            root = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
            for app in self.call(root, "Accessible", "GetChildren")[0]:
                yield from self.tree(app)
            return
        try:
            role, name = self.call(node, "Accessible", "GetRoleName")[0], self.property(node, "Name")
            states = self.call(node, "Accessible", "GetState")[0]
            children = self.call(node, "Accessible", "GetChildren")[0]
        except self.GLib.Error:
            return
        # ATSPI_STATE_VISIBLE
        if deep > 1 and not states[0] & 1 << 30:
            return
        yield node, role, name, deep
        for child in children:
            yield from self.tree(child, deep + 1)

    def all(self, name, role=None):
        """The widgets of a name, or of all names with this beginning if it ends with a star."""
        for node, found, label, _ in self.tree():
            if (label == name or name.endswith("*") and label.startswith(name[:-1])) and role in (None, found):
                yield node

    def find(self, name, role=None):
        return next(self.all(name, role), None)

    def wait(self, condition, what, seconds=20):
        end = time.time() + seconds
        while time.time() < end:
            value = condition()
            if value:
                return value
            assert self.process.poll() is None, f"the browser has ended: {open(self.log.name).read()}"
            time.sleep(0.1)
        raise AssertionError(f"{what} did not happen; there is:\n" + "\n".join("  " * d + f"{r}: {n}" for _, r, n, d in self.tree()))

    def there(self, name, role=None):
        return self.wait(lambda: self.find(name, role), f"'{name}'")

    def press(self, name, role=None):
        """Does what a widget of this name does when it is pressed, and returns whether there is one. In a menu button, its
        inner button does it."""
        for node in self.all(name, role):
            try:
                return self.call(node, "Action", "DoAction", self.GLib.Variant("(i)", (0,))) or True
            except self.GLib.Error:
                continue
        return False

    def act(self, name, role=None):
        """Presses a widget when it is there."""
        self.wait(lambda: self.press(name, role), f"pressing '{name}'")
        time.sleep(0.2)

    def write(self, name, text):
        """Replaces the text of an entry, without keys."""
        self.call(self.there(name), "EditableText", "SetTextContents", self.GLib.Variant("(s)", (text,)))

    def pages(self):
        """The processes of pages."""
        answer = subprocess.run(["pgrep", "-P", str(self.process.pid), "WebKitWebProces"], capture_output=True, text=True)
        return [int(line) for line in answer.stdout.split()]

    def text(self, name):
        node = self.there(name)
        count = self.property(node, "CharacterCount", "Text")
        return self.call(node, "Text", "GetText", self.GLib.Variant("(ii)", (0, count)))[0]

    def memory(self):
        """The resident memory of the browser's own process, in MB."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) // 1024 for line in file if line.startswith("VmRSS"))
