// needs: natives.js natives-elements.js fetch.js request-rules.js
/**
 * Arguments: requests[, body[, type of the response]]. Responds without sending a request.
 * @param {function(string): string} bodyOf returns the body that the second argument stands for
 */
function preventFetch(tools, args, bodyOf) {
  const isAdGuard = tools.dialect === "adguard";
  if (isAdGuard ? args.length === 0 : (args[0] ?? "") === "" && (args[1] ?? "") === "") {
    return;
  }
  const rules = readRequestRules(args[0] ?? "", tools.dialect) ?? (isAdGuard ? newList() : null);
  const shape = readResponseShape(args[2] ?? "");
  if (rules === null || shape === null) {
    return;
  }
  const word = (args[1] ?? "") !== "" ? args[1] : isAdGuard ? "emptyObj" : "";
  installFetch();
  push(fetches.answers, {
    __proto__: null, rules,
    respond: (url) => {
      const body = shape.type === "opaque" ? "" : bodyOf(word);
      const response = new native.Response(body, { __proto__: null, status: 200, statusText: "OK" });
      const properties = { __proto__: null, type: "basic", url: shape.type === "opaque" ? "" : absoluteURL(url) };
      const keys = native.ownKeys(shape);
      for (let i = 0; i < keys.length; i += 1) {
        properties[keys[i]] = shape[keys[i]];
      }
      describeResponse(response, properties);
      return response;
    },
  });
}

/** Parses the third argument, which describes the response. Returns null if it is invalid. */
function readResponseShape(text) {
  const shape = { __proto__: null };
  switch (text) {
    case "":
      return shape;
    case "basic":
    case "cors":
    case "default":
    case "error":
      shape.type = text;
      return shape;
    case "opaque":
    case "opaqueredirect":
      shape.type = text;
      shape.status = 0;
      shape.statusText = "";
      shape.ok = false;
      return shape;
  }
  try {
    const given = native.parse(text);
    const names = ["ok", "status", "statusText", "type", "url", "redirected"];
    for (let i = 0; i < names.length; i += 1) {
      if (native.hasOwn(given, names[i])) {
        shape[names[i]] = given[names[i]];
      }
    }
    return shape;
  } catch {
    return null;
  }
}

/** @param {string} url */
function absoluteURL(url) {
  try {
    return native.hrefOfURL(new native.URL(url, native.documentURL(document)));
  } catch {
    return url;
  }
}
