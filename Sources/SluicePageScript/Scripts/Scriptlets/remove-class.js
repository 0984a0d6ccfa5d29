// needs: natives.js natives-elements.js removing.js
// world: isolated
// uBlock Origin: names, selector, when
// AdGuard: names, selector, when
// required: 1
// names in uBlock Origin: rc
/** Arguments: classes separated by `|`[, selector[, asap, stay, complete]]. Removes the classes. */
function scriptlet_remove_class(tools, args) {
  const given = args[1] ?? "";
  const hasToken = native.free(DOMTokenList.prototype.contains);
  removeTokens(tools, args, (token) => (given === "" ? "." + token : given), (element, token) => {
    const list = native.classList(element);
    if (hasToken(list, token)) {
      native.removeToken(list, token);
    }
  }, true);
}
