// needs: natives.js natives-language.js natives-elements.js lists.js argument-text.js masks.js
// uBlock Origin: selector, property, value, …
// AdGuard: selector, property, value, …
// required: 2
// not read: `debug`
/**
 * Arguments: selector, property, value, …. Makes getComputedStyle and getBoundingClientRect report these
 * values for matching elements.
 */
function scriptlet_spoof_css(tools, args) {
  const selector = args[0] ?? "";
  const values = { __proto__: null };
  const pairs = newList();
  for (let i = 1; i < args.length; i += 1) {
    const colon = native.indexOf(args[i], ":");
    if (colon > 0 && args.length === 2) {
      push(pairs, native.trim(native.slice(args[i], 0, colon)));
      push(pairs, native.trim(native.slice(args[i], colon + 1)));
    } else {
      push(pairs, args[i]);
    }
  }
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    values[dashed(pairs[i])] = pairs[i + 1];
  }
  if (selector === "" || pairs.length < 2) {
    return;
  }
  const isMeant = (element) => {
    try {
      return native.matches(element, selector);
    } catch {
      return false;
    }
  };
  replaceMethod(window, "getComputedStyle", (original) => ({
    getComputedStyle(element) {
      if (!isMeant(element)) {
        return native.apply(original, this, arguments);
      }
      return withValues(native.apply(original, this, arguments), values);
    },
  }.getComputedStyle));
  const Rect = DOMRect;
  const rect = (key) => native.free(native.descriptor(DOMRectReadOnly.prototype, key).get);
  const x = rect("x");
  const y = rect("y");
  const width = rect("width");
  const height = rect("height");
  replaceMethod(Element.prototype, "getBoundingClientRect", (original) => ({
    getBoundingClientRect() {
      if ((values.width === undefined && values.height === undefined) || !isMeant(this)) {
        return native.apply(original, this, arguments);
      }
      const real = native.apply(original, this, arguments);
      const number = (text, other) => {
        const value = text === undefined ? NaN : native.Number(native.endsWith(text, "px") ? native.slice(text, 0, -2) : text);
        return value === value ? value : other;
      };
      return new Rect(x(real), y(real), number(values.width, width(real)), number(values.height, height(real)));
    },
  }.getBoundingClientRect));
}

/**
 * Makes a computed style report other values. The object belongs to its caller, so the values are not visible
 * elsewhere, and every function that accepts styles accepts it.
 * @param {CSSStyleDeclaration} style @param {Object<string, string>} values
 */
function withValues(style, values) {
  const define = (key, value) => native.define(style, key, { __proto__: null, value, configurable: true });
  const keys = native.ownKeys(values);
  for (let i = 0; i < keys.length; i += 1) {
    define(keys[i], values[keys[i]]);
    define(undashed(keys[i]), values[keys[i]]);
  }
  const original = style.getPropertyValue;
  const { getPropertyValue } = {
    getPropertyValue(name) {
      const text = this === style && arguments.length > 0 ? argumentText(arguments, 0) : null;
      return text !== null ? values[dashed(text)] ?? native.apply(original, this, arguments) : native.apply(original, this, arguments);
    },
  };
  define("getPropertyValue", maskText(getPropertyValue, "getPropertyValue"));
  return style;
}

/** Returns the name of a CSS property in the form that scripts use. @param {string} name */
function undashed(name) {
  let made = "";
  for (let i = 0; i < name.length; i += 1) {
    made += name[i] === "-" && i > 0 ? native.upperCase(name[i += 1] ?? "") : name[i] === "-" ? "" : name[i];
  }
  return made;
}

/** Returns the name of a CSS property in the form that style sheets use. @param {string} name */
function dashed(name) {
  let made = "";
  for (let i = 0; i < name.length; i += 1) {
    const isUpper = name[i] >= "A" && name[i] <= "Z";
    made += isUpper ? "-" + native.lowerCase(name[i]) : name[i];
  }
  return made;
}
