#!/usr/bin/python3
"""Calls of scriptlets with odd arguments, in pages that collect what is thrown.

    odd_calls.py COUNT SEED NAME …     prints cases as run_cases.py has them, with `calls` of these scriptlets
"""

import json
import random
import sys

WORDS = [
    "", " ", "!", "*", "/", "//", "/(/", "/[/", "/a/zz", "/.*/gs", "!/x/", "a", "a.b", "a.b.c", "a..b", ".", "..", "a.",
    "__proto__", "constructor.prototype", "__proto__.x", "window", "document", "self.self.x", "navigator.x.y", "true", "noopFunc", "[]", "{}",
    "''", "undefined", "-1", "0", "1", "32768", "99999999999999999999", "1e999", "NaN", "0-", "-5", "5-1", "!5",
    "script", "p", "p[", "::before", ":has(", "#text", "/^/", "url:", "method:POST", "url:x method:/(/", "propsToMatch", "stackToMatch", "runAt",
    "end", "elements", "stay", "as", "function", "length:5", "length:-1", "length:9-1", "emptyObj", "{\"a\":", "{\"status\":5}",
    "json:{", "repl:/a/b/", "repl:/", "[-]", "[].x", "{-}.*", "*.*", "xpath(//p)", "xpath(", "$remove$", "$now$", "asap stay", "\u0000", "\\ud800",
    "\U0001F600", "\\", "\"", "</script>", "%", "%E0%A4%A", "x" * 2000, "cookie:a", "!localStorage:b", "div >>> p", "1000, p", "1day", "domain",
]

PAGE = """<script>
var thrown = [];
onerror = (message) => { thrown.push(message); };
onunhandledrejection = (event) => { thrown.push(String(event.reason)); };
</script>
<p id=one class="a b" onclick="void 0" data-x=1>a text</p><a href="#go?u=x">x</a><div id=host></div>
<script>
for (const act of [
  () => { window.a = { b: { c: 1 } }; return a.b.c; },
  () => { setTimeout(() => {}, 1); setInterval(() => {}, 1000); requestAnimationFrame(() => {}); },
  () => { addEventListener("x", () => {}); one.addEventListener("click", { handleEvent() {} }); dispatchEvent(new Event("x")); },
  () => { fetch("/echo").then((answer) => answer.text()).catch(() => {}); },
  () => { const x = new XMLHttpRequest(); x.open("POST", "/echo"); x.onload = () => { void x.response; }; x.send("a"); },
  () => { JSON.parse('{"a":[1,{"b":null}]}'); },
  () => { eval("1"); },
  () => { one.innerHTML = "<b>x</b>"; host.attachShadow({ mode: "open" }).innerHTML = "<p>y</p>"; },
  () => { getComputedStyle(one).display; one.getBoundingClientRect(); },
  () => { const s = document.createElement("script"); s.src = "data:text/javascript,1"; document.body.append(s); },
  () => { document.cookie = "a=1"; localStorage.setItem("b", "1"); },
]) { try { act(); } catch {} }
</script>"""


def odd_cases(names, count, seed, size=25):
    source = random.Random(seed)
    # These change what the page's own program is.
    harmful = {"abort-on-property-read", "abort-on-property-write", "abort-current-script", "abort-on-stack-trace", "close-window",
               "set-cookie-reload", "trusted-set-cookie-reload", "refresh-defuser", "trusted-click-element"}
    cases = []
    while count > 0:
        calls = []
        for _ in range(min(size, count)):
            name = source.choice(names)
            words = WORDS if name not in harmful else [w for w in WORDS if w not in ("window", "document", "__proto__", "constructor.prototype")]
            args = [source.choice(words) for _ in range(source.randrange(6))]
            calls.append([name, args, source.choice(["ublock", "adguard"])])
        count -= len(calls)
        # Without calls that leave the page.
        calls = [c for c in calls if c[0] != "close-window" and not c[0].endswith("-reload")]
        cases.append({"name": "odd calls %d" % len(cases), "calls": calls, "body": PAGE, "control": True,
                      "expect": "later(40).then(() => globalThis.thrown ?? [])", "value": []})
    return cases


if __name__ == "__main__":
    print(json.dumps(odd_cases(sys.argv[3:], int(sys.argv[1]), int(sys.argv[2]))))
