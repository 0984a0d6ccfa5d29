// needs: natives.js natives-elements.js lists.js watch.js run-at.js
/**
 * Arguments: tokens separated by `|`[, selector[, `asap` `stay` `complete`]]. Calls an action with each
 * element of a selector and each token.
 * @param {string} selector
 * @param {function(any, string): void} act
 * @param {boolean} [untilComplete] whether uBlock repeats this whenever the document changes, until the
 *   document is complete
 */
function removeTokens(tools, args, selector, act, untilComplete = false) {
  const tokens = splitText(args[0] ?? "", "|");
  if (tokens.length === 0) {
    return;
  }
  const flags = args[2] ?? "";
  const isAdGuardDefault = tools.dialect === "adguard" && flags === "";
  const has = (word) => native.indexOf(flags, word) !== -1;
  const remove = () => {
    for (let t = 0; t < tokens.length; t += 1) {
      const elements = elementsOf(selector(tokens[t]));
      for (let i = 0; i < elements.length; i += 1) {
        act(elements[i], tokens[t]);
      }
    }
  };
  const start = () => {
    remove();
    if (isAdGuardDefault || has("stay")) {
      watchDocument(remove, true);
    }
  };
  if (untilComplete && tools.dialect === "ublock" && !has("stay") && !has("complete")) {
    const unwatch = watchDocument(remove, true);
    remove();
    runAt("complete", () => {
      remove();
      unwatch();
    });
    return;
  }
  if (isAdGuardDefault || has("asap")) {
    start();
    if (!isAdGuardDefault && !has("stay")) {
      runAt("interactive", remove);
    }
    return;
  }
  runAt(has("complete") ? "complete" : "interactive", start);
}
