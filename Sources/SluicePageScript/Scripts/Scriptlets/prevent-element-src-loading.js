// needs: natives.js natives-document.js natives-language.js natives-elements.js argument-text.js masks.js patterns.js
// AdGuard: tag, address
// required: 1
/**
 * Arguments: script, img, iframe or link; pattern of the address. Makes matching elements load something
 * empty instead.
 */
function scriptlet_prevent_element_src_loading(tools, args) {
  const tag = native.lowerCase(args[0] ?? "");
  const pattern = readPattern(args[1] ?? "", tools.dialect, false);
  const kinds = {
    __proto__: null,
    script: { owner: HTMLScriptElement.prototype, key: "src", empty: "data:text/javascript;base64,KCk9Pnt9" },
    img: {
      owner: HTMLImageElement.prototype, key: "src",
      empty: "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
    },
    iframe: { owner: HTMLIFrameElement.prototype, key: "src", empty: "data:text/html;base64,PGRpdj48L2Rpdj4=" },
    link: { owner: HTMLLinkElement.prototype, key: "href", empty: "data:text/css;base64," },
  };
  const kind = kinds[tag];
  if (kind === undefined || pattern === null || args.length < 2) {
    return;
  }
  const isOf = native.free(native.descriptor(kind.owner, kind.key).get);
  const isElement = (element) => {
    try {
      isOf(element);
      return true;
    } catch {
      return false;
    }
  };
  // With Trusted Types, the browser requires the object itself.
  const isTrusted = window.trustedTypes === undefined ? null : native.bind(trustedTypes.isScriptURL, trustedTypes);
  const addressText = (given, at) => (isTrusted?.(given[at]) ? native.String(given[at]) : argumentText(given, at));
  const isMeant = (name, value) =>
    name !== null && value !== null && native.lowerCase(name) === kind.key && patternMatches(pattern, value);
  const prepare = (element) => {
    native.removeAttribute(element, "integrity");
    native.removeAttribute(element, "crossorigin");
    native.listen(element, "error", (event) => native.stopEvent(event), true);
  };
  replaceAccessor(kind.owner, kind.key, null, (original) => ({
    set(url) {
      const text = isElement(this) ? addressText(arguments, 0) : null;
      if (text !== null && patternMatches(pattern, text)) {
        prepare(this);
        return native.apply(original, this, [kind.empty]);
      }
      return native.apply(original, this, arguments);
    },
  }.set));
  replaceMethod(Element.prototype, "setAttribute", (original) => ({
    setAttribute(name, value) {
      if (arguments.length > 1 && isElement(this) && isMeant(argumentText(arguments, 0), addressText(arguments, 1))) {
        prepare(this);
        return native.apply(original, this, [kind.key, kind.empty]);
      }
      return native.apply(original, this, arguments);
    },
  }.setAttribute));
}
