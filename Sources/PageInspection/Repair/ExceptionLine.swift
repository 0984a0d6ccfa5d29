import ContentBlocker
import Conversion
import FilterSyntax

/// Filters that except one load, or what one selector hides on one site, and as little else as filters can say.
enum ExceptionLine {
  /// The filter that lets a load through; nil where none does.
  ///
  /// That it does is tried, by converting it with the filters that block.
  ///
  /// - Parameters:
  ///   - others: loads that are blocked too, which shall stay so.
  ///   - lifts: whether a filter lets the load through.
  ///   - means: whether a filter is an exception to another load.
  static func lifting(
    _ load: RequestDescription, others: [RequestDescription], lifts: (String) -> Bool,
    means: (String, RequestDescription) -> Bool
  ) -> String? {
    let lines = lines(for: load).filter { lifts($0.text) }
    let others = others.filter { $0.url != load.url }
    let narrow = lines.first { line in
      !others.contains { line.canMean($0.url) && means(line.text, $0) }
    }
    // Others of the same address but for its case are let through where nothing else is said.
    return (narrow ?? lines.first(where: \.isWhole))?.text
  }

  /// A filter that could.
  private struct Line {
    let text: String
    /// What a URL must have in it, whatever its case; nil where the pattern means more than its text.
    let literal: [UInt8]?
    /// Whether it is for the whole URL.
    let isWhole: Bool

    func canMean(_ url: [UInt8]) -> Bool {
      literal.map { url.map(\.asciiLowercased).firstRange(of: $0) != nil } ?? true
    }
  }

  /// The filter that blocks all loads of a type.
  static func blockingAll(_ kind: Request.Kind) -> String { "*$\(option(kind))" }

  /// The filters that could: first those that are as weak as they can be, of these those that are read most easily.
  private static func lines(for load: RequestDescription) -> [Line] {
    let url = SerializedURL(load.url)
    let address = String(decoding: url.withoutFragment, as: UTF8.self)
    guard let scheme = address.firstRange(of: "://") else { return [] }
    let rest = address[scheme.upperBound...]
    let domains = [load.page, load.frame].compactMap { page in
      page.map { ",domain=\(String(decoding: SerializedURL($0).host, as: UTF8.self))" }
    }
    // A page is on no other.
    let pages = load.kind == .document ? [""] : domains
    // What is stronger than exceptions is lifted by those that are as strong.
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

  /// Patterns of a URL, the last one of it alone, each with what a URL must have in it. What begins like a page or a folder is
  /// more than that, and of a file it is that file with other queries.
  private static func patterns(
    _ rest: Substring, _ address: String, isPage: Bool
  ) -> [(pattern: String, literal: [UInt8]?)] {
    func literal(_ text: Substring) -> [UInt8]? {
      let meaning = [UInt8(ascii: "*"), UInt8(ascii: "^"), UInt8(ascii: "|")]
      return text.utf8.contains(where: meaning.contains) ? nil : text.utf8.map(\.asciiLowercased)
    }
    let start = rest.firstIndex(of: "?").map { rest[...$0] } ?? rest
    let whole = [("||\(rest)|", literal(rest)), ("|\(address)|", literal(address[...]))]
    return isPage || start.hasSuffix("/") ? whole : [("||\(start)", literal(start))] + whole
  }

  private static func options(_ kind: Request.Kind) -> [String] {
    switch kind {
    // WebKit takes a beacon for something else than a ping.
    case .beacon: ["ping", "other"]
    // An exception for documents lets through all that the page asks for, and this one the page.
    case .document: ["all"]
    case .subdocument, .script, .stylesheet, .image, .font, .media, .xmlhttprequest, .websocket,
      .ping, .object, .popup, .other:
      [option(kind)]
    }
  }

  private static func option(_ kind: Request.Kind) -> String {
    switch kind {
    case .document: "document"
    case .subdocument: "subdocument"
    case .script: "script"
    case .stylesheet: "stylesheet"
    case .image: "image"
    case .font: "font"
    case .media: "media"
    case .xmlhttprequest: "xmlhttprequest"
    case .websocket: "websocket"
    case .ping: "ping"
    case .object: "object"
    case .popup: "popup"
    case .beacon, .other: "other"
    }
  }

  /// The filter that spares what a filter hides in a document, on the document's own site or else, since generic filters in a frame
  /// ask for the page's, on that; nil where none does.
  ///
  /// - Parameter spares: whether a filter spares it.
  static func sparing(
    _ filter: PlacedFilter, in document: RequestDescription, spares: (String) -> Bool
  ) -> String? {
    guard let selector = selector(of: filter.text) else { return nil }
    let lines = [document.url, document.page].map { url in
      let host = String(decoding: SerializedURL(url).host, as: UTF8.self)
      return "\(host)#@#\(String(decoding: selector, as: UTF8.self))"
    }
    return lines.first(where: spares)
  }

  /// The selector of a hiding filter or of an exception to such; nil for other filters.
  static func selector(of filter: String) -> [UInt8]? {
    let list = FilterList(parsing: filter)
    for line in list.lines {
      if case .cosmetic(let filter) = line.content {
        return [UInt8](list.bytes.span.extracting(filter.body.indices))
      }
    }
    return nil
  }
}
