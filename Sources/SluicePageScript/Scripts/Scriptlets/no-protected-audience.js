// needs: natives.js masks.js settled.js
// AdGuard: none
/** Makes the functions of the Protected Audience API do nothing, if they exist. */
function scriptlet_no_protected_audience(tools, args) {
  // AdGuard's lists call it on every page, and WebKit lacks the feature.
  if (!("runAdAuction" in navigator || "joinAdInterestGroup" in navigator)) {
    return;
  }
  const answers = {
    __proto__: null, joinAdInterestGroup: undefined, leaveAdInterestGroup: undefined, clearOriginJoinedAdInterestGroups: undefined,
    runAdAuction: null, createAuctionNonce: "",
  };
  for (const name of ["joinAdInterestGroup", "leaveAdInterestGroup", "clearOriginJoinedAdInterestGroups", "runAdAuction", "createAuctionNonce"]) {
    replaceMethod(Navigator.prototype, name, () => ({
      prevented() {
        return settled(true, answers[name]);
      },
    }.prevented));
  }
  replaceMethod(Navigator.prototype, "updateAdInterestGroups", () => ({
    updateAdInterestGroups() {
      return undefined;
    },
  }.updateAdInterestGroups));
}
