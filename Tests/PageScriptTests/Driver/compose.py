"""The scripts of a page, put together from the fragments as the composer in Swift does."""

import json
import os
import re

SECRET = "Secret-for-these-cases-0123456789"


class Library:
    def __init__(self, root):
        self.files, self.worlds = {}, {}
        for folder, _, names in os.walk(root):
            for name in names:
                if name.endswith(".js"):
                    with open(os.path.join(folder, name), encoding="utf8") as file:
                        self.files[name] = file.read()
                    if os.path.basename(folder) == "Scriptlets":
                        found = re.search(r"^// world: (\w+)$", self.files[name], re.M)
                        self.worlds[name[:-3]] = found[1] if found else "page"

    def code(self, names):
        done, texts = [], []

        def add(name):
            if name in done:
                return
            done.append(name)
            for line in self.files[name].splitlines():
                if not line.startswith("//"):
                    break
                if line.startswith("// needs:"):
                    for need in line[len("// needs:"):].split():
                        add(need)
            texts.append(self.files[name])

        for name in names:
            add(name)
        return "\n".join(texts)

    def script(self, names, last):
        return '(() => {\n"use strict";\n%s\n%s\n})();\n' % (self.code(names), last)

    def table(self, names):
        rows = ['%s: scriptlet_%s' % (json.dumps(n), n.replace("-", "_")) for n in names]
        return "{ __proto__: null, %s }" % ", ".join(rows)

    def page_scripts(self, calls, surrogates=None, secret=SECRET):
        """Both scripts for these calls, as (world, text)."""
        names = sorted({call[0] for call in calls if call[0] in self.worlds})
        page = [n for n in names if self.worlds[n] == "page"]
        isolated = [n for n in names if self.worlds[n] == "isolated"]
        fragments = [n + ".js" for n in page]
        start = "null"
        if surrogates:
            fragments.append("surrogates.js")
            start = "() => startSurrogates(%s)" % surrogates
        page_text = self.script(["start.js"] + fragments, 'startPage("%s", %s, %s);' % (secret, self.table(page), start))
        own = [call for call in calls if call[0] in isolated]
        handed = [call for call in calls if call[0] not in isolated]
        last = 'globalThis.done || (globalThis.done = true, runIsolated(%s, %s), sendCalls("%s", %s));' % (
            json.dumps(own), self.table(isolated), secret, json.dumps(handed))
        isolated_text = self.script(
            ["run-isolated.js"] + [n + ".js" for n in isolated] + ["hand-over.js"],
            SEND_CALLS + last)
        return [("page", page_text), ("sluice", isolated_text)]


# The isolated side's part of handing over, without its own captured functions.
SEND_CALLS = """
function sendCalls(secret, calls) {
  const events = handOverEvents(secret);
  const send = () => {
    document.removeEventListener(events.here, send);
    document.dispatchEvent(new CustomEvent(events.calls, { detail: JSON.stringify(calls) }));
  };
  document.addEventListener(events.here, send);
  document.dispatchEvent(new CustomEvent(events.ask));
}
"""
