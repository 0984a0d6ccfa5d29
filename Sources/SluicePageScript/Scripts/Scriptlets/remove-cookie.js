// needs: natives.js patterns.js cookies.js options.js
// world: isolated
// uBlock Origin: name; when
// AdGuard: name
// names in uBlock Origin: cookie-remover
/** Arguments: pattern of names[, `when`, events]. Expires matching cookies, now and when the page is left. */
function scriptlet_remove_cookie(tools, args) {
  const pattern = readPattern(args[0] ?? "", tools.dialect, false);
  if (pattern === null) {
    return;
  }
  const remove = () => {
    const cookies = cookiesOf(document);
    for (let i = 0; i < cookies.length; i += 1) {
      if (patternMatches(pattern, cookies[i].name)) {
        expireCookie(cookies[i].name);
      }
    }
  };
  remove();
  native.listen(window, "beforeunload", remove);
  const events = splitText(native.String(readOptions(args, 1).when ?? ""), " ");
  for (let i = 0; i < events.length; i += 1) {
    if (events[i] === "scroll" || events[i] === "keydown") {
      native.listen(document, events[i], remove, { __proto__: null, passive: true, capture: true });
    }
  }
}

/** Expires a cookie for the host and all its parent domains, with and without a path. */
function expireCookie(name) {
  const end = "; expires=Thu, 01 Jan 1970 00:00:00 GMT";
  const start = name === "" ? "" : name + "=";
  native.setCookie(document, start + end);
  native.setCookie(document, start + "; path=/" + end);
  let host = location.hostname;
  for (;;) {
    native.setCookie(document, start + "; domain=" + host + end);
    native.setCookie(document, start + "; domain=" + host + "; path=/" + end);
    native.setCookie(document, start + "; domain=." + host + "; path=/" + end);
    const dot = native.indexOf(host, ".");
    if (dot === -1) {
      return;
    }
    host = native.slice(host, dot + 1);
  }
}
