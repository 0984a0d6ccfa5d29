// needs: natives.js natives-document.js masks.js state.js hand-over.js foreign-errors.js lists.js
/**
 * Tells the isolated world about changes that it cannot see: new shadow trees of elements, and addresses that
 * the page's scripts set.
 * @param {{length: number}} args "shadows", "address"
 */
function tellChanges(tools, args) {
  const name = handOverEvents(pageState.name).changed;
  const told = (original) => ({
    call() {
      let result;
      try {
        result = native.apply(original, this, arguments);
      } catch (error) {
        throw foreignError(error);
      }
      native.dispatch(document, new native.Event(name));
      return result;
    },
  }.call);
  if (listHas(args, "shadows")) {
    replaceMethod(Element.prototype, "attachShadow", told);
  }
  if (listHas(args, "address")) {
    replaceMethod(History.prototype, "pushState", told);
    replaceMethod(History.prototype, "replaceState", told);
  }
}
