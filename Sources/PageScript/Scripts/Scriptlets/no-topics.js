// needs: natives.js masks.js settled.js
/** Makes document.browsingTopics return no topics, if it exists. */
function scriptlet_no_topics(tools, args) {
  replaceMethod(Document.prototype, "browsingTopics", () => ({
    browsingTopics() {
      return settled(true, []);
    },
  }.browsingTopics));
}
