// needs: storage.js
// world: isolated
// uBlock Origin: key, value
// AdGuard: key, value
// required: 1
/** Arguments: key, value from a list of words, or `$remove$`. Sets or removes the item. */
function scriptlet_set_session_storage_item(tools, args) {
  if (args.length > 1) {
    setStorageItem("sessionStorage", args[0], args[1], false, tools.dialect);
  }
}
