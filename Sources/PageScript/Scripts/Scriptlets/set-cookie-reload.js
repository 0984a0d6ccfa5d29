// needs: cookies.js
// world: isolated
/** name, value of a few words[, path]: as set-cookie; what it changes is seen by loading the page once more. */
function scriptlet_set_cookie_reload(tools, args) {
  const value = cookieWord(args[1] ?? "");
  if (args.length > 1 && value !== null && writeCookie(args[0], value, args[2] ?? "/", "", "")) {
    reloadOnce(args[0]);
  }
}
