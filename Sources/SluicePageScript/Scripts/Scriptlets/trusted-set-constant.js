// needs: natives.js patterns.js run-at.js options.js trusted-constants.js constant-traps.js
// uBlock Origin: chain, value; as, runAt
// AdGuard: chain, value, stack
// required: 1
// names in uBlock Origin: trusted-set
/**
 * Arguments: chain, value; in uBlock, a word, JSON, `{"value": …}` or `json:…`, and `as` and `runAt` by name;
 * in AdGuard, JSON or any text, and stack. Fixes the value.
 */
function scriptlet_trusted_set_constant(tools, args) {
  const chain = args[0] ?? "";
  const isAdGuard = tools.dialect === "adguard";
  if (chain === "" || args.length < 2) {
    return;
  }
  const found = isAdGuard ? inferredConstant(args[1]) : readTrustedConstant(args[1], tools.dialect);
  const options = isAdGuard ? { __proto__: null } : readOptions(args, 2);
  const wrapped = found === null ? null : wrapConstant(found, options.as ?? "");
  const stack = isAdGuard && args[2] ? readPattern(args[2], tools.dialect, false) : null;
  if (wrapped !== null) {
    runAt(options.runAt, () => fixProperty(chain, wrapped.value, stack, isAdGuard));
  }
}
