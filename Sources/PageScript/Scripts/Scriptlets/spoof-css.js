// needs: natives.js natives-language.js natives-elements.js lists.js masks.js
/** selector, property, value, …: getComputedStyle and getBoundingClientRect say so of these elements. */
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
  const propertyValue = CSSStyleDeclaration.prototype.getPropertyValue;
  replaceMethod(window, "getComputedStyle", (original) => ({
    getComputedStyle(element) {
      if (!isMeant(element)) {
        return native.apply(original, this, arguments);
      }
      const style = native.apply(original, this, arguments);
      return new native.Proxy(style, {
        __proto__: null,
        get(target, key) {
          if (typeof key === "string" && values[dashed(key)] !== undefined) {
            return values[dashed(key)];
          }
          if (key === "getPropertyValue") {
            return maskFunction(
              native.bind(function (name) {
                return values[dashed(native.String(name))] ?? native.apply(propertyValue, target, [name]);
              }, null), "getPropertyValue", 1);
          }
          const value = native.reflectGet(target, key, target);
          return typeof value === "function" ? native.bind(value, target) : value;
        },
      });
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

/** The name of a CSS property as style sheets write it. @param {string} name */
function dashed(name) {
  let made = "";
  for (let i = 0; i < name.length; i += 1) {
    const isUpper = name[i] >= "A" && name[i] <= "Z";
    made += isUpper ? "-" + native.lowerCase(name[i]) : name[i];
  }
  return made;
}
