// needs: natives.js natives-language.js natives-elements.js lists.js patterns.js watch.js
// world: isolated
/** selector[, source: `text`, `[attribute]`, `?parameter` or steps]: links lead to the address that is there. */
function scriptlet_href_sanitizer(tools, args) {
  const selector = args[0] ?? "";
  const source = (args[1] ?? "") === "" ? "text" : args[1];
  const extra = tools.dialect === "adguard" ? args[2] ?? "" : "";
  if (selector === "") {
    return;
  }
  const sanitize = () => {
    const links = elementsOf(selector);
    for (let i = 0; i < links.length; i += 1) {
      const name = native.lowerCase(native.nodeName(links[i]));
      if (name !== "a" || !native.hasAttribute(links[i], "href")) {
        continue;
      }
      const found = linkTarget(links[i], source, extra);
      if (found !== null && found !== native.attribute(links[i], "href")) {
        native.setAttribute(links[i], "href", found);
      }
    }
  };
  sanitize();
  watchDocument(sanitize, true);
}

/** The address for a link; null if there is none that is http or https. */
function linkTarget(link, source, extra) {
  let text = "";
  if (source === "text") {
    text = native.trim(native.textContent(link) ?? "");
    // Addresses are often shown with a mark in front and shortened at the end.
    while (text !== "" && native.indexOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", text[0]) === -1) {
      text = native.slice(text, 1);
    }
    if (native.indexOf(text, "\u2026") !== -1) {
      return null;
    }
  } else if (source[0] === "[" && native.endsWith(source, "]")) {
    text = native.attribute(link, native.slice(source, 1, -1)) ?? "";
    text = extra === "" ? text : changeAddress(text, extra);
  } else {
    text = followSteps(native.attribute(link, "href") ?? "", source);
  }
  return webAddress(text);
}

/** AdGuard's third argument. @param {string} text @param {string} how */
function changeAddress(text, how) {
  try {
    const url = new native.URL(text, native.documentURL(document));
    if (how === "removeHash") {
      url.hash = "";
    } else if (how === "base64decode") {
      return native.atob(text);
    } else if (how === "removeParam") {
      url.search = "";
    } else if (native.startsWith(how, "removeParam:")) {
      const names = splitText(native.slice(how, 12), ",");
      for (let i = 0; i < names.length; i += 1) {
        url.searchParams.delete(names[i]);
      }
    }
    return url.href;
  } catch {
    return "";
  }
}

/**
 * Steps to an address, separated by blanks: `?name` a parameter, `&1` the name of the first, `#` what is behind it, `/regex/` its first
 * group, `-base64`, `-safebase64`, `-uricomponent`, `+https`.
 */
function followSteps(href, source) {
  let text = href;
  const steps = splitText(source, " ");
  for (let i = 0; i < steps.length; i += 1) {
    const step = steps[i];
    try {
      text = followStep(text, step);
    } catch {
      return "";
    }
    if (text === null || text === "") {
      return "";
    }
  }
  return text;
}

function followStep(text, step) {
  switch (step[0]) {
    case "?":
      return new native.URL(text, native.documentURL(document)).searchParams.get(native.slice(step, 1));
    case "&": {
      const keys = [...new native.URL(text, native.documentURL(document)).searchParams.keys()];
      return keys[native.Number(native.slice(step, 1)) - 1] ?? null;
    }
    case "#": {
      const hash = native.indexOf(text, "#");
      return hash === -1 ? null : native.slice(text, hash + 1);
    }
    case "/": {
      const pattern = readPattern(step, "ublock", false);
      const found = pattern === null || pattern.regex === null ? null : native.exec(pattern.regex, text);
      return found === null ? null : found[1] ?? null;
    }
  }
  switch (step) {
    case "-base64":
      return native.atob(text);
    case "-safebase64":
      return native.atob(exchange(exchange(text, "-", "+"), "_", "/"));
    case "-uricomponent":
      return native.decode(text);
    case "+https":
      return native.startsWith(text, "http:") ? "https:" + native.slice(text, 5) : native.startsWith(text, "https:") ? text : "https://" + text;
    default:
      return null;
  }
}

function exchange(text, from, to) {
  let made = "";
  for (let i = 0; i < text.length; i += 1) {
    made += text[i] === from ? to : text[i];
  }
  return made;
}

/** The text if it is an address of the web. */
function webAddress(text) {
  const start = native.lowerCase(native.slice(text, 0, 8));
  if (!native.startsWith(start, "http://") && start !== "https://") {
    return null;
  }
  try {
    return new native.URL(text).href;
  } catch {
    return null;
  }
}
