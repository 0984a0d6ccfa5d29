"""A screen without a monitor, and a small web: an HTTP proxy that answers for every host itself. The drivers of Protection and of
Samples/Browser use them.
"""
import http.server
import os
import socketserver
import subprocess
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers requests without writing about them, and survives clients that go away."""

    def log_message(self, *arguments):
        pass

    def handle(self):
        try:
            super().handle()
        except OSError:
            pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    request_queue_size = 64
    daemon_threads = True

    def server_bind(self):
        # Without the look-up of the machine's name, which takes seconds where there is no network.
        self.socket.setsockopt(1, 2, 1)
        self.socket.bind(self.server_address)
        self.server_name, self.server_port = self.socket.getsockname()

    def begin(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self


def screen(folder, size):
    """A display, and the process that has it. Its pixels are in FOLDER/Xvfb_screen0."""
    reading, writing = os.pipe()
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", size + "x24", "-nolisten", "tcp", "-fbdir", folder],
        pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as file:
        return ":" + file.readline().strip(), process


def environment(display, home):
    """The variables of a program with WebKitGTK on this display, whose files are all in a folder."""
    os.makedirs(home, mode=0o700, exist_ok=True)
    os.chmod(home, 0o700)
    return os.environ | {
        "DISPLAY": display, "GDK_BACKEND": "x11", "HOME": home, "XDG_RUNTIME_DIR": home, "XDG_CACHE_HOME": home + "/cache",
        "XDG_DATA_HOME": home + "/data", "XDG_CONFIG_HOME": home + "/config", "GSETTINGS_BACKEND": "memory",
        "LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
    }
