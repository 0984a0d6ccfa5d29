// needs: natives.js natives-language.js lists.js patterns.js masks.js stack.js
// Adblock Plus: type, method, text, answer, path, stack
// required: 3
/**
 * Arguments: `Array` or `Map`, method, pattern[, answer[, path[, texts, one of them in the stack]]]. Changes calls
 * with a matching value: `push` and `set` do nothing, `forEach` leaves the element out, and the others return the
 * answer. The value is a text or number, or, with a path, one of its members; that of `get` and `has` of a map is
 * the key.
 */
function scriptlet_override_members(tools, args) {
  const pattern = readPattern(args[2], tools.dialect, false);
  if (pattern === null) {
    return;
  }
  const path = splitText(args[4] ?? "", ".");
  const stacks = splitText(args[5] ?? "", ",");
  const isText = (value) =>
    (typeof value === "string" || typeof value === "number") && patternMatches(pattern, native.String(value));
  const isCalled = () => stacks.length === 0 || isInStack(stacks);
  const isMeant = (value) => isText(memberAt(value, path)) && isCalled();
  const isKey = (key) => isText(key) && isCalled();
  const answer = args[3] ?? "";
  const makers = {
    __proto__: null,
    Array: {
      __proto__: null,
      push: (original) => ({
        push(value) {
          return isMeant(value) ? undefined : native.apply(original, this, arguments);
        },
      }.push),
      includes: (original) => ({
        includes(value) {
          return isMeant(value) ? answer === "true" : native.apply(original, this, arguments);
        },
      }.includes),
      forEach: (original) => ({
        forEach(callback) {
          if (typeof callback === "function") {
            arguments[0] = function (element) {
              return isMeant(element) ? undefined : native.apply(callback, this, arguments);
            };
          }
          return native.apply(original, this, arguments);
        },
      }.forEach),
    },
    Map: {
      __proto__: null,
      set: (original) => ({
        set(key, value) {
          return isMeant(value) ? this : native.apply(original, this, arguments);
        },
      }.set),
      get: (original) => ({
        get(key) {
          return isKey(key) ? answer || undefined : native.apply(original, this, arguments);
        },
      }.get),
      has: (original) => ({
        has(key) {
          return isKey(key) ? answer === "true" : native.apply(original, this, arguments);
        },
      }.has),
    },
  };
  const make = makers[args[0]]?.[args[1]];
  if (make !== undefined) {
    replaceMethod(args[0] === "Array" ? Array.prototype : Map.prototype, args[1], make);
  }
}

/** Returns the member at a path, or the value itself without a path; undefined if it is missing. */
function memberAt(value, path) {
  let current = value;
  for (let i = 0; i < path.length; i += 1) {
    if (typeof current !== "object" || current === null || !native.hasOwn(current, path[i])) {
      return undefined;
    }
    current = current[path[i]];
  }
  return current;
}

/** Returns whether the caller's stack contains one of the texts. */
function isInStack(texts) {
  const stack = callerStack();
  for (let i = 0; i < texts.length; i += 1) {
    if (native.indexOf(stack, texts[i]) !== -1) {
      return true;
    }
  }
  return false;
}
