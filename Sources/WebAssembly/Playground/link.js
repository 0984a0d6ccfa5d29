// The state of the page in the fragment of its URL, which browsers do not send to servers.

const version = '#1,'

async function bytesOf(stream) {
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Returns the fragment for a state. */
export async function fragmentOf(state) {
  const text = new Blob([JSON.stringify(state)]).stream()
  const bytes = await bytesOf(text.pipeThrough(new CompressionStream('deflate-raw')))
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return version + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Returns the state in a fragment, or undefined if it has none. Throws if the fragment is damaged. */
export async function stateOf(fragment) {
  if (!fragment.startsWith(version)) return undefined
  const binary = atob(fragment.slice(version.length).replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  const text = await bytesOf(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')))
  const state = JSON.parse(new TextDecoder().decode(text))
  if (typeof state !== 'object' || state === null) throw new Error('the link has no state')
  return state
}
