// needs: natives.js lists.js stack.js
/**
 * Returns an error that the browser or the page has thrown below a replaced function, as if the function had
 * not been replaced.
 * @param {any} error
 */
function foreignError(error) {
  if (typeof error !== "object" || error === null) {
    return error;
  }
  try {
    const stack = native.descriptor(error, "stack")?.value;
    if (typeof stack !== "string" || native.indexOf(stack, "user-script:") === -1) {
      return error;
    }
    const rest = foreignFrames(stack);
    native.define(error, "stack", { __proto__: null, value: rest });
    const place = placeOfStack(rest);
    if (place !== null) {
      native.define(error, "sourceURL", { __proto__: null, value: place.url });
      native.define(error, "line", { __proto__: null, value: place.line });
      native.define(error, "column", { __proto__: null, value: place.column });
    }
  } catch {
    // The page has made the error immutable.
  }
  return error;
}

/**
 * Returns the location of the first frame in a stack that has one.
 * @param {string} stack
 */
function placeOfStack(stack) {
  const lines = splitText(stack, "\n");
  for (let i = 0; i < lines.length; i += 1) {
    const place = native.slice(lines[i], native.indexOf(lines[i], "@") + 1);
    const second = native.lastIndexOf(place, ":");
    const first = second > 0 ? native.lastIndexOf(place, ":", second - 1) : -1;
    const line = native.slice(place, first + 1, second);
    const column = native.slice(place, second + 1);
    if (first > 0 && isDigits(line) && isDigits(column)) {
      return { __proto__: null, url: native.slice(place, 0, first), line: native.Number(line), column: native.Number(column) };
    }
  }
  return null;
}
