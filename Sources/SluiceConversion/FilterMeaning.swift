import SluiceRules
import SluiceSyntax
import SluiceText

/// A filter, parsed and converted on its own.
package struct FilterMeaning {
  /// A property of the filter and its value.
  package struct Part {
    package let name: String
    package let text: String

    package init(_ name: String, text: String) { (self.name, self.text) = (name, text) }
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

  package init(_ text: String, options: ConversionOptions) throws(ConversionError) {
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
    case .blank, .continuation: return [Part("kind", text: "a blank line")]
    case .comment: return [Part("kind", text: "a comment")]
    case .header(let name): return [Part("kind", text: "the header of a list for \(bytes[name])")]
    case .metadata(let metadata):
      return [
        Part("kind", text: "metadata of a list"), Part(bytes[metadata.key], text: bytes[metadata.value]),
      ]
    case .directive(let directive):
      return [
        Part("kind", text: "the directive \(directive.kind.rawValue)"),
        Part("argument", text: bytes[directive.argument]),
      ]
    case .hint(let range): return [Part("kind", text: "a hint for platforms: \(bytes[range])")]
    case .rejected: return [Part("kind", text: "not a filter")]
    case .hosts(let hosts):
      return [
        Part("kind", text: "a line of a hosts file"), Part("address", text: bytes[hosts.address]),
        Part("hosts", text: hosts.hosts.map { bytes[$0] }.joined(separator: ", ")),
      ]
    case .network(let filter):
      if let name = filter.hostName(in: list.bytes.span, for: dialect) {
        return [
          Part("kind", text: "a network filter: blocks requests"),
          Part("pattern", text: "the host \(bytes[name]) and all below it"),
        ]
      }
      return bytes.parts(of: filter)
    case .cosmetic(let filter): return bytes.parts(of: filter)
    }
  }
}

struct FilterBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  subscript(_ range: ByteRange) -> String { String(decoding: bytes[range.indices], as: UTF8.self) }

  func tokens(of pattern: PlainPattern) -> [PatternToken] { pattern.tokens(in: bytes.span) }
}

extension FilterBytes {
  private static func kind(of filter: NetworkFilter) -> String {
    for option in filter.options {
      if case .cookies = option.kind.meaning.effect {
        return filter.isException
          ? "an exception to network filters: lets cookies through" : "a network filter: blocks cookies"
      }
      if option.kind.traits.contains(.change) {
        return filter.isException
          ? "an exception to network filters: ends changes of requests or responses"
          : "a network filter: changes requests or responses"
      }
    }
    return filter.isException
      ? "an exception to network filters: lets requests through" : "a network filter: blocks requests"
  }

  func parts(of filter: NetworkFilter) -> [FilterMeaning.Part] {
    var parts: [FilterMeaning.Part] = []
    func add(_ name: String, text: String) { parts.append(.init(name, text: text)) }
    add("kind", text: Self.kind(of: filter))
    switch filter.pattern {
    case .regex(let body):
      let isCaseSensitive = filter.options.last { $0.kind == .matchCase }.map { !$0.isNegated } ?? false
      let letters = isCaseSensitive ? "its letters as they are written" : "in either case"
      add("regex", text: "\(self[body])  found anywhere in the URL, \(letters)")
    case .plain(let pattern):
      switch pattern.start {
      case .anywhere: add("begins", text: "anywhere in the URL")
      case .url: add("begins", text: "|  where the URL begins")
      case .hostLabel: add("begins", text: "||  where the host, or one of its labels, begins")
      }
      let tokens = tokens(of: pattern)
      if tokens.isEmpty { add("pattern", text: "every URL") }
      for token in tokens {
        switch token {
        case .literal(let range): add("text", text: self[range])
        case .wildcard: add("wildcard", text: "*  any characters, also none")
        case .separator:
          add("separator", text: "^  one character other than letters, digits and _ - . %, or the end")
        }
      }
      add("ends", text: pattern.isEndAnchored ? "|  where the URL ends" : "anywhere")
    }
    for option in filter.options {
      let name = (option.isNegated ? "~" : "") + self[option.name]
      let value = option.value.map { "=" + self[$0] } ?? ""
      let meaning =
        OptionTable.definition(of: option.kind).map { (option.isNegated ? "not: " : "") + $0.meaning }
        ?? "no option that is known"
      add("option", text: "\(name)\(value)  \(meaning)")
    }
    return parts
  }

  func parts(of filter: CosmeticFilter) -> [FilterMeaning.Part] {
    var parts: [FilterMeaning.Part] = []
    func add(_ name: String, text: String) { parts.append(.init(name, text: text)) }
    let kind = Self.meaning(of: filter.kind)
    add(
      "kind",
      text: filter.isException
        ? "an exception to cosmetic filters with the same body" : "a cosmetic filter: \(kind)")
    for modifier in filter.modifiers {
      add("modifier", text: "\(modifier.kind.rawValue)=\(self[modifier.value])")
    }
    let included = filter.domains.filter { !$0.isExcluded }
    let excluded = filter.domains.filter { $0.isExcluded }
    add(
      "pages",
      text: included.isEmpty ? "every page" : included.map(text).joined(separator: ", "))
    if !excluded.isEmpty { add("not on", text: excluded.map(text).joined(separator: ", ")) }
    add("marker", text: self[filter.marker])
    add(
      filter.kind == .hiding || filter.kind == .extendedHiding ? "selector" : "body", text: self[filter.body])
    return parts
  }

  private func text(_ entry: DomainEntry) -> String {
    let name =
      switch entry.kind {
      case .host: self[entry.name]
      case .entity: "\(self[entry.name]).* (any public suffix)"
      case .any: "*"
      case .regex: "/\(self[entry.name])/"
      case .pages: "\(self[entry.name]) (pages with this path)"
      }
    return name + (entry.includesEmbedded ? " (and what is embedded there)" : "")
  }

  private static func meaning(of kind: CosmeticFilter.Kind) -> String {
    switch kind {
    case .hiding: "hides elements"
    case .extendedHiding: "hides elements, by selectors that CSS need not have"
    case .style, .extendedStyle: "gives elements a style"
    case .snippet: "runs a snippet of Adblock Plus"
    case .scriptlet: "runs a scriptlet"
    case .script: "runs a script"
    case .html: "removes elements before the page is parsed"
    case .responseHeader: "removes a header of the response"
    }
  }
}

extension JSONWriter {
  /// Adds a filter, its parts and its rules.
  package mutating func add(_ meaning: FilterMeaning) {
    add("filter", text: meaning.text)
    add("parts", objects: meaning.parts) { json, part in
      json.add("name", text: part.name)
      json.add("text", text: part.text)
    }
    // A line that is not a filter has no outcome.
    guard let outcome = meaning.outcome else { return }
    add("outcome", text: outcome.rawValue)
    array("findings") { json in
      for diagnostic in meaning.diagnostics { json.append(diagnostic.located(in: [meaning.source])) }
    }
    add("notes", texts: meaning.notes.map { $0.id })
    array("rules") { json in
      for rule in meaning.rules { json.append(written: Array(rule.utf8)) }
    }
  }
}
