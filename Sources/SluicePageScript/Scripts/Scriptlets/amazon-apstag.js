// needs: natives.js natives-document.js dummies.js
// AdGuard: none
/** Provides Amazon's apstag, without bids. */
function scriptlet_amazon_apstag(tools, args) {
  const apstag = {
    fetchBids(settings, done) {
      if (typeof done === "function") {
        native.setTimeout(() => done([]), 0);
      }
    },
    targetingKeys() {
      return [];
    },
  };
  addDummies(apstag, "init setDisplayBids deleteId renewId updateId dpa rpa upa debug _Q:");
  provideGlobal("apstag", apstag);
}
