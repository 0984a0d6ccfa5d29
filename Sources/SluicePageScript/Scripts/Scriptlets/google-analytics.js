// needs: natives.js natives-document.js natives-language.js dummies.js
// AdGuard: none
/** Provides analytics.js, which sends nothing, but calls the callbacks of the page. */
function scriptlet_google_analytics(tools, args) {
  const name = typeof window.GoogleAnalyticsObject === "string" ? window.GoogleAnalyticsObject : "ga";
  const tracker = new (dummyClass('get set send setField requireSync'))();
  const later = (done) => {
    if (typeof done === "function") {
      native.setTimeout(() => done(), 0);
    }
  };
  const { ga } = {
    ga() {
      for (let i = 0; i < arguments.length; i += 1) {
        const given = arguments[i];
        if (typeof given === "function") {
          native.setTimeout(() => given(tracker), 0);
        } else if (typeof given === "object" && given !== null) {
          later(given.hitCallback);
        }
      }
    },
  };
  addDummies(ga, "remove");
  const answer = (key, value) => native.define(ga, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  answer("create", () => tracker);
  answer("getByName", () => tracker);
  answer("getAll", () => [tracker]);
  answer("loaded", true);
  answer("q", []);
  provideGlobal(name, ga);
  // The tag manager holds pages back until it gets an answer.
  later(() => {
    const { dataLayer } = window;
    later(typeof dataLayer === "object" && dataLayer !== null ? dataLayer.hide?.end : undefined);
  });
}
