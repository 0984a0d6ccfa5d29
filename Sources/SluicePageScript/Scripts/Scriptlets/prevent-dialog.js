// needs: natives.js watch.js
// world: isolated
// uBlock Origin: selector
/** Arguments: [rest of a selector after `dialog`]. Closes matching dialogs. */
function scriptlet_prevent_dialog(tools, args) {
  const close = native.free(HTMLDialogElement.prototype.close);
  const closeAll = () => {
    const dialogs = elementsOf("dialog[open]" + (args[0] ?? ""));
    for (let i = 0; i < dialogs.length; i += 1) {
      try {
        close(dialogs[i]);
      } catch {
        // The selector is a list, and this is another element.
      }
    }
  };
  closeAll();
  watchDocument(closeAll, true);
}
