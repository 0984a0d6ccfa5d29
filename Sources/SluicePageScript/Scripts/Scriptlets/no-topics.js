// needs: natives.js masks.js settled.js
// AdGuard: none
/** Makes document.browsingTopics return no topics, if it exists. */
function scriptlet_no_topics(tools, args) {
  // AdGuard's lists call it on every page, and WebKit lacks the feature.
  if (!("browsingTopics" in document)) {
    return;
  }
  replaceMethod(Document.prototype, "browsingTopics", () => ({
    browsingTopics() {
      return settled(true, []);
    },
  }.browsingTopics));
}
