// needs: storage.js
// world: isolated
// uBlock Origin: key, value
// AdGuard: key, value
// required: 1
/** Arguments: key, any value, in which `$now$` and dates are expanded. Sets the item. */
function scriptlet_trusted_set_local_storage_item(tools, args) {
  if (args.length > 1) {
    setStorageItem("localStorage", args[0], args[1], true, tools.dialect);
  }
}
