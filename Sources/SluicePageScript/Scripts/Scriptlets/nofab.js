// needs: natives.js
// uBlock Origin: none
// AdGuard: none
// names in uBlock Origin: fuckadblock.js-3.2.0
// names in AdGuard: prevent-fab-3.2.0
/** Makes FuckAdBlock, BlockAdBlock and SniffAdBlock report that nothing is blocked. */
function scriptlet_nofab(tools, args) {
  const classes = ["FuckAdBlock", "BlockAdBlock", "SniffAdBlock"];
  const instances = ["fuckAdBlock", "blockAdBlock", "sniffAdBlock"];
  const Detector = function () {};
  Detector.prototype = {
    constructor: Detector,
    check() {
      return false;
    },
    clearEvent() {
      return this;
    },
    emitEvent() {
      return this;
    },
    on(isDetected, action) {
      if (!isDetected && typeof action === "function") {
        action();
      }
      return this;
    },
    onDetected() {
      return this;
    },
    onNotDetected(action) {
      if (typeof action === "function") {
        action();
      }
      return this;
    },
    setOption() {
      return this;
    },
    options: {},
  };
  const one = new Detector();
  const fix = (key, value) => {
    const old = native.descriptor(window, key);
    if (old === undefined || old.configurable) {
      native.define(window, key, {
        __proto__: null, get: () => value, set: () => {}, enumerable: false, configurable: false,
      });
    }
  };
  for (let i = 0; i < classes.length; i += 1) {
    fix(classes[i], Detector);
    fix(instances[i], one);
  }
}
