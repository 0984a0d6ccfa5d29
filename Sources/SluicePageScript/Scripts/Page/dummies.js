// needs: natives.js lists.js
/**
 * Returns a class whose methods have no effects.
 * @param {string} names the names of methods, separated by spaces. They return undefined, except that `name:`
 *   returns null, `name!` the object itself, `name[]` a list, `name""` a text, `name?` false, and `name#` 0
 * @param {any} [parent] the class that it extends
 */
function dummyClass(names, parent) {
  const made = parent === undefined ? class {} : class extends parent {};
  addDummies(made.prototype, names);
  return made;
}

/** Gives an object methods without effects. */
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

/** Defines a global variable of the page, as the page's script would define it. */
function provideGlobal(name, value) {
  const old = native.descriptor(window, name);
  if (old === undefined || old.configurable) {
    native.define(window, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  }
}
