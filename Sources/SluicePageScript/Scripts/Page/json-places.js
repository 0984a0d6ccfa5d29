// needs: natives.js natives-language.js lists.js patterns.js json-queries.js
/**
 * Returns the places that a query selects in a value, each with an owner and a key. The value itself has the
 * key "" of `holder`.
 * @param {{"": any}} holder @param {JSONQuery} query
 */
function jsonPlaces(holder, query) {
  return placesFrom({ __proto__: null, owner: holder, key: "" }, query.steps, holder, query);
}

function placesFrom(start, steps, holder, query) {
  let places = newList();
  for (let i = 0; i < steps.length; i += 1) {
    const step = steps[i];
    if (step.kind === "root") {
      const place = { __proto__: null, owner: holder, key: "" };
      places = isPlaceMeant(step, place) ? listOf(place) : newList();
    } else if (step.kind === "current") {
      places = isPlaceMeant(step, start) ? listOf(start) : newList();
    } else if (step.kind === "count") {
      if (places.length < step.min || places.length > step.max) {
        return newList();
      }
    } else {
      const next = newList();
      for (let k = 0; k < places.length; k += 1) {
        if (step.kind === "if") {
          addPlacesIf(places[k], step, next, holder, query);
        } else {
          addPlacesOf(places[k].owner[places[k].key], step, next, query, newDescent(query));
        }
      }
      places = next;
    }
  }
  return places;
}

/** Returns whether a comparison with the place itself holds, if there is one. */
function isPlaceMeant(step, place) {
  return step.operator === "" || isJSONValue(step, place.owner, place.key, false);
}

/** The objects of a page can refer to each other. */
function newDescent(query) {
  return { __proto__: null, seen: query.isOfObjects ? new native.WeakSet() : null, left: 100000 };
}

/** Returns whether to search the members of a value, too. */
function descends(descent, value) {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  if (descent.seen !== null) {
    descent.left -= 1;
    if (descent.left < 0 || native.marks(descent.seen, value)) {
      return false;
    }
    native.mark(descent.seen, value);
  }
  return true;
}

function addPlacesOf(value, step, places, query, descent) {
  if (!descends(descent, value)) {
    return;
  }
  for (let i = 0; i < step.keys.length; i += 1) {
    const keys = keysOf(value, step.keys[i], query);
    for (let k = 0; k < keys.length; k += 1) {
      if (isJSONValue(step, value, keys[k], query.isOfObjects)) {
        push(places, { __proto__: null, owner: value, key: keys[k] });
      }
    }
  }
  if (step.isDeep) {
    const all = ownKeysOf(value);
    for (let i = 0; i < all.length; i += 1) {
      addPlacesOf(value[all[i]], step, places, query, descent);
    }
  }
}

function addPlacesIf(place, step, places, holder, query) {
  const value = place.owner[place.key];
  const isMeant = (other) => holdsJSONCondition(other, step.condition, holder, query);
  if (query.isAdGuard && step.isDeep) {
    const one = jsonStep("if", step.keys, false, step.condition);
    addPlacesIf(place, one, places, holder, query);
    addDeepPlaces(value, places, newDescent(query), (other, found) => addPlacesIf(other, one, found, holder, query));
  } else if (step.isDeep) {
    addDeepPlaces(value, places, newDescent(query), (other, found) => isMeant(other) && push(found, other));
  } else if (native.isArray(value) || (query.isOfMembers && typeof value === "object" && value !== null)) {
    const keys = ownKeysOf(value);
    for (let i = 0; i < keys.length; i += 1) {
      const other = { __proto__: null, owner: value, key: keys[i] };
      if (isMeant(other)) {
        push(places, other);
      }
    }
  } else if (query.isAdGuard || (typeof value === "object" && value !== null && ownKeysOf(value).length > 0)) {
    // In uBlock Origin, no condition holds for a value without members.
    if (isMeant(place)) {
      push(places, place);
    }
  }
}

/** Calls `add` with each place below a value. */
function addDeepPlaces(value, places, descent, add) {
  if (!descends(descent, value)) {
    return;
  }
  const keys = ownKeysOf(value);
  for (let i = 0; i < keys.length; i += 1) {
    add({ __proto__: null, owner: value, key: keys[i] }, places);
    addDeepPlaces(value[keys[i]], places, descent, add);
  }
}

/** Returns the keys that a key of a step stands for. */
function keysOf(value, key, query) {
  const keys = newList();
  const isList = native.isArray(value);
  if (typeof key === "string") {
    if (!(query.isOfObjects && key === "__proto__")) {
      push(keys, key);
    }
  } else if (typeof key === "number") {
    if (isList) {
      push(keys, key < 0 ? value.length + key : key);
    }
  } else if (key === null) {
    return ownKeysOf(value);
  } else if (key.isRange) {
    if (isList) {
      addRange(key, value.length, keys);
    }
  } else {
    const all = ownKeysOf(value);
    for (let i = 0; i < all.length; i += 1) {
      if (patternMatches(key, all[i])) {
        push(keys, all[i]);
      }
    }
  }
  return keys;
}

function addRange(range, length, keys) {
  const step = range.step === range.step ? range.step : 1;
  const clamp = (value, other, least, most) => {
    const at = value === value ? (value < 0 ? length + value : value) : other;
    return at < least ? least : at > most ? most : at;
  };
  if (step > 0) {
    const end = clamp(range.end, length, 0, length);
    for (let i = clamp(range.start, 0, 0, length); i < end; i += step) {
      push(keys, i);
    }
  } else if (step < 0) {
    const end = clamp(range.end, -1, -1, length - 1);
    for (let i = clamp(range.start, length - 1, -1, length - 1); i > end; i += step) {
      push(keys, i);
    }
  }
}

/** Returns the keys of an object's own enumerable members. */
function ownKeysOf(value) {
  const keys = newList();
  const own = native.ownKeys(value);
  for (let i = 0; i < own.length; i += 1) {
    if (typeof own[i] === "string" && native.descriptor(value, own[i])?.enumerable) {
      push(keys, own[i]);
    }
  }
  return keys;
}

function holdsJSONCondition(place, condition, holder, query) {
  const { kind, parts } = condition;
  if (kind === "path") {
    return placesFrom(place, condition.steps, holder, query).length > 0;
  }
  if (kind === "not") {
    return !holdsJSONCondition(place, parts[0], holder, query);
  }
  for (let i = 0; i < parts.length; i += 1) {
    if (holdsJSONCondition(place, parts[i], holder, query) === (kind === "or")) {
      return kind === "or";
    }
  }
  return kind === "and";
}

/**
 * Returns whether the value of a member is as the step requires.
 * @param {JSONStep} step
 * @param {boolean} isInherited whether inherited members count
 */
function isJSONValue(step, owner, key, isInherited) {
  const isThere = native.hasOwn(owner, key) || (isInherited && owner[key] !== undefined);
  if (step.operator === "") {
    return isThere !== step.isNegated;
  }
  if (!isThere) {
    return false;
  }
  const value = owner[key];
  const wanted = step.value;
  switch (step.operator) {
    case "==": return (value === wanted) !== step.isNegated;
    case "!=": return (value !== wanted) !== step.isNegated;
    case ">": return (value > wanted) !== step.isNegated;
    case "<": return (value < wanted) !== step.isNegated;
    case ">=": return (value >= wanted) !== step.isNegated;
    case "<=": return (value <= wanted) !== step.isNegated;
  }
  const text = jsonText(value);
  switch (step.operator) {
    // uBlock Origin does not negate regexes.
    case "/": return patternMatches(wanted, text);
    case "^=": return native.startsWith(text, wanted) !== step.isNegated;
    case "$=": return native.endsWith(text, wanted) !== step.isNegated;
    default: return (native.indexOf(text, native.String(wanted)) !== -1) !== step.isNegated;
  }
}

/** Returns a value as text, like the browser's conversion, but without any method of the page. */
function jsonText(value) {
  if (typeof value !== "object" || value === null) {
    return typeof value === "function" ? native.functionText(value) : native.String(value);
  }
  if (!native.isArray(value)) {
    return "[object Object]";
  }
  let made = "";
  for (let i = 0; i < value.length; i += 1) {
    made += (i === 0 ? "" : ",") + (value[i] === null || value[i] === undefined ? "" : jsonText(value[i]));
  }
  return made;
}
