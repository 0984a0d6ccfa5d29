/**
 * Returns whether the frame around this one has done the work for this frame. It can do so if it has the same
 * origin: this script can access the state in that frame's world, and pages cannot. Then nothing is created
 * in this frame, which saves time because pages have many empty frames.
 * @param {string} secret
 */
function isStartedAround(secret) {
  // After `document.open()`, this frame already has its state.
  if (globalThis[secret] !== undefined || parent === window || origin === "null" || location.ancestorOrigins?.[0] !== origin) return false;
  try {
    return parent[secret]?.startBelow(window) === true;
  } catch {
    // The page around has changed `document.domain`.
    return false;
  }
}
