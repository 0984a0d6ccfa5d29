// needs: added-elements.js options.js run-at.js
// world: isolated
// uBlock Origin: parent, HTML, time; runAt
// required: 2
/**
 * Arguments: selector of the parent, HTML[, milliseconds][, `runAt`, stage]. Adds the HTML once. Scripts in
 * it do not run.
 */
function scriptlet_trusted_create_html(tools, args) {
  const selector = args[0] ?? "";
  const html = args[1] ?? "";
  if (selector === "" || html === "" || !isFirstAround("html " + selector + " " + html)) {
    return;
  }
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const nodes = document.createDocumentFragment();
  for (let node = body.firstChild; node !== null; node = node.nextSibling) {
    native.appendChild(nodes, document.importNode(node, true));
  }
  runAt(readOptions(args, 3).runAt, () => addOnce(selector, nodes, args[2] ? native.Number(args[2]) : NaN));
}
