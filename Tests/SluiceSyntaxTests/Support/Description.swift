import SluiceSyntax
import SluiceText

/// Returns a text for each line of a list.
func describe(list: [UInt8]) -> [String] {
  let list = FilterList(parsing: list)
  return list.lines.map { LineDescription(bytes: list.bytes).text(of: $0) }
}

/// Returns the text for a list of one line.
func describe(_ line: String) -> String {
  let lines = describe(list: Array(line.utf8))
  return lines.count == 1 ? lines[0] : "\(lines.count) lines"
}

/// Formats a parsed line as compact text.
///
/// - Tokens of patterns are separated.
/// - Kinds of options replace their aliases.
/// - Values are between `⟦` and `⟧`.
/// - A rejected line has its reason, and the line with its invalid bytes between `⟦` and `⟧`.
struct LineDescription {
  let bytes: [UInt8]

  func text(of line: Line) -> String {
    switch line.content {
    case .blank: "blank"
    case .continuation: "continuation"
    case .comment: "comment"
    case .header(let name): "header ⟦\(text(name))⟧"
    case .metadata(let metadata): "metadata ⟦\(text(metadata.key))⟧ ⟦\(text(metadata.value))⟧"
    case .directive(let directive): "directive \(directive.kind.rawValue) ⟦\(text(directive.argument))⟧"
    case .hint(let hint): "hint ⟦\(text(hint))⟧"
    case .network(let filter): network(filter)
    case .cosmetic(let filter): cosmetic(filter)
    case .hosts(let hosts): "hosts \(text(hosts.address)): \(hosts.hosts.map(text).joined(separator: " "))"
    case .rejected(let problem): "\(problem.reason.rawValue): \(mark(problem.span, in: line.range))"
    }
  }

  /// Returns the entries of a list of domains.
  func domains(_ entries: [DomainEntry]) -> String {
    entries.map(domain).joined(separator: " ")
  }

  private func text(_ range: ByteRange) -> String { String(decoding: bytes[range.indices], as: UTF8.self) }

  private func mark(_ span: ByteRange, in line: ByteRange) -> String {
    let before = ByteRange(line.lowerBound, span.lowerBound)
    return text(before) + "⟦" + text(span) + "⟧" + text(ByteRange(span.upperBound, line.upperBound))
  }

  private func network(_ filter: NetworkFilter) -> String {
    var parts = [filter.isException ? "allow" : "block"]
    switch filter.pattern {
    case .regex(let body): parts.append("regex ⟦\(text(body))⟧")
    case .plain(let pattern): parts += plain(pattern)
    }
    if !filter.options.isEmpty { parts.append("$ " + filter.options.map(option).joined(separator: ", ")) }
    return parts.joined(separator: " ")
  }

  private func plain(_ pattern: PlainPattern) -> [String] {
    var parts: [String] = []
    switch pattern.start {
    case .anywhere: break
    case .url: parts.append("|")
    case .hostLabel: parts.append("||")
    }
    for token in pattern.tokens(in: bytes.span) {
      switch token {
      case .literal(let range): parts.append(text(range))
      case .wildcard: parts.append("*")
      case .separator: parts.append("^")
      }
    }
    if parts.isEmpty { parts.append("anything") }
    if pattern.isEndAnchored { parts.append("|") }
    return parts
  }

  private func option(_ option: Option) -> String {
    let sign = option.isNegated ? "~" : ""
    let name = option.kind == .unknown ? "unknown ⟦\(text(option.name))⟧" : option.kind.rawValue
    return sign + name + (option.value.map { "=⟦\(text($0))⟧" } ?? "")
  }

  private func cosmetic(_ filter: CosmeticFilter) -> String {
    var parts = [filter.kind.rawValue + (filter.isException ? " exception" : "")]
    if !filter.domains.isEmpty { parts.append("on " + domains(filter.domains)) }
    for modifier in filter.modifiers {
      let value = String(decoding: modifier.text(in: bytes.span), as: UTF8.self)
      parts.append("with \(modifier.kind.rawValue) ⟦\(value)⟧")
    }
    return parts.joined(separator: " ") + ": ⟦\(text(filter.body))⟧"
  }

  private func domain(_ entry: DomainEntry) -> String {
    let name = text(entry.name)
    let text =
      switch entry.kind {
      case .host: name
      case .pages: "pages(\(name))"
      case .entity: "entity(\(name))"
      case .any: "any"
      case .regex: "regex(\(String(decoding: entry.regex(in: bytes.span), as: UTF8.self)))"
      }
    return (entry.isExcluded ? "~" : "") + text + (entry.includesEmbedded ? ">>" : "")
  }
}
