"""Cases in which a page looks at a function that the scripts have put in the place of the browser's, and calls it in odd ways: all must be as it is without
the scripts. `python3 alike.py` prints them as JSON."""

import json

# The calls, with patterns that nothing has, and what they replace: owner, key and the part of the property.
REPLACED = [
    ([["prevent-addEventListener", ["neverx", "nevery"]]], [("EventTarget.prototype", "addEventListener", "value")]),
    ([["prevent-setTimeout", ["neverx"]], ["adjust-setTimeout", ["never", "*"]]], [("window", "setTimeout", "value")]),
    ([["prevent-setInterval", ["neverx"]], ["adjust-setInterval", ["never", "*"]]], [("window", "setInterval", "value")]),
    ([["prevent-requestAnimationFrame", ["neverx"]]], [("window", "requestAnimationFrame", "value")]),
    ([["prevent-window-open", ["neverx"]]], [("window", "open", "value")]),
    ([["spoof-css", [".neverx", "width", "5px"]]],
     [("window", "getComputedStyle", "value"), ("Element.prototype", "getBoundingClientRect", "value")]),
    ([["noeval-if", ["neverx"]]], [("window", "eval", "value")]),
    ([["nobab", []]], [("window", "eval", "value")]),
    ([["prevent-canvas", ["neverx"]]], [("HTMLCanvasElement.prototype", "getContext", "value")]),
    ([["prevent-innerHTML", [".neverx", "nevery"]]],
     [("Element.prototype", "innerHTML", "get"), ("Element.prototype", "innerHTML", "set")]),
    ([["prevent-element-src-loading", ["script", "neverx"]]],
     [("HTMLScriptElement.prototype", "src", "set"), ("Element.prototype", "setAttribute", "value")]),
    ([["prevent-element-src-loading", ["link", "neverx"]]], [("HTMLLinkElement.prototype", "href", "set")]),
    ([["prevent-fetch", ["neverx method:POST headers:neverx"]]], [("window", "fetch", "value")]),
    ([["trusted-replace-fetch-response", ["neverx", "y", "neverz"]], ["m3u-prune", ["neverx", "nevery"]]], [("window", "fetch", "value")]),
    ([["prevent-xhr", ["neverx"]], ["json-prune-xhr-response", ["neverx", "", "propsToMatch", "nevery"]]],
     [("XMLHttpRequest.prototype", "open", "value"), ("XMLHttpRequest.prototype", "send", "value"),
      ("XMLHttpRequest.prototype", "abort", "value"), ("XMLHttpRequest.prototype", "response", "get"),
      ("XMLHttpRequest.prototype", "responseText", "get"), ("XMLHttpRequest.prototype", "responseXML", "get")]),
    ([["json-prune", ["neverx"]], ["json-edit", [".nevery"]]], [("JSON", "parse", "value"), ("Response.prototype", "json", "value")]),
    ([["trusted-replace-argument", ["document.getElementById", "1", "true"]]], [("Document.prototype", "getElementById", "value")]),
    ([["trusted-suppress-native-method", ["localStorage.setItem", "'neverx'"]]], [("Storage.prototype", "setItem", "value")]),
    ([["trusted-replace-outbound-text", ["atob", "neverx", "y"]]], [("window", "atob", "value")]),
    # An argument that is edited is read for it: here it is one that no call has.
    ([["trusted-prune-inbound-object", ["Object.keys", "neverx"]], ["edit-inbound-object", ["Object.keys", "3", ".nevery"]]],
     [("Object", "keys", "value")]),
    ([["trusted-override-element-method", ["HTMLElement.prototype.click", ".neverx"]]], [("HTMLElement.prototype", "click", "value")]),
    ([["trusted-dispatch-event", ["neverx"]]], [("EventTarget.prototype", "addEventListener", "value")]),
    ([["prevent-clipboard-write", ["neverx"]]], [("Document.prototype", "execCommand", "value")]),
    ([["json-edit-fetch-request", [".neverx"]], ["json-edit-xhr-request", [".neverx"]]],
     [("window", "fetch", "value"), ("XMLHttpRequest.prototype", "open", "value"), ("XMLHttpRequest.prototype", "send", "value")]),
    ([["trusted-prevent-dom-bypass", ["Node.prototype.appendChild", "neverx"]]], [("Node.prototype", "appendChild", "value")]),
]

REQUESTS = [("window", "fetch", "value"), ("XMLHttpRequest.prototype", "open", "value"), ("Navigator.prototype", "sendBeacon", "value")]
BLOCKED = [{"hosts": ["gap.example"], "path": "gap[.]example/", "as": "", "run": "block"}]
# What begins without a call, and what it replaces.
BEGUN = [
    ("reports", {"filters": ["||never.example^", "cases.example##+js(set, never, 1)"], "reported": None}, REQUESTS),
    ("sheets", {"filters": ["cases.example##.neverx:style(color: red)"]},
     [("Document.prototype", "styleSheets", "get"), ("Document.prototype", "adoptedStyleSheets", "get"),
      ("Document.prototype", "adoptedStyleSheets", "set")]),
    ("blockedRequests", {"blockedRequests": "{ __proto__: null, xmlhttprequest: %s, beacon: %s }" % (json.dumps(BLOCKED), json.dumps(BLOCKED))}, REQUESTS),
]

LOOK = """
const realms = [window, frames[0]];
const isOf = (value, name) => realms.findIndex((realm) => value instanceof realm[name]);
const described = (error) => typeof error !== "object" || error === null ? ["thrown", String(error)] :
  [Math.max(isOf(error, "Error"), isOf(error, "DOMException")), error.name, error.message, /user-script/.test(error.stack + error.sourceURL),
    Reflect.ownKeys(error).join()];
const shown = (value) => typeof value === "function" ? "function " + value.name :
  typeof value === "number" && value > 2 ? "number" :
  typeof value === "object" && value !== null ? Object.prototype.toString.call(value) + isOf(value, "Object") : String(value);
const tried = (act) => { try { return shown(act()); } catch (error) { return described(error); } };
const counted = (log) => new Proxy({}, { get(target, key) {
  log.push(String(key));
  return key === "toString" ? () => "GET" : key === Symbol.toPrimitive ? undefined : target[key];
} });
const thrower = { toString() { throw "its own"; } }, bare = Object.create(null);
const lists = [[], [undefined], [null], [Symbol("s")], [thrower], [bare], [7], [function never() {}], ["x", "y"], ["x", Symbol("s")],
  ["GET", thrower], ["GET", bare], ["x", thrower, thrower]];
async function look(realm, owner, key, part) {
  const seen = {};
  const property = Object.getOwnPropertyDescriptor(owner, key);
  const f = property[part];
  seen.property = [property.enumerable, property.configurable, property.writable, Object.keys(property).join(), typeof property.get, typeof property.set];
  seen.texts = realms.map((realm) => tried(() => realm.Function.prototype.toString.call(f)));
  seen.bound = tried(() => String(f.bind(null)));
  seen.names = [Reflect.ownKeys(f).map(String), Object.getPrototypeOf(f) === realm.Function.prototype, Object.isExtensible(f), String(f)];
  seen.values = Reflect.ownKeys(f).map((name) => JSON.stringify(Object.getOwnPropertyDescriptor(f, name)));
  seen.others = ["caller", "arguments", "prototype"].map((name) => tried(() => f[name]));
  seen.constructors = [() => ({}) instanceof f, () => Reflect.construct(Object, [], f), () => class extends f {}].map(tried);
  // In a frame it is an error of another realm: a function of the browser is asked, one of a script is not.
  if (realm === window) seen.made = tried(() => new f());
  const receivers = { undefined, null: null, object: {}, number: 5, symbol: Symbol("s"), window, frame: frames[0], document, owner,
    heir: Object.create(owner), proxy: new Proxy(owner, {}), element: document.createElement("p"), request: new XMLHttpRequest(),
    response: new Response("{}"), canvas: document.createElement("canvas") };
  const call = async (receiver, list) => {
    let answer;
    const result = [tried(() => answer = Reflect.apply(f, receiver, list))];
    if (isOf(answer, "Promise") !== -1) result.push(await answer.then(shown, described));
    if (typeof answer === "number") clearTimeout(answer);
    return result;
  };
  for (const [name, receiver] of Object.entries(receivers)) {
    for (let i = 0; i < lists.length; i += 1) seen[name + " " + i] = await call(receiver, lists[i]);
  }
  // Of a receiver that is none arguments are not asked. Nothing tells event targets and windows from other objects.
  const asked = owner === realm ? ["owner"] : key === "addEventListener" ? ["element"] : ["owner", "element", "canvas", "request"];
  for (const at of [0, 1, 2]) {
    for (const name of asked) {
      const log = [], list = ["GET", "GET"];
      list[at] = counted(log);
      seen["asks " + name + " " + at] = [await call(receivers[name], list), log];
    }
  }
  // The error is one of whoever has no room left, which may be of either realm.
  if (realm === window && ["parse", "setAttribute", "addEventListener"].includes(key)) {
    let depth = 0;
    const again = { toString() { depth += 1; Reflect.apply(f, receivers.element, [again, again]); return "x"; } };
    seen.deep = [tried(() => Reflect.apply(f, receivers.element, [again, again])), depth > 100];
  }
  return seen;
}
"""


def cases():
    made = []
    for name, what, properties in [(", ".join(call[0] for call in calls), {"calls": calls}, properties) for calls, properties in REPLACED] + BEGUN:
        for where in ("window", "frames[0]"):
            looks = ", ".join(
                "await look(%s, %s, %s, %s)" % (where, where if owner == "window" else "%s.%s" % (where, owner), json.dumps(key), json.dumps(part))
                for owner, key, part in properties)
            made.append({
                "name": "%s in %s" % (name, where), **what, "same": True, "popups": True,
                "body": "<iframe></iframe><script>%s var seen = (async () => [%s])(); seen.catch(() => {});</script>" % (LOOK, looks),
                "expect": "seen",
            })
    return made


if __name__ == "__main__":
    print(json.dumps(cases()))
