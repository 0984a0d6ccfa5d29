import SluiceAnalysis
import SluiceRules

/// Resolves references in documents and style sheets as browsers do: leading and trailing spaces, line
/// endings and tabs are removed, and backslashes count as slashes.
enum ReferencedURL {
  /// Returns the URL without its fragment, or `nil` if it is invalid. A URL outside the web is returned
  /// unchanged.
  ///
  /// - Parameters:
  ///   - reference: The reference as written.
  ///   - base: A web URL.
  static func resolve(_ reference: [UInt8], against base: [UInt8]) -> [UInt8]? {
    var text = reference.drop { $0 <= 0x20 }
    while let last = text.last, last <= 0x20 { text.removeLast() }
    text.removeAll { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    guard !text.isEmpty else { return nil }
    let base = Parts(SerializedURL(base).bytes)
    if RequestDescription.isURL(Array(text)), let colon = text.firstIndex(of: ASCII.colon) {
      let scheme = text[..<colon].map(\.asciiLowercased)
      guard WebScheme(scheme) != nil else { return Array(text) }
      let rest = slashed(text[text.index(after: colon)...])
      // `https:x.js` is a relative reference in a page with the same scheme.
      if rest.first != ASCII.slash, scheme == base.scheme { return url(base, rest) }
      return url(scheme, rest.drop { $0 == ASCII.slash })
    }
    let rest = slashed(text)
    if rest.starts(with: "//".utf8) { return url(base.scheme, rest.drop { $0 == ASCII.slash }) }
    return url(base, rest)
  }

  /// The components of a URL.
  struct Parts {
    var scheme: [UInt8] = []
    /// The authority, including user and port.
    var authority: ArraySlice<UInt8>
    var path: ArraySlice<UInt8>
    /// The query, including `?`.
    var query: ArraySlice<UInt8>

    init(_ url: [UInt8]) {
      let end = url.firstIndex(of: ASCII.hash) ?? url.endIndex
      let colon = url.firstIndex(of: ASCII.colon) ?? url.startIndex
      scheme = Array(url[..<colon])
      let start = min(colon + 3, end)
      let slash = url[start..<end].firstIndex { $0 == ASCII.slash || $0 == ASCII.question } ?? end
      authority = url[start..<slash]
      let mark = url[slash..<end].firstIndex(of: ASCII.question) ?? end
      path = url[slash..<mark]
      query = url[mark..<end]
    }

    /// The host, including the port.
    var host: ArraySlice<UInt8> {
      authority.lastIndex(of: ASCII.at).map { authority[($0 + 1)...] } ?? authority
    }

    var origin: [UInt8] { scheme + [0x2F] + host }

    /// The path up to its last slash.
    var folder: ArraySlice<UInt8> {
      path.lastIndex(of: ASCII.slash).map { path[...$0] } ?? path.prefix(0)
    }
  }

  /// Returns the text with backslashes before the query replaced with slashes.
  private static func slashed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = text.firstIndex { $0 == ASCII.question || $0 == ASCII.hash } ?? text.endIndex
    return text[..<end].map { $0 == ASCII.backslash ? ASCII.slash : $0 }[...] + text[end...]
  }

  /// Returns an absolute URL from its scheme and the text after the slashes.
  private static func url(_ scheme: [UInt8], _ rest: ArraySlice<UInt8>) -> [UInt8]? {
    let parts = Parts(scheme + "://".utf8 + rest)
    guard !parts.host.isEmpty else { return nil }
    return url(parts.scheme, parts.authority, parts.path, parts.query)
  }

  private static func url(_ base: Parts, _ rest: ArraySlice<UInt8>) -> [UInt8] {
    let text = rest.prefix { $0 != ASCII.hash }
    let mark = text.firstIndex(of: ASCII.question) ?? text.endIndex
    let (path, query) = (text[..<mark], text[mark...])
    if path.isEmpty { return url(base.scheme, base.authority, base.path, query.isEmpty ? base.query : query) }
    return url(
      base.scheme, base.authority, path.first == ASCII.slash ? path : base.folder + path, query)
  }

  private static func url(
    _ scheme: [UInt8], _ authority: ArraySlice<UInt8>, _ path: ArraySlice<UInt8>, _ query: ArraySlice<UInt8>
  ) -> [UInt8] {
    SerializedURL(scheme + "://".utf8 + authority + withoutDots(path) + query).bytes
  }

  /// Returns the path without `.` and `..`, which can also be percent-encoded.
  private static func withoutDots(_ path: ArraySlice<UInt8>) -> [UInt8] {
    var steps: [ArraySlice<UInt8>] = []
    let all = path.dropFirst().split(separator: ASCII.slash, omittingEmptySubsequences: false)
    for (index, step) in all.enumerated() {
      let dots = dots(step)
      if dots == 0 {
        steps.append(step)
      } else {
        if dots == 2 { _ = steps.popLast() }
        // The path still ends with a slash.
        if index == all.count - 1 { steps.append(step.prefix(0)) }
      }
    }
    return [ASCII.slash] + steps.joined(separator: [ASCII.slash])
  }

  /// Returns 1 for `.`, 2 for `..`, and 0 for all others.
  private static func dots(_ step: ArraySlice<UInt8>) -> Int {
    guard step.count <= 6 else { return 0 }
    let text = String(decoding: step, as: UTF8.self).lowercased().replacing("%2e", with: ".")
    return text == "." ? 1 : text == ".." ? 2 : 0
  }
}
