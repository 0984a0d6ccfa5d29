// needs: natives.js lists.js
/**
 * A class of which nothing comes: its methods return what is said, or nothing.
 * @param {string} names of methods, separated by blanks; `name:` returns null, `name!` the object itself, `name[]` a list, `name""` a text,
 * `name?` false, `name#` 0
 * @param {any} [parent] a class that it extends
 */
function dummyClass(names, parent) {
  const made = parent === undefined ? class {} : class extends parent {};
  addDummies(made.prototype, names);
  return made;
}

/** Gives an object methods of which nothing comes. */
function addDummies(owner, names) {
  const pieces = splitText(names, " ");
  for (let i = 0; i < pieces.length; i += 1) {
    const found = native.exec(/^(\w+)(.*)$/, pieces[i]);
    const name = found[1];
    const mark = found[2];
    const { method } = {
      method() {
        switch (mark) {
          case ":": return null;
          case "!": return this;
          case "[]": return [];
          case '""': return "";
          case "?": return false;
          case "#": return 0;
          default: return undefined;
        }
      },
    };
    native.define(method, "name", { __proto__: null, value: name, configurable: true });
    native.define(owner, name, { __proto__: null, value: method, writable: true, enumerable: false, configurable: true });
  }
}

/** Has a global variable of the page, as its script would make it. */
function provideGlobal(name, value) {
  const old = native.descriptor(window, name);
  if (old === undefined || old.configurable) {
    native.define(window, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  }
}
