// Runs in each document of a case: asks for what the case asks for there, and says which selectors show nothing.
(() => {
  const place = () => document.body || document.documentElement

  const askers = {
    image: (url) => element("img", { src: url }),
    script: (url) => element("script", { src: url }),
    stylesheet: (url) => element("link", { rel: "stylesheet", href: url }),
    subdocument: (url) => element("iframe", { src: url }),
    object: (url) => element("object", { data: url }),
    font: (url) => new FontFace("f", `url("${url}")`).load(),
    fetch: (url) => fetch(url, { mode: "no-cors", credentials: "include" }),
    xhr: (url) => {
      const request = new XMLHttpRequest()
      request.open("GET", url)
      request.withCredentials = true
      request.send()
    },
    // A track is media too, and needs no player.
    media: (url) => {
      const video = element("video", { crossOrigin: "anonymous" })
      const track = Object.assign(document.createElement("track"), { default: true, kind: "captions", src: url })
      video.append(track)
      track.track.mode = "showing"
    },
    websocket: (url) => new WebSocket(url),
    beacon: (url) => navigator.sendBeacon(url, "x"),
    ping: (url) => element("a", { href: "#", ping: url }).click(),
    popup: (url) => window.open(url),
    // What the document's own HTML asks for.
    html: () => {},
  }

  const element = (name, properties) => place().appendChild(Object.assign(document.createElement(name), properties))

  const look = (selector) => {
    const found = [...document.querySelectorAll(selector)]
    const hidden = found.filter((one) => getComputedStyle(one).display === "none").length
    return found.length === 0 ? "missing" : hidden === 0 ? "shown" : hidden === found.length ? "hidden" : "partly"
  }

  const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))

  const here = (job) => {
    for (const { type, url } of job.requests) Promise.resolve(url).then(askers[type]).catch(() => {})
  }

  addEventListener("message", (event) => {
    if (event.data?.job) here(event.data.job)
    if (event.data?.looks) event.ports[0].postMessage(event.data.looks.map(look))
  })

  const frames = {}
  window.sluiceScore = {
    // Opens the frames of a case, and has each ask.
    ask(jobs) {
      for (const job of jobs) {
        if (job.frame === null) { here(job); continue }
        const frame = element("iframe", { src: job.frame })
        frames[job.frame] = frame
        frame.onload = () => frame.contentWindow.postMessage({ job }, "*")
      }
    },
    async look(jobs) {
      return JSON.stringify(await Promise.all(jobs.map((job) => {
        if (job.frame === null) return job.looks.map(look)
        return Promise.race([
          sleep(2000).then(() => job.looks.map(() => "missing")),
          new Promise((done) => {
            const channel = new MessageChannel()
            channel.port1.onmessage = (event) => done(event.data)
            frames[job.frame].contentWindow.postMessage({ looks: job.looks }, "*", [channel.port2])
          }),
        ])
      })))
    },
  }
})()
