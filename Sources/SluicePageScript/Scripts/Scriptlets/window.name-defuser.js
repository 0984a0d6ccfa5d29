// needs: natives.js
// world: isolated
// uBlock Origin: none
/** Clears the name of the page's window. */
function scriptlet_window_name_defuser(tools, args) {
  if (window === window.top) {
    window.name = "";
  }
}
