// needs: natives.js fetch.js xhr.js patterns.js stack.js foreign-errors.js
/**
 * Changes the texts of responses to fetch, to XMLHttpRequest, or to both.
 * @param {"fetch" | "xhr" | "both"} kind
 * @param {RequestRules} rules @param {TextPattern | null} stack
 * @param {function(string): string} change
 */
function changeAnswers(kind, rules, stack, change) {
  const entry = {
    __proto__: null, rules, change,
    isMeant: () => stack === null || patternMatches(stack, callerStack()),
  };
  if (kind !== "xhr") {
    installFetch();
    push(fetches.changes, entry);
  }
  if (kind !== "fetch") {
    installXHR();
    installXHRGetters();
    push(xhrs.changes, entry);
  }
}

function installXHRGetters() {
  if (xhrs.areGettersThere) {
    return;
  }
  xhrs.areGettersThere = true;
  const owner = XMLHttpRequest.prototype;
  for (const key of ["response", "responseText"]) {
    replaceAccessor(owner, key, (original) => ({
      get() {
        const request = this === null || typeof this !== "object" ? undefined : native.weakGet(xhrs.requests, this);
        if (request === undefined || request.changes.length === 0 || native.xhrState(this) !== 4) {
          return native.apply(original, this, []);
        }
        return changedResponse(request, native.apply(original, this, []), native.xhrType(this));
      },
    }.get), null);
  }
  const serializer = new XMLSerializer();
  native.serialize = native.bind(XMLSerializer.prototype.serializeToString, serializer);
  native.contentType = native.getter(Document.prototype, "contentType");
  replaceAccessor(owner, "responseXML", (original) => ({
    get() {
      const request = this === null || typeof this !== "object" ? undefined : native.weakGet(xhrs.requests, this);
      if (request === undefined || request.changes.length === 0 || native.xhrState(this) !== 4) {
        return native.apply(original, this, []);
      }
      let tree;
      try {
        tree = native.apply(original, this, []);
      } catch (error) {
        throw foreignError(error);
      }
      return changedTree(request, tree);
    },
  }.get), null);
}

/** Returns the changed document of a response. It stays the same object as long as the original does. */
function changedTree(request, tree) {
  if (tree === null || request.xmlFrom === tree) {
    return tree === null ? null : request.xmlTo;
  }
  let changed = tree;
  try {
    const text = native.serialize(tree);
    const made = changedText(request, text);
    const type = native.contentType(tree) === "text/html" ? "text/html" : "text/xml";
    changed = made === text ? tree : native.parseDocument(new native.DOMParser(), made, type);
  } catch {
    changed = tree;
  }
  request.xmlFrom = tree;
  request.xmlTo = changed;
  return changed;
}

/** Returns the changed response. It stays the same object as long as the original does. */
function changedResponse(request, value, type) {
  if (request.changedFrom === value && request.changedFrom !== undefined) {
    return request.changedTo;
  }
  let changed = value;
  try {
    if (type === "" || type === "text") {
      changed = changedText(request, value);
    } else if (type === "json" && value !== null) {
      const text = native.stringify(value);
      const made = changedText(request, text);
      changed = made === text ? value : native.parse(made);
    } else if (type === "document") {
      return changedTree(request, value);
    }
  } catch {
    changed = value;
  }
  request.changedFrom = value;
  request.changedTo = changed;
  return changed;
}

function changedText(request, text) {
  let made = text;
  for (let i = 0; i < request.changes.length; i += 1) {
    try {
      made = request.changes[i].change(made);
    } catch {
      // A response in another format stays as it is.
    }
  }
  return made;
}
