// needs: natives.js natives-language.js fetch.js xhr.js json-edits.js request-rules.js options.js
/**
 * edit[, `propsToMatch`, requests]: done to the bodies of requests that are a text of JSON.
 * @param {"fetch" | "xhr"} kind @param {boolean} isTrusted
 */
function editJSONRequests(kind, tools, args, isTrusted) {
  const edit = readJSONEdit(args[0] ?? "", isTrusted);
  const rules = readRequestRules(native.String(readOptions(args, 1).propsToMatch ?? ""), tools.dialect);
  if (edit === null || rules === null) {
    return;
  }
  const edited = (body) => {
    try {
      const value = native.parse(body);
      return editJSON(value, edit) ? native.stringify(value) : body;
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
  replaceMethod(window, "fetch", (original) => ({
    fetch(input, init) {
      const body = typeof init === "object" && init !== null ? init.body : undefined;
      if (typeof body === "string") {
        const property = fetchProperty(arguments);
        const made = property !== null && requestMatches(rules, property) ? edited(body) : body;
        if (made !== body) {
          // The page's own object stays as it is.
          arguments[1] = { __proto__: init, body: made };
        }
      }
      return native.apply(original, this, arguments);
    },
  }.fetch));
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
