// needs: natives.js natives-language.js foreign-errors.js fetch.js xhr.js json-edits.js request-rules.js options.js
/**
 * Arguments: edit[, `propsToMatch`, requests]. Edits the bodies of requests if they are JSON texts.
 * @param {"fetch" | "xhr"} kind @param {boolean} isTrusted
 */
function editJSONRequests(kind, tools, args, isTrusted) {
  const edit = readJSONEdit(args[0] ?? "", isTrusted, "ublock");
  const rules = readRequestRules(native.String(readOptions(args, 1).propsToMatch ?? ""), tools.dialect);
  if (edit === null || rules === null) {
    return;
  }
  const edited = (body) => {
    try {
      const value = native.parse(body);
      const made = typeof value === "object" && value !== null ? editedJSON(value, edit) : undefined;
      return made === undefined ? body : native.stringify(made);
    } catch {
      return body;
    }
  };
  if (kind === "fetch") {
    installFetch();
    editFetchBodies(rules, edited);
  } else {
    installXHR();
    editXHRBodies(rules, edited);
  }
}

function editFetchBodies(rules, edited) {
  native.Proxy = Proxy;
  replaceMethod(window, "fetch", (original) => ({
    fetch(input, init) {
      if (typeof init === "object" && init !== null) {
        const property = fetchProperty(arguments);
        if (property !== null && requestMatches(rules, property)) {
          arguments[1] = withEditedBody(init, edited);
        }
      }
      return native.apply(original, this, arguments);
    },
  }.fetch));
}

/**
 * Returns the options of a request, with another body when the browser reads it. The page's own object stays
 * unchanged. Each of its options is read as often as usual, with the object itself as the receiver, because a
 * Request accepts no other receiver.
 * @param {object} init @param {function(string): string} edited
 */
function withEditedBody(init, edited) {
  return new native.Proxy({ __proto__: null }, {
    __proto__: null,
    get(_, key) {
      let value;
      try {
        value = native.reflectGet(init, key, init);
      } catch (error) {
        throw foreignError(error);
      }
      return key === "body" && typeof value === "string" ? edited(value) : value;
    },
  });
}

function editXHRBodies(rules, edited) {
  replaceMethod(XMLHttpRequest.prototype, "send", (original) => ({
    send(body) {
      const request = typeof body === "string" ? native.weakGet(xhrs.requests, this) : undefined;
      if (request !== undefined && requestMatches(rules, (name) => (name === "body" ? body : request.properties[name]))) {
        arguments[0] = edited(body);
      }
      return native.apply(original, this, arguments);
    },
  }.send));
}
