// needs: natives.js xhr.js request-rules.js
/**
 * Arguments: requests[, body]. Responds without sending a request.
 * @param {function(string): string} bodyOf returns the body that the second argument stands for
 */
function preventXHR(tools, args, bodyOf) {
  const isAdGuard = tools.dialect === "adguard";
  if (isAdGuard ? args.length === 0 : (args[0] ?? "") === "" && (args[1] ?? "") === "") {
    return;
  }
  const rules = readRequestRules(args[0] ?? "", tools.dialect);
  if (rules === null) {
    return;
  }
  installXHR();
  push(xhrs.answers, { __proto__: null, rules, body: () => bodyOf(args[1] ?? "") });
}
