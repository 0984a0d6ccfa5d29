// needs: natives.js natives-document.js natives-elements.js lists.js argument-text.js masks.js request-rules.js
/** The handlers of XMLHttpRequest, as in `fetches`. `requests` has the known data of each request. */
const xhrs = { __proto__: null, answers: null, changes: null, requests: null };

function installXHR() {
  if (xhrs.answers !== null) {
    return;
  }
  xhrs.answers = newList();
  xhrs.changes = newList();
  xhrs.requests = new native.WeakMap();
  captureXHR();
  const owner = XMLHttpRequest.prototype;
  replaceMethod(owner, "open", (original) => ({
    open(method, url) {
      if (arguments.length > 1 && isXHR(this)) {
        rememberXHR(this, arguments);
      }
      return native.apply(original, this, arguments);
    },
  }.open));
  replaceMethod(owner, "send", (original) => ({
    send(body) {
      const request = native.weakGet(xhrs.requests, this);
      if (request !== undefined) {
        request.properties.body = body;
        const property = (name) => request.properties[name];
        for (let i = 0; i < xhrs.answers.length; i += 1) {
          if (requestMatches(xhrs.answers[i].rules, property)) {
            answerXHR(this, request, xhrs.answers[i].body());
            return undefined;
          }
        }
        for (let i = 0; i < xhrs.changes.length; i += 1) {
          const change = xhrs.changes[i];
          if (change.isMeant() && requestMatches(change.rules, property)) {
            push(request.changes, change);
          }
        }
      }
      return native.apply(original, this, arguments);
    },
  }.send));
  replaceMethod(owner, "abort", (original) => ({
    abort() {
      const request = native.weakGet(xhrs.requests, this);
      if (request?.isAnswered && native.xhrState(this) !== 0) {
        abortAnswer(this, request);
        return undefined;
      }
      return native.apply(original, this, arguments);
    },
  }.abort));
}

function captureXHR() {
  const owner = XMLHttpRequest.prototype;
  const getter = (key) => native.free(native.descriptor(owner, key).get);
  native.xhrState = getter("readyState");
  native.xhrType = getter("responseType");
  native.ProgressEvent = ProgressEvent;
  native.hrefOfURL = native.free(native.descriptor(URL.prototype, "href").get);
  native.Blob = Blob;
  native.DOMParser = DOMParser;
  native.parseDocument = native.free(DOMParser.prototype.parseFromString);
  native.TextEncoder = TextEncoder;
  native.encodeText = native.free(TextEncoder.prototype.encode);
  native.bufferOf = native.free(native.descriptor(native.prototypeOf(Uint8Array.prototype), "buffer").get);
}

/** @param {any} value */
function isXHR(value) {
  try {
    native.xhrState(value);
    return true;
  } catch {
    return false;
  }
}

function rememberXHR(xhr, args) {
  const method = argumentText(args, 0);
  const url = argumentText(args, 1);
  if (method === null || url === null) {
    return;
  }
  const known = native.weakGet(xhrs.requests, xhr);
  if (known !== undefined) {
    known.serial += 1;
    forgetAnswer(xhr, known);
  }
  const request = known ?? { __proto__: null, serial: 0, shown: null, changes: null, properties: null };
  request.changes = newList();
  request.isAnswered = false;
  request.properties = { __proto__: null, method, url, async: args[2], user: args[3], password: args[4] };
  native.weakSet(xhrs.requests, xhr, request);
}

/**
 * Aborts a request that is answered in place of the server, as the browser aborts one: its response is
 * dropped, and no more of it arrives.
 */
function abortAnswer(xhr, request) {
  const isOver = native.descriptor(xhr, "readyState")?.value === 4;
  request.serial += 1;
  forgetAnswer(xhr, request);
  if (!isOver) {
    showOnXHR(xhr, request, "readyState", 4);
    const none = { __proto__: null, loaded: 0, total: 0, lengthComputable: false };
    native.dispatch(xhr, new native.Event("readystatechange"));
    native.dispatch(xhr, new native.ProgressEvent("abort", none));
    native.dispatch(xhr, new native.ProgressEvent("loadend", none));
  }
  showOnXHR(xhr, request, "readyState", 0);
}

/** Responds in place of the server. */
function answerXHR(xhr, request, text) {
  request.isAnswered = true;
  const serial = request.serial;
  const state = (number, event) => {
    if (request.serial !== serial) {
      return;
    }
    showOnXHR(xhr, request, "readyState", number);
    native.dispatch(xhr, new native.Event("readystatechange"));
    if (event) {
      const length = { __proto__: null, loaded: text.length, total: text.length, lengthComputable: true };
      native.dispatch(xhr, new native.ProgressEvent("load", length));
      native.dispatch(xhr, new native.ProgressEvent("loadend", length));
    }
  };
  const answer = () => {
    if (request.serial !== serial) {
      return;
    }
    showOnXHR(xhr, request, "status", 200);
    showOnXHR(xhr, request, "statusText", "OK");
    let url = request.properties.url;
    try {
      url = native.hrefOfURL(new native.URL(url, native.documentURL(document)));
    } catch {
      // An invalid address is shown as it was given.
    }
    showOnXHR(xhr, request, "responseURL", url);
    const type = native.xhrType(xhr);
    showOnXHR(xhr, request, "response", typedResponse(text, type));
    if (type === "" || type === "text") {
      showOnXHR(xhr, request, "responseText", text);
    }
    state(2, false);
    state(3, false);
    state(4, true);
  };
  if (request.properties.async === false) {
    answer();
  } else {
    native.setTimeout(answer, 1);
  }
}

/** @param {string} text @param {string} type */
function typedResponse(text, type) {
  switch (type) {
    case "json":
      try {
        return native.parse(text);
      } catch {
        // Pages can continue if they get an object.
        return {};
      }
    case "arraybuffer":
      return native.bufferOf(native.encodeText(new native.TextEncoder(), text));
    case "blob":
      return new native.Blob([text]);
    case "document":
      return native.parseDocument(new native.DOMParser(), text, "text/html");
    default:
      return text;
  }
}

function showOnXHR(xhr, request, key, value) {
  native.define(xhr, key, { __proto__: null, value, configurable: true, enumerable: false });
  request.shown ??= newList();
  if (!listHas(request.shown, key)) {
    push(request.shown, key);
  }
}

function forgetAnswer(xhr, request) {
  for (let i = 0; request.shown !== null && i < request.shown.length; i += 1) {
    delete xhr[request.shown[i]];
  }
  request.shown = null;
  request.changedFrom = undefined;
  request.xmlFrom = undefined;
}
