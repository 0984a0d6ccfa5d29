// needs: natives.js dummies.js
/** Gemius's player is there, and counts nothing. */
function scriptlet_gemius(tools, args) {
  provideGlobal("GemiusPlayer", dummyClass("setVideoObject newProgram programEvent newAd adEvent dispose"));
}
