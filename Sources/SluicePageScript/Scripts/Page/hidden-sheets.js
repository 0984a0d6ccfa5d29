// needs: natives.js masks.js state.js hand-over.js foreign-errors.js
/**
 * Hides the style sheets of filters from the page. `styleSheets` and `adoptedStyleSheets` look as if the
 * sheets did not exist, and the sheets stay in place whatever the page does to these lists. The isolated
 * world puts its sheet before all others that a document or a shadow tree has adopted, and announces it.
 */
function hideSheets() {
  captureSheets();
  native.composedPath = native.free(Event.prototype.composedPath);
  maskSheetsOf(Document.prototype);
  hideFirstSheet(document);
  const listen = () => native.listen(document, handOverEvents(pageState.name).sheet, (event) => {
    const root = native.composedPath(event)[0];
    if (root !== document) {
      hideTreeSheets();
    }
    hideFirstSheet(root);
  }, true);
  listen();
  onReopen(listen);
}

/** Captures the only functions that all of this needs, because every page with styles needs them. */
function captureSheets() {
  if (native.kindOfNode !== undefined) {
    return;
  }
  native.Proxy = Proxy;
  native.kindOfNode = native.getter(Node.prototype, "nodeType");
  native.allKeys = Reflect.ownKeys;
  native.adopted = native.getter(Document.prototype, "adoptedStyleSheets");
}

/** Hides the first sheets of shadow trees, once they are known. */
function hideTreeSheets() {
  if (native.adoptedInTree === undefined) {
    captureSheets();
    native.adoptedInTree = native.getter(ShadowRoot.prototype, "adoptedStyleSheets");
    maskSheetsOf(ShadowRoot.prototype);
  }
}

/**
 * @typedef {object} HiddenSheet the hidden sheet of a document or a shadow tree
 * @property {CSSStyleSheet} sheet the sheet that the page is not shown
 * @property {{adopted: any, list: any}} shown the objects that replace both lists
 */

/** Returns the browser's own list of the sheets that a document or a shadow tree has adopted. */
function adoptedOf(root) {
  return native.kindOfNode(root) === 9 ? native.adopted(root) : native.adoptedInTree(root);
}

function hideFirstSheet(root) {
  const sheet = adoptedOf(root)[0];
  if (sheet !== undefined) {
    const former = pageState.masks.hiddenIn(root);
    pageState.masks.hideIn(root, { __proto__: null, sheet, shown: former?.shown ?? { __proto__: null, adopted: null, list: null } });
  }
}

/**
 * Returns the hidden sheet of a root; undefined if nothing is hidden or the value is not a root.
 * @returns {HiddenSheet | undefined}
 */
function hiddenIn(root) {
  return isKey(root) ? pageState.masks.hiddenIn(root) : undefined;
}

/** Returns whether a value can be a key of a WeakMap. @param {any} value */
function isKey(value) {
  return typeof value === "object" && value !== null;
}

/** @param {object} owner the prototype of documents or of shadow trees */
function maskSheetsOf(owner) {
  replaceAccessor(owner, "styleSheets", (original) => ({
    get() {
      const hidden = hiddenIn(this);
      if (hidden === undefined) {
        return native.apply(original, this, []);
      }
      return shownList(hidden, native.apply(original, this, []));
    },
  }.get), null);
  replaceAccessor(owner, "adoptedStyleSheets", (original) => ({
    get() {
      const hidden = hiddenIn(this);
      if (hidden === undefined) {
        return native.apply(original, this, []);
      }
      return shownAdopted(hidden, this);
    },
  }.get), (original) => ({
    set(given) {
      const hidden = hiddenIn(this);
      if (hidden === undefined) {
        return native.apply(original, this, arguments);
      }
      try {
        native.apply(original, this, arguments);
      } catch (error) {
        throw foreignError(error);
      } finally {
        putFirst(adoptedOf(this), hidden.sheet);
        if (hidden.shown.adopted !== null) {
          shownAdopted(hidden, this);
        }
      }
    },
  }.set));
}

/** Puts a sheet before all others. @param {CSSStyleSheet[]} live */
function putFirst(live, sheet) {
  if (live[0] === sheet) {
    return;
  }
  for (let i = live.length; i > 0; i -= 1) {
    live[i] = live[i - 1];
  }
  live[0] = sheet;
}

/** Returns the index that a key represents, or -1. @param {any} key */
function indexOfKey(key) {
  if (typeof key !== "string") {
    return -1;
  }
  const number = native.Number(key);
  return number >= 0 && number < 4294967295 && native.String(number >>> 0) === key ? number : -1;
}

/**
 * Returns the adopted sheets as the page sees them: an array without the hidden sheet, whose changes are
 * applied to the list.
 */
function shownAdopted(hidden, root) {
  const known = hidden.shown;
  if (known.adopted === null) {
    const target = [];
    known.adopted = { __proto__: null, target, proxy: new native.Proxy(target, adoptedHandler(root)) };
  }
  readAdopted(hidden, root);
  return known.adopted.proxy;
}

/** Updates the array from the list. */
function readAdopted(hidden, root) {
  const live = adoptedOf(root);
  const { target } = hidden.shown.adopted;
  const first = live[0] === hidden.sheet ? 1 : 0;
  const count = live.length - first;
  target.length = count;
  for (let i = 0; i < count; i += 1) {
    native.define(target, i, { __proto__: null, value: live[i + first], writable: true, enumerable: true, configurable: true });
  }
}

function adoptedHandler(root) {
  const change = (act) => {
    const hidden = pageState.masks.hiddenIn(root);
    const live = adoptedOf(root);
    putFirst(live, hidden.sheet);
    try {
      act(live);
    } catch (error) {
      throw foreignError(error);
    } finally {
      readAdopted(hidden, root);
    }
    return true;
  };
  return {
    __proto__: null,
    defineProperty(target, key, given) {
      const index = indexOfKey(key);
      if (index === -1 && key !== "length") {
        return native.reflectDefine(target, key, given);
      }
      const value = native.descriptor(given, "value")?.value;
      return change((live) => {
        if (key === "length") {
          if (value < target.length) {
            live.length = value + 1;
          }
        } else if (index <= target.length) {
          live[index + 1] = value;
        }
      });
    },
    deleteProperty(target, key) {
      const index = indexOfKey(key);
      if (index === -1 || index >= target.length) {
        return native.reflectDelete(target, key);
      }
      return index === target.length - 1 && change((live) => {
        live.length = index + 1;
      });
    },
    preventExtensions: () => false,
  };
}

/** Returns the list of all sheets as the page sees it. */
function shownList(hidden, list) {
  const known = hidden.shown;
  if (known.list?.target !== list) {
    maskLists();
    const proxy = new native.Proxy(list, listHandler(hidden.shown));
    known.list = { __proto__: null, target: list, proxy };
    pageState.masks.hideIn(proxy, { __proto__: null, sheet: hidden.sheet, list, place: -1 });
  }
  pageState.masks.hiddenIn(known.list.proxy).sheet = hidden.sheet;
  return known.list.proxy;
}

/** Replaces the properties of lists that check which list they are called on. */
function maskLists() {
  if (native.lengthOfList !== undefined) {
    return;
  }
  const owner = StyleSheetList.prototype;
  native.lengthOfList = native.getter(owner, "length");
  replaceAccessor(owner, "length", (original) => ({
    get() {
      const shown = hiddenIn(this);
      return shown?.list === undefined ? native.apply(original, this, []) : lengthShown(shown);
    },
  }.get), null);
  replaceMethod(owner, "item", (original) => ({
    item(index) {
      const shown = hiddenIn(this);
      if (shown?.list === undefined) {
        return native.apply(original, this, arguments);
      }
      if (arguments.length === 0) {
        return native.apply(original, shown.list, arguments);
      }
      return shown.list[placeShown(shown, index >>> 0)] ?? null;
    },
  }.item));
}

/**
 * Returns the position of the hidden sheet in a list of all sheets. A disabled sheet is not in the list. The
 * former position is tried first, because it rarely changes.
 */
function placeOfHidden(shown) {
  const { sheet, list } = shown;
  if (shown.place >= 0 && list[shown.place] === sheet) {
    return shown.place;
  }
  for (let i = native.lengthOfList(list) - 1; i >= 0; i -= 1) {
    if (list[i] === sheet) {
      shown.place = i;
      return i;
    }
  }
  return -1;
}

function lengthShown(shown) {
  return native.lengthOfList(shown.list) - (placeOfHidden(shown) === -1 ? 0 : 1);
}

/** Returns the position in the list of the sheet that is shown at an index. */
function placeShown(shown, index) {
  const place = placeOfHidden(shown);
  return place === -1 || index < place ? index : index + 1;
}

function listHandler(known) {
  const shownOf = () => pageState.masks.hiddenIn(known.list.proxy);
  return {
    __proto__: null,
    get(target, key) {
      const index = indexOfKey(key);
      if (index !== -1) {
        return target[placeShown(shownOf(), index)];
      }
      return key === "length" ? lengthShown(shownOf()) : native.reflectGet(target, key);
    },
    has(target, key) {
      const index = indexOfKey(key);
      return index === -1 ? key in target : index < lengthShown(shownOf());
    },
    getOwnPropertyDescriptor(target, key) {
      const index = indexOfKey(key);
      return native.descriptor(target, index === -1 ? key : native.String(placeShown(shownOf(), index)));
    },
    ownKeys(target) {
      const keys = native.allKeys(target);
      const count = lengthShown(shownOf());
      const kept = [];
      for (let i = 0; i < keys.length; i += 1) {
        const index = indexOfKey(keys[i]);
        if (index === -1 || index < count) {
          native.define(kept, kept.length, { __proto__: null, value: keys[i], writable: true, enumerable: true, configurable: true });
        }
      }
      return kept;
    },
  };
}
