// needs: natives.js masks.js settled.js
/** document.browsingTopics finds none, where there is one. */
function scriptlet_no_topics(tools, args) {
  replaceMethod(Document.prototype, "browsingTopics", () => ({
    browsingTopics() {
      return settled(true, []);
    },
  }.browsingTopics));
}
