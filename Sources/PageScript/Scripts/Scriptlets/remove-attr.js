// needs: natives.js natives-elements.js removing.js
// world: isolated
/** attributes by `|`[, selector[, asap, stay, complete]]. */
function scriptlet_remove_attr(tools, args) {
  const given = args[1] ?? "";
  removeTokens(tools, args, (token) => (given === "" ? "[" + token + "]" : given), (element, token) => {
    if (native.hasAttribute(element, token)) {
      native.removeAttribute(element, token);
    }
  });
}
