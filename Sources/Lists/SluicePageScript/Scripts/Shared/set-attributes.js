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
  if (selector === "" || name === "" || (!isTrusted && native.startsWith(native.lowerCase(name), "on"))) {
    return;
  }
  const isCopy = !isTrusted && value.length > 2 && value[0] === "[" && native.endsWith(value, "]");
  const isNumber = isInteger(value) && native.Number(value) >= 0 && native.Number(value) <= 32767;
  const word = tools.dialect === "adguard" ? native.lowerCase(value) : value;
  if (!isTrusted && !isCopy && !isNumber && word !== "" && word !== "true" && word !== "false") {
    return;
  }
  const set = () => {
    const elements = elementsOf(selector);
    for (let i = 0; i < elements.length; i += 1) {
      const wanted = isCopy ? native.attribute(elements[i], native.slice(value, 1, -1)) : value;
      if (wanted === null || native.attribute(elements[i], name) === wanted || isScriptAddress(name, wanted, isCopy)) {
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
