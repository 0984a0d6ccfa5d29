// needs: natives.js natives-document.js natives-language.js natives-elements.js masks.js patterns.js
/** script, img, iframe or link, pattern of the address: such an element loads something empty instead. */
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
    link: { owner: HTMLLinkElement.prototype, key: "href", empty: "data:text/plain;base64," },
  };
  const kind = kinds[tag];
  if (kind === undefined || pattern === null || args.length < 2) {
    return;
  }
  const isOf = native.free(native.descriptor(kind.owner, kind.key).get);
  const isMeant = (element, url) => {
    try {
      isOf(element);
    } catch {
      return false;
    }
    return patternMatches(pattern, url);
  };
  const prepare = (element) => {
    native.removeAttribute(element, "integrity");
    native.removeAttribute(element, "crossorigin");
    native.listen(element, "error", (event) => native.stopEvent(event), true);
  };
  replaceAccessor(kind.owner, kind.key, null, (original) => ({
    set(url) {
      const text = native.String(url);
      if (isMeant(this, text)) {
        prepare(this);
        return native.apply(original, this, [kind.empty]);
      }
      return native.apply(original, this, [text]);
    },
  }.set));
  replaceMethod(Element.prototype, "setAttribute", (original) => ({
    setAttribute(name, value) {
      if (arguments.length > 1 && native.lowerCase(native.String(name)) === kind.key && isMeant(this, native.String(value))) {
        prepare(this);
        return native.apply(original, this, [kind.key, kind.empty]);
      }
      return native.apply(original, this, arguments);
    },
  }.setAttribute));
}
