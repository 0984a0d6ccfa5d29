// needs: fingerprints.js
/** Fingerprint2 and Fingerprint make random ones. */
function scriptlet_fingerprintjs2(tools, args) {
  provideFingerprints("Fingerprint2 Fingerprint");
}
