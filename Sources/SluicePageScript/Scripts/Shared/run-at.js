// needs: natives.js
/**
 * Runs an action when the document has reached the stage `when`: loading, interactive or complete, or one of
 * their other names.
 * @param {string | number | undefined} when @param {function(): void} action
 */
function runAt(when, action) {
  const wanted = stageOf(when);
  if (wanted === 1 || stageOf(native.readyState(document)) >= wanted) {
    action();
    return;
  }
  const listener = () => {
    if (stageOf(native.readyState(document)) >= wanted) {
      native.unlisten(document, "readystatechange", listener, true);
      action();
    }
  };
  native.listen(document, "readystatechange", listener, true);
}

/** @param {string | number | undefined} name */
function stageOf(name) {
  switch (name) {
    case "interactive":
    case "end":
    case "2":
    case 2:
      return 2;
    case "complete":
    case "idle":
    case "3":
    case 3:
      return 3;
    default:
      return 1;
  }
}
