import ContentBlocker

/// Resolves the URLs that documents and style sheets name, as browsers do: what is before and behind is cut off, line ends and
/// tabs in it are nothing, and backslashes are slashes.
enum ReferencedURL {
  /// The URL without its fragment; nil for what is none. What has another scheme than those of the web is handed on as it is.
  ///
  /// - Parameter base: A URL of the web.
  static func resolve(_ reference: [UInt8], against base: [UInt8]) -> [UInt8]? {
    var text = reference.drop { $0 <= 0x20 }
    while let last = text.last, last <= 0x20 { text.removeLast() }
    text.removeAll { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    guard !text.isEmpty else { return nil }
    let base = Parts(SerializedURL(base).bytes)
    if RequestDescription.isURL(Array(text)), let colon = text.firstIndex(of: UInt8(ascii: ":")) {
      let scheme = text[..<colon].map(\.asciiLowercased)
      guard schemes.contains(String(decoding: scheme, as: UTF8.self)) else { return Array(text) }
      let rest = slashed(text[text.index(after: colon)...])
      // `https:x.js` is relative to a page of the same scheme.
      if rest.first != UInt8(ascii: "/"), scheme == base.scheme { return url(base, rest) }
      return url(scheme, rest.drop { $0 == UInt8(ascii: "/") })
    }
    let rest = slashed(text)
    if rest.starts(with: "//".utf8) { return url(base.scheme, rest.drop { $0 == UInt8(ascii: "/") }) }
    return url(base, rest)
  }

  /// A URL cut into what references are resolved by.
  struct Parts {
    var scheme: [UInt8] = []
    /// With user and port.
    var authority: ArraySlice<UInt8>
    var path: ArraySlice<UInt8>
    /// With its `?`.
    var query: ArraySlice<UInt8>

    init(_ url: [UInt8]) {
      let end = url.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
      let colon = url.firstIndex(of: UInt8(ascii: ":")) ?? url.startIndex
      scheme = Array(url[..<colon])
      let start = min(colon + 3, end)
      let slash = url[start..<end].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? end
      authority = url[start..<slash]
      let mark = url[slash..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
      path = url[slash..<mark]
      query = url[mark..<end]
    }

    /// The host and, behind a colon, its port.
    var host: ArraySlice<UInt8> {
      authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
    }

    /// What pages of the same origin share.
    var origin: [UInt8] { scheme + [0x2F] + host }

    /// The path up to its last slash.
    var folder: ArraySlice<UInt8> {
      path.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? path.prefix(0)
    }
  }

  private static let schemes: Set<String> = ["http", "https", "ws", "wss"]

  /// With slashes for backslashes, up to the query.
  private static func slashed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = text.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
    return text[..<end].map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }[...] + text[end...]
  }

  /// What follows the slashes behind the scheme.
  private static func url(_ scheme: [UInt8], _ rest: ArraySlice<UInt8>) -> [UInt8]? {
    let parts = Parts(scheme + "://".utf8 + rest)
    guard !parts.host.isEmpty else { return nil }
    return url(parts.scheme, parts.authority, parts.path, parts.query)
  }

  /// A relative reference.
  private static func url(_ base: Parts, _ rest: ArraySlice<UInt8>) -> [UInt8] {
    let text = rest.prefix { $0 != UInt8(ascii: "#") }
    let mark = text.firstIndex(of: UInt8(ascii: "?")) ?? text.endIndex
    let (path, query) = (text[..<mark], text[mark...])
    if path.isEmpty { return url(base.scheme, base.authority, base.path, query.isEmpty ? base.query : query) }
    return url(
      base.scheme, base.authority, path.first == UInt8(ascii: "/") ? path : base.folder + path, query)
  }

  private static func url(
    _ scheme: [UInt8], _ authority: ArraySlice<UInt8>, _ path: ArraySlice<UInt8>, _ query: ArraySlice<UInt8>
  ) -> [UInt8] {
    SerializedURL(scheme + "://".utf8 + authority + withoutDots(path) + query).bytes
  }

  /// The path without `.` and `..`, which may also be percent-encoded.
  private static func withoutDots(_ path: ArraySlice<UInt8>) -> [UInt8] {
    var steps: [ArraySlice<UInt8>] = []
    let all = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (index, step) in all.enumerated() {
      let dots = dots(step)
      if dots == 0 {
        steps.append(step)
      } else {
        if dots == 2 { _ = steps.popLast() }
        // The path still ends in a slash.
        if index == all.count - 1 { steps.append(step.prefix(0)) }
      }
    }
    return [UInt8(ascii: "/")] + steps.joined(separator: [UInt8(ascii: "/")])
  }

  /// 1 for `.`, 2 for `..`, 0 for anything else.
  private static func dots(_ step: ArraySlice<UInt8>) -> Int {
    guard step.count <= 6 else { return 0 }
    let text = String(decoding: step, as: UTF8.self).lowercased().replacing("%2e", with: ".")
    return text == "." ? 1 : text == ".." ? 2 : 0
  }
}
