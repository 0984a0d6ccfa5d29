// needs: natives.js natives-elements.js chains.js abort.js trusted-constants.js
// uBlock Origin: chain, selector, answer
// required: 1
/**
 * Arguments: chain of a method[, selector[, `throw` or a value]]. For matching elements, the method throws an
 * error, or does nothing and returns the value.
 */
function scriptlet_trusted_override_element_method(tools, args) {
  const chain = args[0] ?? "";
  const selector = args[1] ?? "";
  const how = args[2] ?? "";
  const found = how === "" || how === "throw" ? constant(undefined) : readTrustedConstant(how, tools.dialect);
  if (found === null) {
    return;
  }
  const name = native.slice(chain, native.lastIndexOf(chain, ".") + 1);
  const isMeant = (element) => {
    try {
      return selector === "" || native.matches(element, selector);
    } catch {
      return false;
    }
  };
  replaceAtChain(chain, (original) => ({
    overridden() {
      if (!isMeant(this)) {
        return native.apply(original, this, arguments);
      }
      if (how === "throw") {
        throw abortError(name);
      }
      return found.value;
    },
  }.overridden));
}
