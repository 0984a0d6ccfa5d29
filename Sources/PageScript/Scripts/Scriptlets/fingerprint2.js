// needs: fingerprints.js
/** Fingerprint2 makes random ones. */
function scriptlet_fingerprint2(tools, args) {
  provideFingerprints("Fingerprint2");
}
