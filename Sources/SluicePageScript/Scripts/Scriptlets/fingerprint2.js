// needs: fingerprints.js
// uBlock Origin: none
/** Provides Fingerprint2 with random fingerprints. */
function scriptlet_fingerprint2(tools, args) {
  provideFingerprints("Fingerprint2");
}
