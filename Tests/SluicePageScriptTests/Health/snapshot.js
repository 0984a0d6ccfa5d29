// All that a page can see of itself and of the browser, when it is done.
(async () => {
  await ready;
  const isOurs = (name) => name.startsWith("never") || name === "later";
  const forIn = (object) => { const keys = []; for (const key in object) keys.push(key); return keys; };
  const shape = (owner, key) => {
    const found = Object.getOwnPropertyDescriptor(owner, key);
    const shown = (f) => typeof f === "function"
      ? [f.name, f.length, Function.prototype.toString.call(f).replace(/\s+/g, " ").slice(0, 80), Reflect.ownKeys(f).map(String).join()] : typeof f;
    return [found.enumerable, found.configurable, found.writable ?? null, "value" in found ? shown(found.value) : [shown(found.get), shown(found.set)]];
  };
  const shapes = {};
  const add = (name, object) => {
    for (const key of Reflect.ownKeys(object)) {
      if (!isOurs(String(key))) shapes[name + "." + String(key)] = shape(object, key);
    }
  };
  const own = new Set(["log", "said", "failed", "ended", "ready", ...forIn(window)]);
  for (const name of Object.getOwnPropertyNames(window)) {
    if (isOurs(name)) continue;
    shapes[name] = shape(window, name);
    const value = own.has(name) && name !== "document" ? undefined : Object.getOwnPropertyDescriptor(window, name).value;
    if (typeof value !== "function" && (typeof value !== "object" || value === null)) continue;
    add(name, value);
    if (typeof value === "function" && typeof value.prototype === "object" && value.prototype !== null) add(name + ".prototype", value.prototype);
  }
  const sheets = (root) => [root.styleSheets.length, root.adoptedStyleSheets.length,
    Array.from(root.styleSheets, (sheet) => [sheet.ownerNode?.nodeName ?? null, sheet.cssRules.length, sheet.disabled]), Object.keys(root.styleSheets)];
  const roots = Array.from(document.querySelectorAll("*")).filter((element) => element.shadowRoot !== null).map((element) => element.shadowRoot);
  return {
    log, said, failed, shapes,
    keys: Object.keys(window), forIn: forIn(window).length, documentKeys: Object.keys(document),
    plain: [{}, [], function () {}, "", 1, Object.create(null), new Map(), document.body].map((object) => forIn(object).join()),
    sheets: [sheets(document), ...roots.map(sheets)],
    frames: Array.from(document.querySelectorAll("iframe"), (frame) => frame.contentDocument
      && [sheets(frame.contentDocument), frame.contentDocument.documentElement.outerHTML, Object.keys(frame.contentWindow).length]),
    html: document.documentElement.outerHTML, shadows: roots.map((root) => root.innerHTML),
    styles: Array.from(document.body.querySelectorAll("*")).slice(0, 50).map((element) => {
      const style = getComputedStyle(element);
      return [style.display, style.color, style.paddingTop, style.overflow];
    }),
    listeners: [typeof onerror, document.onclick, document.readyState],
  };
})()
