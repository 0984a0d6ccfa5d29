/**
 * Whether the frame around this one has done all that is to be done here. It can where it is of the same origin: what its world has is
 * reached from here, and from no page. Nothing is made in this frame then, of which pages have many that are empty.
 * @param {string} secret
 */
function isStartedAround(secret) {
  // Behind `document.open()` this frame has what it needs.
  if (globalThis[secret] !== undefined || parent === window || origin === "null" || location.ancestorOrigins?.[0] !== origin) return false;
  try {
    return parent[secret]?.startBelow(window) === true;
  } catch {
    // One whose page has changed `document.domain`.
    return false;
  }
}
