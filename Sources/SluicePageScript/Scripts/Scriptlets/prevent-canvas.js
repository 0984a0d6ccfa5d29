// needs: natives.js argument-text.js patterns.js masks.js
// uBlock Origin: context
// AdGuard: context
/** Arguments: [context (`!`)]. Makes matching contexts of canvases unavailable. */
function scriptlet_prevent_canvas(tools, args) {
  const pattern = readPattern(args[0] ?? "", tools.dialect, true);
  if (pattern === null) {
    return;
  }
  const width = native.getter(HTMLCanvasElement.prototype, "width");
  const isCanvas = (element) => {
    try {
      return width(element) >= 0;
    } catch {
      return false;
    }
  };
  replaceMethod(HTMLCanvasElement.prototype, "getContext", (original) => ({
    getContext(type) {
      const text = isCanvas(this) ? argumentText(arguments, 0) : null;
      if (text !== null && patternMatches(pattern, text)) {
        return null;
      }
      return native.apply(original, this, arguments);
    },
  }.getContext));
}
