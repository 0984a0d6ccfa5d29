// needs: natives.js natives-document.js natives-elements.js
// world: isolated
// uBlock Origin: none
/** Makes buttons with a `link` attribute in a form lead to that address. */
function scriptlet_multiup(tools, args) {
  native.listen(document, "click", (event) => {
    const button = native.eventTarget(event);
    let form = null;
    try {
      form = native.matches(button, "button[link]") ? native.closest(button, "form") : null;
    } catch {
      return;
    }
    const link = form !== null && native.parentNode(button) === form ? native.trim(native.attribute(button, "link")) : "";
    if (link === "") {
      return;
    }
    let address;
    try {
      address = new native.URL(link, native.documentURL(document));
    } catch {
      return;
    }
    if (address.protocol === "https:" || address.protocol === "http:") {
      native.preventDefault(event);
      native.stopEvent(event);
      location.href = address.href;
    }
  }, true);
}
