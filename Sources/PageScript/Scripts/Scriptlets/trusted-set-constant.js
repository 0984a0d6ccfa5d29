// needs: natives.js patterns.js run-at.js options.js trusted-constants.js constant-traps.js
/** chain, value: a word, JSON, `{"value": …}` or `json:…`; AdGuard: then a stack. */
function scriptlet_trusted_set_constant(tools, args) {
  const chain = args[0] ?? "";
  const found = readTrustedConstant(args[1] ?? "", tools.dialect);
  if (chain === "" || args.length < 2 || found === null) {
    return;
  }
  const isAdGuard = tools.dialect === "adguard";
  const options = isAdGuard ? { __proto__: null } : readOptions(args, 2);
  const wrapped = wrapConstant(found, options.as ?? "");
  const stack = isAdGuard && args[2] ? readPattern(args[2], tools.dialect, false) : null;
  if (wrapped !== null && !(isAdGuard && args[2] && stack === null)) {
    runAt(options.runAt, () => fixProperty(chain, wrapped.value, stack));
  }
}
