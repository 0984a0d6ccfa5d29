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
    let lines = lines(for: load).filter(lifts)
    return lines.first { line in !others.contains { $0.url != load.url && means(line, $0) } } ?? lines.last
  }

  /// The filter that blocks all loads of a type.
  static func blockingAll(_ kind: Request.Kind) -> String { "*$\(option(kind))" }

  /// The filters that could, those that are read most easily first.
  private static func lines(for load: RequestDescription) -> [String] {
    let url = SerializedURL(load.url)
    let address = String(decoding: url.withoutFragment, as: UTF8.self)
    guard let scheme = address.firstRange(of: "://") else { return [] }
    let rest = address[scheme.upperBound...]
    let hosts = [load.page, load.frame].compactMap {
      $0.map { String(decoding: SerializedURL($0).host, as: UTF8.self) }
    }
    var patterns: [String] = []
    if let query = rest.firstIndex(of: "?") {
      patterns.append("||\(rest[...query])")
    } else if rest.hasSuffix("/"), rest.dropLast().allSatisfy({ $0 != "/" }) {
      patterns.append("||\(rest.dropLast())^")
    } else {
      patterns.append("||\(rest)")
    }
    patterns.append("||\(rest)|")
    // What is stronger than exceptions is lifted by those that are as strong.
    return ["", ",important"].flatMap { strength in
      options(load.kind).flatMap { option in
        hosts.flatMap { host in patterns.map { "@@\($0)$\(option),domain=\(host)\(strength)" } }
      }
    }
  }

  private static func options(_ kind: Request.Kind) -> [String] {
    switch kind {
    // WebKit takes a beacon for something else than a ping.
    case .beacon: ["ping", "other"]
    case .document, .subdocument, .script, .stylesheet, .image, .font, .media, .xmlhttprequest, .websocket,
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

  /// The filter that spares what a filter hides on the site of a document; nil where it hides nothing.
  static func sparing(_ filter: PlacedFilter, on document: [UInt8]) -> String? {
    guard let selector = selector(of: filter.text) else { return nil }
    let host = String(decoding: SerializedURL(document).host, as: UTF8.self)
    return "\(host)#@#\(String(decoding: selector, as: UTF8.self))"
  }

  /// The selector of a hiding filter or of an exception to such; nil for other filters.
  static func selector(of filter: String) -> [UInt8]? {
    let list = FilterList(bytes: Array(filter.utf8))
    for line in list.lines {
      if case .cosmetic(let filter) = line.content {
        return [UInt8](list.bytes.span.extracting(filter.body.indices))
      }
    }
    return nil
  }
}
