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

    def code(self, names, done=None):
        done, texts = set() if done is None else done, []

        def add(name):
            if name in done:
                return
            done.add(name)
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

    def table(self, names):
        rows = []
        for name in names:
            done = set()
            self.code([name + ".js"], done)
            captures = [", " + function for file, function in CAPTURES if file in done]
            rows.append("%s: [scriptlet_%s%s]" % (json.dumps(name), name.replace("-", "_"), "".join(captures)))
        return "{ __proto__: null, %s }" % ", ".join(rows)

    def loader(self, name, fragments, result, done):
        return "const %s = () => {\n%s\nreturn %s;\n};\n" % (name, self.code(fragments, set(done)), result)

    def page_scripts(self, calls, surrogates=None, gaps=None, secret=SECRET):
        """Both scripts for these calls, as (world, text)."""
        names = sorted({call[0] for call in calls if call[0] in self.worlds})
        page = [n for n in names if self.worlds[n] == "page"]
        isolated = [n for n in names if self.worlds[n] == "isolated"]
        fragments = ["page-code.js"] + [n + ".js" for n in page]
        starts = []
        if surrogates:
            fragments.append("surrogates.js")
            starts.append("startSurrogates(%s)" % surrogates)
        if gaps:
            fragments.append("gaps.js")
            starts.append("fillGaps(%s)" % gaps)
        begin = "() => { %s; }" % "; ".join(starts) if starts else "null"
        done = set()
        outer = self.code(["start.js"], done)
        load = self.loader("load", fragments, "pageCode(%s, %s)" % (self.table(page), begin), done)
        page_text = SCRIPT % (outer, load + 'startPage("%s", load, %s);' % (secret, "true" if starts else "false"))
        own = [call for call in calls if call[0] in isolated]
        handed = [call for call in calls if call[0] not in isolated]
        last = 'globalThis.done || (globalThis.done = true, runIsolated(%s, %s), sendCalls(secretsOfSite("%s").name, %s));' % (
            json.dumps(own), self.table(isolated), secret, json.dumps(handed))
        isolated_text = SCRIPT % (
            self.code(["run-isolated.js"] + [n + ".js" for n in isolated] + ["send-calls.js"]), last)
        return [("page", page_text), ("sluice", isolated_text)]


SCRIPT = '(() => {\n"use strict";\n%s\n%s\n})();\n'
# As in PageScriptNeeds.swift.
CAPTURES = (("natives-elements.js", "captureElements"), ("natives-errors.js", "captureErrors"))
