// needs: natives.js natives-elements.js removing.js
// world: isolated
// uBlock Origin: names, selector, when
// AdGuard: names, selector, when
// required: 1
// names in uBlock Origin: ra
/** Arguments: attributes separated by `|`[, selector[, asap, stay, complete]]. Removes the attributes. */
function scriptlet_remove_attr(tools, args) {
  const given = args[1] ?? "";
  removeTokens(tools, args, (token) => (given === "" ? "[" + token + "]" : given), (element, token) => {
    if (native.hasAttribute(element, token)) {
      native.removeAttribute(element, token);
    }
  });
}
