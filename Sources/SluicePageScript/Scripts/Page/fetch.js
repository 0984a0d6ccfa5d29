// needs: natives.js natives-language.js lists.js masks.js settled.js argument-text.js foreign-errors.js request-rules.js
/**
 * The handlers of fetch: `answers` respond in place of the server, and `changes` change the texts of
 * responses.
 */
const fetches = { __proto__: null, answers: null, changes: null };

function installFetch() {
  if (fetches.answers !== null) {
    return;
  }
  fetches.answers = newList();
  fetches.changes = newList();
  captureFetch();
  replaceMethod(window, "fetch", (original) => ({
    fetch(input, init) {
      if (arguments.length === 0) {
        return native.apply(original, this, arguments);
      }
      const property = fetchProperty(arguments);
      if (property === null) {
        return native.apply(original, this, arguments);
      }
      for (let i = 0; i < fetches.answers.length; i += 1) {
        const answer = fetches.answers[i];
        if (requestMatches(answer.rules, property)) {
          return settled(true, answer.respond(property("url")));
        }
      }
      const changes = newList();
      for (let i = 0; i < fetches.changes.length; i += 1) {
        const change = fetches.changes[i];
        if (change.isMeant() && requestMatches(change.rules, property)) {
          push(changes, change);
        }
      }
      if (changes.length > 0) {
        return changeAnswer(native.apply(original, this, arguments), changes);
      }
      return native.apply(original, this, arguments);
    },
  }.fetch));
}

function captureFetch() {
  const getter = (owner, key) => native.free(native.descriptor(owner, key).get);
  native.Response = Response;
  native.requestURL = getter(Request.prototype, "url");
  native.hrefOfURL = getter(URL.prototype, "href");
  native.responseClone = native.free(Response.prototype.clone);
  native.responseText = native.free(Response.prototype.text);
  native.responseURL = getter(Response.prototype, "url");
  native.responseType = getter(Response.prototype, "type");
  native.responseStatus = getter(Response.prototype, "status");
  native.responseStatusText = getter(Response.prototype, "statusText");
  native.responseHeaders = getter(Response.prototype, "headers");
  native.eachHeader = native.free(Headers.prototype.forEach);
  native.setHeader = native.free(Headers.prototype.set);
  native.responseRedirected = getter(Response.prototype, "redirected");
  native.requestGetters = { __proto__: null };
  for (const name of Object.keys(requestProperties)) {
    const found = native.descriptor(Request.prototype, name);
    if (found?.get) {
      native.requestGetters[name] = native.free(found.get);
    }
  }
}

/**
 * Returns the properties of a fetch call; null if the call fails. An address that is an object is converted
 * to a text once.
 * @param {IArguments} args
 */
function fetchProperty(args) {
  let request = null;
  let url;
  if (typeof args[0] === "object" && args[0] !== null) {
    try {
      url = native.requestURL(args[0]);
      request = args[0];
    } catch {
      url = undefined;
    }
  }
  if (url === undefined) {
    try {
      url = native.hrefOfURL(args[0]);
    } catch {
      url = argumentText(args, 0);
    }
  }
  if (url === null) {
    return null;
  }
  const init = args[1];
  return (name) => {
    if (name === "url") {
      return url;
    }
    const given = typeof init === "object" && init !== null ? init[name] : undefined;
    if (given !== undefined) {
      return name === "headers" ? headerText(given) : given;
    }
    if (request !== null && native.requestGetters[name] !== undefined) {
      return native.requestGetters[name](request);
    }
    return name === "method" ? "GET" : undefined;
  };
}

/** @param {any} headers */
function headerText(headers) {
  try {
    return native.stringify(headers);
  } catch {
    return "";
  }
}

/** @param {Promise<Response>} pending */
async function changeAnswer(pending, changes) {
  const response = await pending;
  let text;
  try {
    text = await native.responseText(native.responseClone(response));
  } catch {
    return response;
  }
  let changed = text;
  for (let i = 0; i < changes.length; i += 1) {
    try {
      changed = changes[i].change(changed);
    } catch {
      // A response in another format stays as it is.
    }
  }
  if (changed === text) {
    return response;
  }
  const made = new native.Response(changed, {
    __proto__: null,
    status: native.responseStatus(response),
    statusText: native.responseStatusText(response),
  });
  // If the headers were passed on directly, the page's functions would enumerate them.
  const headers = native.responseHeaders(made);
  native.eachHeader(native.responseHeaders(response), (value, name) => native.setHeader(headers, name, value));
  describeResponse(made, {
    __proto__: null,
    url: native.responseURL(response),
    type: native.responseType(response),
    redirected: native.responseRedirected(response),
  });
  return made;
}

/**
 * Gives a response, and the clones that the page creates, properties that the constructor does not accept.
 */
function describeResponse(response, properties) {
  const made = {
    clone() {
      let copy;
      try {
        copy = native.responseClone(this);
      } catch (error) {
        throw foreignError(error);
      }
      return this === response ? describeResponse(copy, properties) : copy;
    },
  };
  native.define(response, "clone", { __proto__: null, value: maskText(made.clone, "clone"), writable: true, configurable: true });
  const keys = native.ownKeys(properties);
  for (let i = 0; i < keys.length; i += 1) {
    native.define(response, keys[i], { __proto__: null, value: properties[keys[i]], configurable: true });
  }
  return response;
}
