import SluiceRules
import SluiceSyntax

/// A filter, parsed and converted on its own.
package struct FilterMeaning {
  /// A property of the filter and its value.
  package struct Part {
    package let name: String
    package let text: String

    package init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
  }

  package let text: String
  package let parts: [Part]
  /// The rules as JSON, without auxiliary rules that do not come from the filter.
  package let rules: [String]
  package let source: Source
  package let diagnostics: [Diagnostic]
  /// The notes on the filter in the conversion report.
  package let notes: [ConversionNote]
  /// Whether the line is a filter, rather than a comment or a directive.
  package let isFilter: Bool
  /// The conversion of the list that consists of the filter.
  package let conversion: ConversionResult

  /// The outcome of the filter; nil if the line is not a filter.
  package var outcome: Outcome? { isFilter ? diagnostics.first?.outcome ?? .converted : nil }

  package init(_ text: String, _ options: ConversionOptions) throws(ConversionError) {
    self.text = text
    var options = options
    options.makesSourceMap = true
    source = Source(name: "<filter>", bytes: Array(text.utf8), accepts: .anything)
    let converter = Converter(options: options)
    let parsed = converter.parse([source])
    let result = try converter.convert(parsed)
    conversion = result
    // A single line cannot contain the other half of a directive.
    diagnostics = result.report.diagnostics.filter { !Self.isHalf($0.reason) }
    notes = result.report.notes.map { $0.note }
    isFilter = result.report.filters > result.report.diagnostics.count { Self.isHalf($0.reason) }
    var rules: [String] = []
    for (number, list) in result.lists.enumerated() {
      for (index, rule) in list.rules.rules.enumerated() {
        guard let map = result.sourceMap, !map.origin(ofRule: index, in: map.lists[number]).filters.isEmpty
        else {
          continue
        }
        rules.append(rule.encodedString())
      }
    }
    self.rules = rules
    let dialect = options.dialect ?? parsed.first.map { $0.list.dialect }
    parts = parsed.first.map { Self.parts(of: $0.list, dialect ?? .adblockPlus) } ?? []
  }

  private static func isHalf(_ reason: Reason) -> Bool {
    reason == .syntax(.unclosedCondition) || reason == .syntax(.strayElse) || reason == .syntax(.strayEndif)
  }

  /// Returns the parts of the first line of a list.
  private static func parts(of list: FilterList, _ dialect: Dialect) -> [Part] {
    let bytes = FilterBytes(list.bytes)
    switch list.lines.first?.content ?? .blank {
    case .blank, .continuation: return [Part("kind", "a blank line")]
    case .comment: return [Part("kind", "a comment")]
    case .header(let name): return [Part("kind", "the header of a list for \(bytes[name])")]
    case .metadata(let metadata):
      return [Part("kind", "metadata of a list"), Part(bytes[metadata.key], bytes[metadata.value])]
    case .directive(let directive):
      return [
        Part("kind", "the directive \(directive.kind.rawValue)"), Part("argument", bytes[directive.argument]),
      ]
    case .hint(let range): return [Part("kind", "a hint for platforms: \(bytes[range])")]
    case .rejected: return [Part("kind", "not a filter")]
    case .hosts(let hosts):
      return [
        Part("kind", "a line of a hosts file"), Part("address", bytes[hosts.address]),
        Part("hosts", hosts.hosts.map { bytes[$0] }.joined(separator: ", ")),
      ]
    case .network(let filter):
      if let name = filter.hostName(in: list.bytes.span, for: dialect) {
        return [
          Part("kind", "a network filter: blocks requests"),
          Part("pattern", "the host \(bytes[name]) and all below it"),
        ]
      }
      return bytes.parts(of: filter)
    case .cosmetic(let filter): return bytes.parts(of: filter)
    }
  }
}

/// The text of a filter, accessed by byte ranges.
struct FilterBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  subscript(_ range: ByteRange) -> String { String(decoding: bytes[range.indices], as: UTF8.self) }

  func tokens(of pattern: PlainPattern) -> [PatternToken] { pattern.tokens(in: bytes.span) }
}
