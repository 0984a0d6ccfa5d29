// needs: natives.js dummies.js
// AdGuard: none
/** Provides Gemius's player, which counts nothing. */
function scriptlet_gemius(tools, args) {
  provideGlobal("GemiusPlayer", dummyClass("setVideoObject newProgram programEvent newAd adEvent dispose"));
}
