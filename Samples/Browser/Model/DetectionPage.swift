import Foundation

/// A page that shows whether protection works: it asks made-up trackers of the embedded Tracker Radar sample for
/// scripts and images, and says which loaded, were blocked, or were replaced by surrogates.
///
/// A face serves page and trackers with a custom scheme, so that it needs no network.
public enum DetectionPage {
  /// The custom scheme. Page scripts look for surrogates only where a scheme begins with `http`.
  public static let scheme = "http-detection"
  static let prefix = "\(scheme)://"
  /// The address of the page.
  public static let url = "\(scheme)://news.example/"

  /// A request of the page.
  struct Probe: Codable, Hashable, Sendable {
    /// The URL and a description.
    var url, what: String
    /// The global variable that a surrogate defines; nil for requests without a surrogate.
    var surrogate: String?
    /// Whether no list blocks the request.
    var isHarmless: Bool

    init(_ address: String, _ what: String, surrogate: String? = nil, isHarmless: Bool = false) {
      (url, self.what, self.surrogate, self.isHarmless) = (prefix + address, what, surrogate, isHarmless)
    }
  }

  /// The requests of the page.
  static let probes = [
    Probe("news.example/own.js", "a script of the page's own site", isHarmless: true),
    Probe("cdn.ads.example/ad.js", "an advertising script"),
    Probe("pixel.example/1.svg", "a tracking pixel"),
    Probe("metrics.example/m.js", "an analytics script with a surrogate", surrogate: "metrics"),
    Probe("metrics.example/consent.js", "a script that the data lets through", isHarmless: true),
    Probe("doubleclick.net/tag.js", "an ad server of the starter list"),
  ]

  /// Returns the response to a URL of the scheme.
  ///
  /// - Parameter areListsEmbedded: Whether the browser has the embedded lists. Lists that were built elsewhere need
  ///   not name the trackers of the page, so nothing that loads is a fault.
  public static func answer(_ url: String, areListsEmbedded: Bool) -> (type: String, body: [UInt8]) {
    if url.hasSuffix(".js") {
      return ("text/javascript", Array("(window.ran ||= []).push(\"\(url.filter { $0 != "\"" })\")".utf8))
    }
    if url.hasSuffix(".svg") {
      return ("image/svg+xml", Array("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>".utf8))
    }
    return ("text/html", Array(html(areListsEmbedded: areListsEmbedded).utf8))
  }

  private static func html(areListsEmbedded: Bool) -> String {
    var probes = probes
    if !areListsEmbedded { for index in probes.indices { probes[index].isHarmless = true } }
    let note =
      areListsEmbedded
      ? "what is blocked here is blocked by its lists"
      : "what is blocked here is blocked by its lists. They are other lists than those that name these trackers, so most may load"
    let json = (try? JSONEncoder().encode(probes)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    return """
      <!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width">
      <meta name=color-scheme content="light dark"><title>Detection</title>
      <style>body { font: 16px system-ui, sans-serif; margin: 2em auto; max-width: 44em; padding: 0 1em }
      table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .5em; border-bottom: 1px solid #8884 }
      code { font-size: .85em; opacity: .8; overflow-wrap: anywhere } .loaded { color: light-dark(#a40000, #ff9a9a) } 
      .blocked, .replaced { color: light-dark(#006400, #8fe08f) }</style>
      <h1>Detection</h1><p>This page asks trackers that do not exist. The browser answers for them, so
      \(note).<table><thead><tr><th>Request<th>Result<tbody id=rows></table>
      <p id=sum role=status></p>
      <script>
      const probes = \(json), rows = document.getElementById("rows"), counts = { loaded: 0, blocked: 0, replaced: 0 }
      let left = probes.length
      for (const probe of probes) {
        const row = rows.insertRow(), name = row.insertCell(), result = row.insertCell()
        name.append(probe.what, document.createElement("br"))
        name.appendChild(document.createElement("code")).textContent = probe.url.replace(/^.*?:[/][/]/, "")
        result.textContent = "…"
        const element = document.createElement(probe.url.endsWith(".svg") ? "img" : "script")
        const done = (arrived) => setTimeout(() => {
          const ran = probe.url.endsWith(".svg") ? arrived : (window.ran || []).includes(probe.url)
          const state = ran ? "loaded" : probe.surrogate && window[probe.surrogate] ? "replaced" : "blocked"
          counts[state]++
          result.textContent = state
          result.className = probe.isHarmless ? "" : state
          if (--left == 0) {
            sum.textContent = `${counts.blocked} blocked, ${counts.replaced} replaced, ${counts.loaded} loaded`
            document.title = "Detection: " + sum.textContent
          }
        }, 100)
        element.onload = () => done(true)
        element.onerror = () => done(false)
        element.src = probe.url
        document.body.append(element)
      }
      </script></html>
      """
  }
}
