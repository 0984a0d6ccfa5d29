#!/usr/bin/python3
"""Reads pages in WebKitGTK and asks them for elements.

    query_documents.py CASES.json OUTPUT.json

CASES.json is {"selectors": [text, …], "cases": [{"html": text, "selectors": [text, …]}]}; a case without selectors is asked
for those of all. Each page is written into a document of its own, with the engine's own parser. OUTPUT.json has for each
case {"tree": text, "found": [[selector, element, …], …], "refused": [selector, …]}: the tree as `HTMLDocument.outlineText`
writes it, what querySelectorAll finds for each selector that finds something, and the selectors that it does not take.
Selectors and elements are indices, these in the order of the tree.
"""

import json
import os
import runpy
import sys

SCRIPT = r"""
const outline = (document) => {
  const lines = [];
  const namespaces = {"http://www.w3.org/1999/xhtml": "", "http://www.w3.org/2000/svg": "svg ", "http://www.w3.org/1998/Math/MathML": "math "};
  let pending = null;
  const flush = () => { if (pending !== null) lines.push(pending + '"'); pending = null; };
  let node = document.firstChild, depth = 0;
  while (node) {
    const indent = " ".repeat(depth);
    if (node.nodeType === 3) {
      pending = (pending === null ? indent + '"' : pending) + node.data;
    } else {
      flush();
      if (node.nodeType === 10) lines.push(indent + "!doctype");
      if (node.nodeType === 8) lines.push(indent + "!--");
      if (node.nodeType === 1) {
        const words = Array.from(node.attributes, (a) => " " + a.localName + "=" + a.value).sort();
        lines.push(indent + namespaces[node.namespaceURI] + node.localName + words.join(""));
      }
    }
    if (node.firstChild) { flush(); node = node.firstChild; depth++; continue; }
    while (node && !node.nextSibling) {
      flush();
      node = node.parentNode === document ? null : node.parentNode;
      depth--;
    }
    if (node) node = node.nextSibling;
  }
  flush();
  return lines.join("\n");
};
const answers = cases.map(({ html, selectors = common }) => {
  // A document that was written to before would remember how it looked up classes.
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const inner = frame.contentDocument;
  inner.open();
  inner.write(html);
  inner.close();
  const tree = outline(inner);
  const numbers = new Map(Array.from(inner.querySelectorAll("*"), (element, index) => [element, index]));
  const found = [], refused = [];
  selectors.forEach((selector, index) => {
    try {
      const elements = inner.querySelectorAll(selector);
      if (elements.length) found.push([index, ...Array.from(elements, (element) => numbers.get(element))]);
    } catch { refused.push(index); }
  });
  frame.remove();
  return { tree, found, refused };
});
return JSON.stringify(answers);
"""


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    opener = runpy.run_path(os.path.join(folder, "../../../.ci/open-page"), run_name="library")
    opener["display"]()
    import gi

    gi.require_version("Gtk", "4.0")
    gi.require_version("WebKit", "6.0")
    from gi.repository import GLib, Gtk, WebKit

    if not Gtk.init_check():
        opener["leave"](69)
    with open(sys.argv[1], encoding="utf8") as file:
        asked = json.load(file)
    cases = asked["cases"]
    view = WebKit.WebView(network_session=WebKit.NetworkSession.new_ephemeral())
    loop = GLib.MainLoop()
    answers = []
    size = 50

    def ask():
        part = cases[len(answers) : len(answers) + size]
        if not part:
            return loop.quit()
        # JSON is JavaScript.
        script = "const common = %s, cases = %s;\n%s" % (json.dumps(asked["selectors"]), json.dumps(part), SCRIPT)
        view.evaluate_javascript("(() => {%s})()" % script, -1, None, None, None, answered)

    def answered(source, result):
        try:
            answers.extend(json.loads(view.evaluate_javascript_finish(result).to_string()))
        except Exception as error:
            print(error, file=sys.stderr)
            opener["leave"](70)
        ask()

    def changed(_, event):
        if event == WebKit.LoadEvent.FINISHED:
            ask()

    view.connect("load-changed", changed)
    view.load_html("<!DOCTYPE html><title>x</title><body>", "https://page.example/")
    GLib.timeout_add_seconds(600, lambda: opener["leave"](75))
    loop.run()
    with open(sys.argv[2], "w", encoding="utf8") as file:
        json.dump(answers, file)
    opener["leave"](0)


if __name__ == "__main__":
    main()
