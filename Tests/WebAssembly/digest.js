// Digests of conversions, by which engines are compared.

/** Returns a digest of the rule lists of a conversion, its source map, its diagnostics and its summary. */
export function digestOf({ lists, ...rest }) {
  return [...lists.map((list) => list.bytes), new TextEncoder().encode(JSON.stringify(rest))].map(digest).join(' ')
}

function digest(bytes) {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return `${bytes.length}-${hash}`
}
