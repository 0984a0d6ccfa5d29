#!/usr/bin/python3
"""Runs cases of page scripts in WebKitGTK: each with the scripts, and without them, where it must fail. Without SLUICE_FULL=1 and SLUICE_CASES
one in eight is run without them.

    run_cases.py [--name part] [--show] CASES.json …

A file is a list of cases: `name`, `number` (of each its own), `scripts` [[world, text], …], which the tests in Swift make of what
else is in it (`calls` [[scriptlet, [argument, …]], …] of a `dialect`, ublock or adguard, `surrogates` and `blockedRequests`, or `filters`),
`html` (a page) or `body` (what stands in one), `files` {path: text or {type, body, status, headers}}, `csp`, `expect` (an expression, evaluated
in the page behind its load, promises awaited; none where no script can run), `value` (what comes of it), `wait` (milliseconds
before), `control` (true: must hold without the scripts too), `same` (true: in the place of a value, that without the scripts),
`requests` (what must not have reached the server), `closes` (whether the page closes its window). And besides:

    popups    true: the page may open windows
    before    what the browser has, as a script of the page's world that comes first
    rules     those of a rule list
    reported  [[type, URL, frame], …]: what the host is told
    collapses true: the scripts hide images and frames that are blocked
    frames    {name: value}: what `probe`, an expression, is in frames of these names; `top` is the page

`{{host}}` stands for the page's host, `{{site}}` for its domain. Prints what fails, and the counts as JSON in its last line.
"""

import argparse
import json
import os
import runpy
import sys
import tempfile


def page_of(case):
    files = {}
    html = case.get("html")
    if html is None:
        html = "<!DOCTYPE html><html><head><title>case</title></head><body>%s</body></html>" % case.get("body", "")
    headers = {"Content-Security-Policy": case["csp"]} if "csp" in case else {}
    headers.update(case.get("headers", {}))
    files["/"] = {"body": html, "headers": headers}
    for path, file in case.get("files", {}).items():
        if isinstance(file, str):
            kind = "text/javascript" if path.endswith(".js") else "application/json" if path.endswith(".json") else "text/html"
            file = {"type": kind, "body": file}
        files[path] = file
    return {"files": files, "log": []}


def told(job):
    """Returns the reports that the host has received."""
    messages = job.get("messages", {}).get("sluiceReports", [])
    return sorted([request["type"], request["url"], message["frame"]] for message in messages for request in message["requests"])


def frames(job):
    """The last that each frame has told."""
    return dict(job.get("messages", {}).get("probe", []))


def is_told(job):
    """Whether the reports and the frames are as they should be."""
    wanted = job["case"].get("frames", {})
    is_reported = job["reported"] is None or told(job) == sorted(job["reported"])
    return is_reported and all(frames(job).get(name) == value for name, value in wanted.items())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--name", default="")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    folder = os.path.dirname(os.path.abspath(__file__))
    opener = runpy.run_path(os.path.join(folder, "../../../Samples/Conformance/open-page"), run_name="library")
    opener["display"]()
    from engine import Runner, Server, differences

    server = Server()
    jobs = []
    sources = []
    for path in options.cases:
        with open(path, encoding="utf8") as file:
            sources.append((path, json.load(file)))
    is_whole = os.environ.get("SLUICE_FULL") == "1" or bool(os.environ.get("SLUICE_CASES") or options.name)
    for path, cases in sources:
        for case in cases:
            if options.name not in case["name"]:
                continue
            has_control = is_whole or case.get("same") or case["number"] % 8 == 0
            for with_script in (True, False) if has_control else (True,):
                # Each run has a domain of its own, with cookies and storage of its own. All are of one site, whose pages
                # WebKit opens in one process: a new one for each would take most of the time.
                number = 2 * case["number"] + (not with_script)
                host, site = "c%d" % number, "s%d.cases.example" % number
                named = json.loads(json.dumps(case).replace("{{site}}", site).replace("{{host}}", host + "." + site))
                server.pages[host] = page_of(named)
                before = [["page", case["before"]]] if "before" in case else []
                jobs.append({
                    "host": host + "." + site, "scripts": before + (named["scripts"] if with_script else []), "expect": named.get("expect"),
                    "wait": case.get("wait", 1), "rules": named.get("rules"), "probe": named.get("probe"),
                    "reported": named.get("reported"), "ready": is_told if with_script else None, "fresh": case.get("closes", False),
                    "popups": case.get("popups", False),
                    "case": case, "with": with_script, "file": os.path.basename(path), "page": host,
                })
    with tempfile.TemporaryDirectory(prefix="run-cases-") as store:
        Runner(server, jobs, store).run()

    counts, failures = {}, 0
    for number, job in enumerate(jobs):
        case, got = job["case"], job["got"]
        if case.get("same"):
            # The page must see the same with the scripts as without them.
            expected = jobs[number + (1 if job["with"] else 0)]["got"].get("value")
        else:
            expected = case.get("value")
        holds = "value" in got and got["value"] == expected
        holds = holds and is_told(job)
        if job["reported"] is not None:
            got["reported"] = told(job)
        if "frames" in case:
            got["frames"] = frames(job)
        if "closes" in case:
            holds = holds and case["closes"] == job.get("closed", False)
        # A request that a page aborts at once may be made or not: only scripts prevent it for certain.
        for part in case.get("requests", []) if job["with"] or not case.get("control") else []:
            if any(part in line for line in server.pages[job["page"]]["log"]):
                holds = False
                got["log"] = server.pages[job["page"]]["log"]
        wanted = True if job["with"] else bool(case.get("control") or case.get("same"))
        if options.show:
            print(job["with"], case["name"], json.dumps(got)[:600])
        if holds != wanted:
            failures += 1
            how = "with the scripts" if job["with"] else "without them"
            if wanted:
                what = "; ".join(
                    "%s: wanted %s, got %s" % (path or "value", json.dumps(one)[:500], json.dumps(other)[:500])
                    for path, one, other in list(differences(expected, got.get("value")))[:5])
                others = {key: value for key, value in got.items() if key != "value"}
                what += "; and %s" % json.dumps(others)[:500] if others else ""
            else:
                what = "holds all the same, got %s" % json.dumps(got)[:500]
            print("%s: %s: %s: %s" % (job["file"], case["name"], how, what))
        if job["with"]:
            counts[job["file"]] = counts.get(job["file"], 0) + 1
    print(json.dumps({"cases": sum(counts.values()), "failures": failures, "files": counts}, sort_keys=True))
    opener["leave"](1 if failures else 0)


if __name__ == "__main__":
    main()
