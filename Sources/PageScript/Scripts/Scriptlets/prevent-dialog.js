// needs: natives.js watch.js
// world: isolated
/** [rest of a selector behind `dialog`]: such dialogs are closed. */
function scriptlet_prevent_dialog(tools, args) {
  const close = native.free(HTMLDialogElement.prototype.close);
  const closeAll = () => {
    const dialogs = elementsOf("dialog[open]" + (args[0] ?? ""));
    for (let i = 0; i < dialogs.length; i += 1) {
      try {
        close(dialogs[i]);
      } catch {
        // Another element, of a list of selectors.
      }
    }
  };
  closeAll();
  watchDocument(closeAll, true);
}
