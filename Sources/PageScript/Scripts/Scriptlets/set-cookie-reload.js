// needs: cookies.js
// world: isolated
/** As set-cookie; what it changes is seen by loading the page once more. */
function scriptlet_set_cookie_reload(tools, args) {
  if (writeCookieWord(tools, args)) {
    reloadOnce(args[0]);
  }
}
