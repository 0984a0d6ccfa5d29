#!/usr/bin/python3
"""Evaluates a script for many cases in WebKitGTK.

    evaluate.py SCRIPT.js CASES.json OUTPUT.json

CASES.json is {"common": value, "cases": [value, …]}. The script is the body of a function that sees `common` and `cases`, some of them
at a time, and returns an array of as many answers, which OUTPUT.json has in order.
"""

import json
import os
import runpy
import sys


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    opener = runpy.run_path(os.path.join(folder, "../../../Samples/Conformance/open-page"), run_name="library")
    opener["display"]()
    import gi

    gi.require_version("Gtk", "4.0")
    gi.require_version("WebKit", "6.0")
    from gi.repository import GLib, Gtk, WebKit

    if not Gtk.init_check():
        opener["leave"](69)
    with open(sys.argv[1], encoding="utf8") as file:
        body = file.read()
    with open(sys.argv[2], encoding="utf8") as file:
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
        script = "const common = %s, cases = %s;\n%s" % (json.dumps(asked["common"]), json.dumps(part), body)
        view.evaluate_javascript("JSON.stringify((() => {%s})())" % script, -1, None, None, None, answered)

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
    with open(sys.argv[3], "w", encoding="utf8") as file:
        json.dump(answers, file)
    opener["leave"](0)


if __name__ == "__main__":
    main()
