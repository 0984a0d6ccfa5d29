import SluiceAnalysis
import SluiceConversion
import SluiceRules

/// Creates exceptions for a single request, or for a single selector on one site, that affect as little else
/// as possible.
enum ExceptionLine {
  /// Returns an exception that unblocks a request, or `nil` if none does.
  ///
  /// Candidates are tested by converting them together with the blocking filters.
  ///
  /// - Parameters:
  ///   - load: The blocked request.
  ///   - others: Other blocked requests, which must stay blocked.
  ///   - overrides: Returns whether a filter unblocks the request.
  ///   - means: Returns whether a filter is an exception to another request.
  static func overriding(
    _ load: RequestDescription, others: [RequestDescription], overrides: (String) -> Bool,
    means: (String, RequestDescription) -> Bool
  ) -> String? {
    let lines = lines(for: load).filter { overrides($0.text) }
    let others = others.filter { $0.url != load.url }
    let narrow = lines.first { line in
      !others.contains { line.canMean($0.url) && means(line.text, $0) }
    }
    // If there is no better choice, the exception also unblocks requests whose URLs differ only in case.
    return (narrow ?? lines.first(where: \.isWhole))?.text
  }

  /// A candidate filter.
  private struct Line {
    let text: String
    /// A text that all matching URLs contain, ignoring case; `nil` if the pattern is not a literal text.
    let literal: [UInt8]?
    /// Whether the pattern is for the complete URL.
    let isWhole: Bool

    func canMean(_ url: [UInt8]) -> Bool {
      literal.map { url.map(\.asciiLowercased).firstRange(of: $0) != nil } ?? true
    }
  }

  /// Returns a filter that blocks all requests of a type.
  static func blockingAll(_ kind: Request.Kind) -> String { "*$\(option(kind))" }

  /// Returns the candidate filters, weakest first, and the most readable first among equally weak ones.
  private static func lines(for load: RequestDescription) -> [Line] {
    let url = SerializedURL(load.url)
    let address = String(decoding: url.withoutFragment, as: UTF8.self)
    guard let scheme = address.firstRange(of: "://") else { return [] }
    let rest = address[scheme.upperBound...]
    let domains = [load.page, load.frame].compactMap { page in
      page.map { ",domain=\(SerializedURL($0).hostString)" }
    }
    // A page has no other page as its context.
    let pages = load.kind == .document ? [""] : domains
    // Filters with `important` override exceptions and need exceptions that are also important.
    return ["", ",important"].flatMap { strength in
      options(load.kind).flatMap { option in
        pages.flatMap { page in
          patterns(rest, address, isPage: load.kind == .document).map { pattern, literal in
            Line(
              text: "@@\(pattern)$\(option)\(page)\(strength)", literal: literal,
              isWhole: pattern.hasPrefix("|\(address)"))
          }
        }
      }
    }
  }

  /// Returns patterns for a URL, each with a text that all matching URLs contain. The last pattern only
  /// matches this URL.
  ///
  /// A prefix is used for files only, because a prefix of a page or folder would match too much. It matches
  /// the same file with any query.
  private static func patterns(
    _ rest: Substring, _ address: String, isPage: Bool
  ) -> [(pattern: String, literal: [UInt8]?)] {
    func literal(_ text: Substring) -> [UInt8]? {
      let meaning = [ASCII.star, ASCII.caret, ASCII.pipe]
      return text.utf8.contains(where: meaning.contains) ? nil : text.utf8.map(\.asciiLowercased)
    }
    let start = rest.firstIndex(of: "?").map { rest[...$0] } ?? rest
    let whole = [("||\(rest)|", literal(rest)), ("|\(address)|", literal(address[...]))]
    return isPage || start.hasSuffix("/") ? whole : [("||\(start)", literal(start))] + whole
  }

  private static func options(_ kind: Request.Kind) -> [String] {
    switch kind {
    // WebKit does not treat beacons as pings.
    case .beacon: ["ping", "other"]
    // An exception with `document` allows all requests of the page; this one allows only the page.
    case .document: ["all"]
    case .subdocument, .script, .stylesheet, .image, .font, .media, .xmlhttprequest, .websocket,
      .ping, .object, .popup, .other:
      [option(kind)]
    }
  }

  private static func option(_ kind: Request.Kind) -> String {
    // The names of kinds are those of options.
    kind == .beacon ? Request.Kind.other.rawValue : kind.rawValue
  }

  /// Returns an exception for the elements that a filter hides in a document, or `nil` if none works.
  ///
  /// The exception is for the document's site. In a frame, generic filters depend on the page, so the page's
  /// site is the second choice.
  ///
  /// - Parameters:
  ///   - filter: The filter that hides the elements.
  ///   - document: The request for the document.
  ///   - excepts: Returns whether an exception works.
  static func sparing(
    _ filter: PlacedFilter, in document: RequestDescription, excepts: (String) -> Bool
  ) -> String? {
    guard let selector = HidingFilterText.selector(of: filter.text) else { return nil }
    let lines = [document.url, document.page].map { url in
      let host = SerializedURL(url).hostString
      return "\(host)#@#\(String(decoding: selector, as: UTF8.self))"
    }
    return lines.first(where: excepts)
  }
}
