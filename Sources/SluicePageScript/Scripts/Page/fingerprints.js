// needs: natives.js natives-document.js natives-language.js settled.js dummies.js
/**
 * Provides Fingerprint2 with a random fingerprint.
 * @param {string} names the global variables, separated by spaces
 */
function provideFingerprints(names) {
  const random = () => {
    let text = "";
    for (let i = 0; i < 32; i += 1) {
      text += "0123456789abcdef"[native.floor(native.random() * 16)];
    }
    return text;
  };
  const answer = (first, second, args) => {
    const done = typeof first === "function" ? first : second;
    if (typeof done === "function") {
      native.setTimeout(() => native.apply(done, undefined, args()), 0);
    }
  };
  class Fingerprint {
    get(settings, done) {
      answer(settings, done, () => [random(), []]);
    }
    static get(settings, done) {
      answer(settings, done, () => [[]]);
    }
    static getV18(settings, done) {
      answer(settings, done, () => [random(), []]);
    }
    static getPromise() {
      return settled(true, []);
    }
    static x64hash128() {
      return random();
    }
  }
  const all = splitText(names, " ");
  for (let i = 0; i < all.length; i += 1) {
    provideGlobal(all[i], Fingerprint);
  }
}
