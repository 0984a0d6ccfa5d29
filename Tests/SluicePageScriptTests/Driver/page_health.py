#!/usr/bin/python3
"""Looks at the pages of `Health` in WebKitGTK with page scripts and without them: both must be the same.

    page_health.py [--name part] SCRIPTS.json

The file is an object: by the name of some lists the scripts that Sluice makes of them, {"isolated": text, "page": text}. Each page is opened without scripts, twice,
since one that differs from itself tells nothing, and with those of each name. The snapshots of `Health/snapshot.js` are compared. Prints
each difference, and a summary as JSON in its last line.
"""

import argparse
import json
import os
import runpy
import sys
import tempfile

SECRET = "Secret-for-these-pages-0123456789"
TYPES = {
    "js": "text/javascript", "json": "application/json", "css": "text/css", "svg": "image/svg+xml", "html": "text/html",
    "m3u8": "application/vnd.apple.mpegurl",
}


def read(path):
    with open(path, encoding="utf8") as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--name", default="")
    parser.add_argument("scripts")
    options = parser.parse_args()
    folder = os.path.dirname(os.path.abspath(__file__))
    opener = runpy.run_path(os.path.join(folder, "../../../Samples/Conformance/open-page"), run_name="library")
    opener["display"]()
    from engine import Runner, Server, differences

    health = os.path.join(folder, "../Health")
    served = {}
    for name in sorted(os.listdir(os.path.join(health, "files"))):
        served["/files/" + name] = {"type": TYPES[name.rsplit(".", 1)[1]], "body": read(os.path.join(health, "files", name))}
    prelude, snapshot = read(os.path.join(health, "prelude.js")), read(os.path.join(health, "snapshot.js")).strip()
    scripts = {name: [(world, text.replace("__SLUICE_SECRET__", SECRET))
                      for world, text in (("page", given.get("page")), ("sluice", given.get("isolated"))) if text]
               for name, given in json.loads(read(options.scripts)).items()}

    server, jobs = Server(), []
    pages = [name[:-5] for name in sorted(os.listdir(health)) if name.endswith(".html") and options.name in name]
    for page in pages:
        html = read(os.path.join(health, page + ".html")).replace("<head>", "<head><script>" + prelude + "</script>", 1)
        for number, (name, own) in enumerate([("none", []), ("none again", [])] + list(scripts.items())):
            # As long for all: pages write addresses of their own.
            host = "%s-%02d" % (page, number)
            server.pages[host] = {"files": {"/": {"body": html, "headers": {}}, **served}, "log": []}
            jobs.append({"host": host + ".health.example", "scripts": own, "expect": snapshot, "wait": 1, "popups": True, "page": page, "name": name})
    with tempfile.TemporaryDirectory(prefix="page-health-") as store:
        Runner(server, jobs, store, limit=60000).run()

    failures, of = 0, {}
    for job in jobs:
        # The host is the one thing that may differ.
        text = json.dumps(job["got"]).replace(job["host"], "host").replace(job["host"].split(".")[0], "host")
        of.setdefault(job["page"], {})[job["name"]] = json.loads(text)
    for page, seen in of.items():
        for name, value in seen.items():
            if "error" in value:
                failures += 1
                print("%s, %s: %s" % (page, name, value["error"]))
                continue
            found = list(differences(seen["none"], value))
            for path, former, now in found[:12]:
                print("%s, %s: %s: %s, and with it %s" % (page, name, path, json.dumps(former)[:300], json.dumps(now)[:300]))
            failures += bool(found)
    print(json.dumps({"pages": len(of), "lists": list(scripts), "failures": failures}, sort_keys=True))
    opener["leave"](1 if failures else 0)


if __name__ == "__main__":
    sys.exit(main())
