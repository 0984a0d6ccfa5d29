// Before each page's own scripts: what it notes itself, says to the console, and fails in.
var log = [], said = [], failed = [];
for (const name of ["log", "info", "warn", "error", "debug"]) {
  const own = console[name];
  console[name] = function () { said.push(name + " " + Array.from(arguments).join(" ")); own.apply(this, arguments); };
}
addEventListener("error", (event) => failed.push(["error", event.message, event.lineno, event.colno, event.target === window]), true);
addEventListener("unhandledrejection", (event) => failed.push(["rejection", String(event.reason)]));
addEventListener("securitypolicyviolation", (event) => failed.push(["policy", event.violatedDirective]));
var ended, ready = new Promise((done) => { ended = done; });
