// needs: constants.js options.js patterns.js run-at.js constant-traps.js
// uBlock Origin: chain, value; as, runAt
// AdGuard: chain, value, stack, wrapper
// required: 1
// names in uBlock Origin: set
// names in AdGuard: abp-override-property-read
/**
 * Arguments: chain, value; in uBlock, `as` and `runAt` by name; in AdGuard, stack, asFunction and others. Fixes the
 * value. `anyType` at the end is for the snippet of Adblock Plus.
 */
function scriptlet_set_constant(tools, args) {
  const chain = args[0] ?? "";
  const found = readConstant(args[1] ?? "", tools.dialect);
  if (chain === "" || args.length < 2 || found === null) {
    return;
  }
  const isAdGuard = tools.dialect === "adguard";
  const options = isAdGuard ? { __proto__: null, as: args[3] } : readOptions(args, 2);
  const wrapped = wrapConstant(found, options.as ?? "");
  if (wrapped === null) {
    return;
  }
  const stack = isAdGuard && args[2] ? readPattern(args[2], tools.dialect, false) : null;
  runAt(options.runAt, () => fixProperty(chain, wrapped.value, stack, isAdGuard, args[4] === "anyType"));
}
