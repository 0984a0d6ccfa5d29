import SluiceAnalysis

/// Resolves references in documents and style sheets as browsers do.
enum ReferencedURL {
  /// Returns the URL without its fragment, or `nil` if it is invalid. A URL outside the web is returned
  /// unchanged.
  ///
  /// - Parameters:
  ///   - reference: The reference as written.
  ///   - base: A web URL.
  static func resolve(_ reference: [UInt8], against base: [UInt8]) -> [UInt8]? {
    let text = ParsedURL.stripped(reference)
    guard !text.isEmpty else { return nil }
    if let colon = text.firstIndex(of: ASCII.colon), let scheme = ParsedURL.scheme(text[..<colon]),
      WebScheme(scheme) == nil
    {
      return text
    }
    return ParsedURL(base).flatMap { ParsedURL(text, relativeTo: $0)?.withoutFragment }
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

    /// The path up to its last slash.
    var folder: ArraySlice<UInt8> {
      path.lastIndex(of: ASCII.slash).map { path[...$0] } ?? path.prefix(0)
    }

    var origin: [UInt8] { scheme + [0x2F] + host }
  }
}
