// needs: natives.js patterns.js masks.js
/** [context (`!`)]: a canvas has no such context. */
function scriptlet_prevent_canvas(tools, args) {
  const pattern = readPattern(args[0] ?? "", tools.dialect, true);
  if (pattern === null) {
    return;
  }
  replaceMethod(HTMLCanvasElement.prototype, "getContext", (original) => ({
    getContext(type) {
      if (patternIs(pattern, native.String(type))) {
        return null;
      }
      return native.apply(original, this, arguments);
    },
  }.getContext));
}
