// needs: natives.js lists.js masks.js chains.js foreign-errors.js
// uBlock Origin: chain, property
// required: 1
/**
 * Arguments: chain of a method that inserts elements[, chain of a property]. Gives inserted frames this
 * window's property.
 */
function scriptlet_trusted_prevent_dom_bypass(tools, args) {
  const target = splitText(args[1] ?? "", ".");
  if (tools.dialect !== "ublock") {
    return;
  }
  const windowOf = native.free(native.descriptor(HTMLIFrameElement.prototype, "contentWindow").get);
  const bring = (element) => {
    let frame = null;
    try {
      frame = windowOf(element);
    } catch {
      return;
    }
    if (frame === null) {
      return;
    }
    try {
      if (target.length === 0) {
        native.define(element, "contentWindow", { __proto__: null, value: window, configurable: true });
        return;
      }
      let there = frame;
      let here = window;
      for (let i = 0; i + 1 < target.length; i += 1) {
        there = there[target[i]];
        here = here[target[i]];
      }
      there[target[target.length - 1]] = here[target[target.length - 1]];
    } catch {
      // A frame of another origin.
    }
  };
  replaceAtChain(args[0] ?? "", (original) => ({
    inserted() {
      let answer;
      try {
        answer = native.apply(original, this, arguments);
      } catch (error) {
        throw foreignError(error);
      }
      for (let i = 0; i < arguments.length; i += 1) {
        bring(arguments[i]);
      }
      return answer;
    },
  }.inserted));
}
