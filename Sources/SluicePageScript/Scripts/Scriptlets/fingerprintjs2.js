// needs: fingerprints.js
// AdGuard: none
/** Provides Fingerprint2 and Fingerprint with random fingerprints. */
function scriptlet_fingerprintjs2(tools, args) {
  provideFingerprints("Fingerprint2 Fingerprint");
}
