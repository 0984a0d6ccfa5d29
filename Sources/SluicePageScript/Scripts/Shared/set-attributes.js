// needs: natives.js natives-language.js natives-elements.js lists.js watch.js options.js
/**
 * Arguments: selector, attribute, value. Sets the value wherever the attribute has another value, now and
 * later.
 * @param {boolean} isTrusted whether any value may be set
 */
function setAttributes(tools, args, isTrusted) {
  const selector = args[0] ?? "";
  const name = args[1] ?? "";
  const value = args[2] ?? "";
  const isAdGuard = tools.dialect === "adguard";
  const isHandler = native.startsWith(native.lowerCase(name), "on");
  if (selector === "" || name === "" || (!isTrusted && isAdGuard && isHandler)) {
    return;
  }
  const isCopy = !isTrusted && value.length > 2 && value[0] === "[" && native.endsWith(value, "]");
  const isNumber = isDigits(value) && native.Number(value) <= 32767;
  const word = native.lowerCase(value);
  if (!isTrusted && !isCopy && !isNumber && word !== "" && word !== "true" && word !== "false") {
    return;
  }
  const given = !isTrusted && isNumber ? native.String(native.Number(value)) : value;
  const wantedFor = (element) => {
    const copied = isCopy ? native.attribute(element, native.slice(value, 1, -1)) : given;
    return copied === null && !isAdGuard ? "" : copied;
  };
  const set = () => {
    const elements = elementsOf(selector);
    for (let i = 0; i < elements.length; i += 1) {
      const wanted = wantedFor(elements[i]);
      if (wanted === null || native.attribute(elements[i], name) === wanted || isScriptAddress(name, wanted, isCopy)) {
        continue;
      }
      // uBlock Origin removes handlers, but sets none.
      if (!isAdGuard && isHandler && wanted !== "" && native.lowerCase(name) in elements[i]) {
        continue;
      }
      try {
        native.setAttribute(elements[i], name, wanted);
      } catch {
        return;
      }
    }
  };
  set();
  watchDocument(set, true);
}

/** Returns whether copying a value could make something run. */
function isScriptAddress(name, value, isCopy) {
  return isCopy && (native.lowerCase(name) === "srcdoc" || native.startsWith(native.lowerCase(native.trim(value)), "javascript:"));
}
