// needs: natives.js
// world: isolated
/** The page's window has no name. */
function scriptlet_window_name_defuser(tools, args) {
  if (window === window.top) {
    window.name = "";
  }
}
