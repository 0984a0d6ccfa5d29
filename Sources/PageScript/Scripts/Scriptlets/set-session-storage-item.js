// needs: storage.js
// world: isolated
/** key, value of a few words, or `$remove$`. */
function scriptlet_set_session_storage_item(tools, args) {
  if (args.length > 1) {
    setStorageItem("sessionStorage", args[0], args[1], false, tools.dialect);
  }
}
