// needs: state.js hand-over.js

/**
 * Answers the isolated world, which does not see the properties that the page gives its elements: whether the
 * element to which an event is dispatched has a property. All functions that it calls are captured before the
 * page's own scripts run.
 */
function answerProperties() {
  const { apply } = Reflect;
  const { getOwnPropertyNames, getPrototypeOf } = Object;
  const parse = JSON.parse;
  const pathOf = Event.prototype.composedPath;
  const cancel = Event.prototype.preventDefault;
  const test = RegExp.prototype.exec;
  const detailOf = Object.getOwnPropertyDescriptor(CustomEvent.prototype, "detail").get;
  const Regex = RegExp;
  const text = String;
  const page = document;

  const isMatch = (operand, value) =>
    typeof operand === "string" ? operand === value : apply(test, new Regex(operand[0], operand[1]), [value]) !== null;

  /** Returns whether the property at the end of the path, starting at `depth`, has the value. */
  const hasValue = (object, path, depth, value) => {
    if (depth === path.length) return value === "" || isMatch(value, text(object));
    if (object === null || (typeof object !== "object" && typeof object !== "function")) return false;
    const part = path[depth];
    if (typeof part === "string") return part in object && hasValue(object[part], path, depth + 1, value);
    for (let owner = object; owner !== null; owner = getPrototypeOf(owner)) {
      const names = getOwnPropertyNames(owner);
      for (let index = 0; index < names.length; index += 1) {
        if (isMatch(part, names[index]) && hasValue(object[names[index]], path, depth + 1, value)) return true;
      }
    }
    return false;
  };

  const add = EventTarget.prototype.addEventListener;
  const answer = (event) => {
    try {
      const question = parse(apply(detailOf, event, []));
      if (hasValue(apply(pathOf, event, [])[0], question[0], 0, question[1])) apply(cancel, event, []);
    } catch {
      // A property that throws does not count, and the page must not receive the error.
    }
  };
  const listen = () => apply(add, page, [handOverEvents(pageState.name).property, answer, true]);
  listen();
  onReopen(listen);
}
