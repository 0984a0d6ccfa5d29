// needs: storage.js
// world: isolated
/** key, any value; `$now$` and dates are filled in. */
function scriptlet_trusted_set_session_storage_item(tools, args) {
  if (args.length > 1) {
    setStorageItem("sessionStorage", args[0], args[1], true, tools.dialect);
  }
}
