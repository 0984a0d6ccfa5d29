'use strict'
onmessage = async event => {
  if (!event.data) return postMessage('loaded')
  postMessage(await fetch(event.data, {cache: 'no-store'}).then(() => 'loaded', () => 'blocked'))
}
