import SluiceAnalysis
import SluiceSyntax
import SluiceText

/// The identity of a network filter, independent of spelling.
///
/// It ignores the order of options and of their values, alternative names of options, duplicates, and
/// insignificant case.
package struct FilterIdentity: Hashable, Sendable {
  let isException: Bool
  let pattern: PatternIdentity
  /// The values of each option; empty for options without a value.
  private var options: [Key: Set<Value>]

  struct Key: Hashable, Sendable {
    var kind: OptionKind
    var isNegated: Bool
    /// The name of an unknown option.
    var name: [UInt8]?
  }

  enum Value: Hashable, Sendable {
    case domain(DomainEntry.Kind, isExcluded: Bool, includesEmbedded: Bool, DomainIdentity)
    case name([UInt8], isExcluded: Bool)
    case text([UInt8])
  }

  /// A domain in the form that WebKit uses, or its text if it cannot be converted to that form.
  enum DomainIdentity: Hashable, Sendable {
    case host([UInt8])
    case regex(RegexIdentity)
  }

  /// Creates the identity of a filter. `bytes` is the content of the filter's list. If the dialect reads the
  /// pattern as a host name, the identity is that of `||host^`.
  package init(_ filter: NetworkFilter, for dialect: Dialect? = nil, in bytes: Span<UInt8>) {
    isException = filter.isException
    var isCaseSensitive = false
    var options: [Key: Set<Value>] = [:]
    for option in filter.options where option.kind != .badfilter {
      guard let key = Key(option, isException: isException, in: bytes) else { continue }
      if key.kind == .matchCase { isCaseSensitive = true }
      options[key, default: []].formUnion(Self.values(of: option, in: bytes))
    }
    self.options = options
    if let name = dialect.flatMap({ Self.hostName(of: filter, for: $0, in: bytes) }) {
      pattern = .host(HostNames.ascii(bytes, in: name) ?? bytes.lowercased(name))
      return
    }
    pattern = PatternIdentity(filter.pattern, isCaseSensitive: isCaseSensitive, in: bytes)
  }

  /// Returns the host if the dialect reads a filter as a host name, apart from the option `badfilter`.
  package static func hostName(
    of filter: NetworkFilter, for dialect: Dialect, in bytes: Span<UInt8>
  ) -> ByteRange? {
    var filter = filter
    filter.options.removeAll { $0.kind == .badfilter }
    return filter.hostName(in: bytes, for: dialect)
  }

  /// The identity of the same filter without its domains.
  package var onAnyPages: FilterIdentity {
    var identity = self
    identity.options = options.filter { $0.key.kind != .domain }
    return identity
  }

  /// The domains of the filter, or `nil` if it has no domains or excludes any.
  var includedDomains: Set<Value>? {
    guard let values = options.first(where: { $0.key.kind == .domain && !$0.key.isNegated })?.value,
      !values.isEmpty
    else { return nil }
    let includesAll = values.allSatisfy { value in
      if case .domain(_, isExcluded: false, _, _) = value { true } else { false }
    }
    return includesAll ? values : nil
  }

  package mutating func addDomains(of other: FilterIdentity) {
    for (key, values) in other.options where key.kind == .domain {
      options[key, default: []].formUnion(values)
    }
  }

  /// Returns whether the filter has only included domains and the other filter may have some of them.
  package func namesDomains(of other: FilterIdentity, _ comparison: RemovedDomains.Comparison) -> Bool {
    guard let names = includedDomains else { return false }
    let others = other.options.lazy.filter { $0.key.kind == .domain }.flatMap { $0.value }
    switch comparison {
    case .asEntries: return others.contains(where: names.contains)
    case .asNames:
      return others.contains { names.contains($0) || $0.isEntity } || names.contains { $0.isEntity }
    }
  }

  /// The host that the filter blocks, or `nil` if the filter is not of the form `||host^`.
  package var blockedHost: [UInt8]? { isException || !options.isEmpty ? nil : pattern.bareHost }

  var patternText: [UInt8]? { if case .plain(_, let text, _) = pattern { text } else { nil } }

  static func values(of option: Option, in bytes: Span<UInt8>) -> Set<Value> {
    let value: OptionValue
    do throws(SyntaxProblem) {
      value = try option.read(in: bytes)
    } catch {
      // The value is not a valid list. Equal texts are equally invalid.
      value = option.value.map { .text($0) } ?? .none
    }
    switch value {
    case .none: return []
    case .domains(let entries): return Set(entries.map { domain($0, in: bytes) })
    case .names(let names, let isCaseSensitive):
      return Set(
        names.map { name in
          let keepsCase = isCaseSensitive || name.isRegex
          return .name(
            keepsCase ? bytes.array(name.text) : bytes.lowercased(name.text), isExcluded: name.isExcluded)
        })
    case .header(let name, let rest): return [.text(bytes.lowercased(name) + bytes.array(rest))]
    case .text(let text): return [.text(bytes.array(text))]
    }
  }

  static func domain(_ entry: DomainEntry, in bytes: Span<UInt8>) -> Value {
    let identity: DomainIdentity =
      switch entry.kind {
      // Regexes are matched against lowercase hosts.
      case .regex: .regex(RegexIdentity(entry.regex(in: bytes), isCaseSensitive: false))
      case .host, .entity, .any, .pages:
        .host(HostNames.ascii(bytes, in: entry.name) ?? bytes.lowercased(entry.name))
      }
    return .domain(
      entry.kind, isExcluded: entry.isExcluded, includesEmbedded: entry.includesEmbedded, identity)
  }
}

extension FilterIdentity.Value {
  fileprivate var isEntity: Bool {
    if case .domain(.entity, _, _, _) = self { true } else { false }
  }
}

extension FilterIdentity.Key {
  /// Creates the key of an option, or returns `nil` if the option has no effect.
  init?(_ option: Option, isException: Bool, in bytes: Span<UInt8>) {
    (kind, isNegated) = option.affirmed
    if kind == .noop || option.statesDefault(inException: isException) { return nil }
    name = kind == .unknown ? bytes.lowercased(option.name) : nil
  }
}

/// The parse tree of a regex, or the text of the regex if it is invalid.
enum RegexIdentity: Hashable, Sendable {
  case node(RegexNode)
  case text([UInt8])

  init(_ text: [UInt8], isCaseSensitive: Bool) {
    do throws(RegexFilterProblem) {
      guard text.count <= RegexFilters.maximumLength else {
        self = .text(text)
        return
      }
      self = .node(try RegexNode.parse(text, isCaseSensitive: isCaseSensitive))
    } catch {
      self = .text(text)
    }
  }
}

/// A pattern with its hosts in the form that WebKit uses. It is in lowercase unless case is significant.
enum PatternIdentity: Hashable, Sendable {
  case plain(PlainPattern.Start, [UInt8], isEndAnchored: Bool)
  case regex(RegexIdentity)

  init(_ pattern: Pattern, isCaseSensitive: Bool, in bytes: Span<UInt8>) {
    switch pattern {
    case .regex(let body):
      self = .regex(RegexIdentity(bytes.array(body), isCaseSensitive: isCaseSensitive))
    case .plain(let plain):
      self = .plain(
        plain.start, Self.text(of: plain, isCaseSensitive, in: bytes), isEndAnchored: plain.isEndAnchored)
    }
  }

  /// The pattern `||host^`.
  static func host(_ host: [UInt8]) -> Self {
    .plain(.hostLabel, host + [ASCII.caret], isEndAnchored: false)
  }

  /// The host of a pattern of the form `||host^`, or `nil` for other patterns.
  var bareHost: [UInt8]? {
    guard case .plain(.hostLabel, let text, isEndAnchored: false) = self, text.last == ASCII.caret
    else { return nil }
    return HostNames.ascii(Array(text.dropLast()))
  }

  /// Returns the text of the pattern between its anchors.
  private static func text(of plain: PlainPattern, _ isCaseSensitive: Bool, in bytes: Span<UInt8>) -> [UInt8]
  {
    var text: [UInt8] = []
    var rest = plain.body
    if plain.start == .hostLabel {
      let host = ByteRange(rest.lowerBound, PatternConverter.hostEnd(bytes, body: rest))
      text = HostNames.ascii(bytes, in: host) ?? bytes.lowercased(host)
      rest = ByteRange(host.upperBound, rest.upperBound)
    }
    for index in rest.indices {
      let byte = bytes[index]
      if byte == ASCII.star, text.last == byte { continue }
      if byte >= 0x80 {
        // Percent-encoded as in URLs, with uppercase digits if case is significant.
        text += isCaseSensitive ? byte.percentEncoded : byte.percentEncoded.map { $0.asciiLowercased }
      } else {
        text.append(isCaseSensitive ? byte : byte.asciiLowercased)
      }
    }
    return text
  }
}

extension PlainPattern {
  /// Returns the text of the pattern between its anchors, in lowercase, with hosts in the form that WebKit
  /// uses. `bytes` is the content of the list.
  package func folded(in bytes: Span<UInt8>) -> [UInt8] {
    switch PatternIdentity(.plain(self), isCaseSensitive: false, in: bytes) {
    case .plain(_, let text, _): text
    case .regex: []
    }
  }
}
