// needs: cookies.js
// world: isolated
/** name, value of a few words[, path: `/` or none]. */
function scriptlet_set_cookie(tools, args) {
  const value = cookieWord(args[1] ?? "");
  if (args.length > 1 && value !== null) {
    writeCookie(args[0], value, args[2] ?? "/", "", "");
  }
}
