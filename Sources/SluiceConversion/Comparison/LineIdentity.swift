import SluiceAnalysis
import SluiceSyntax
import SluiceText

/// The identity of a line in a filter list. It does not depend on spelling.
package enum LineIdentity: Hashable, Sendable {
  /// `$badfilter` is not part of the ``FilterIdentity``, but it makes the line a different filter.
  case network(FilterIdentity, isBadfilter: Bool)
  case cosmetic(CosmeticIdentity)
  case hosts(address: [UInt8], Set<[UInt8]>, HostsLine.Scope, HostsLine.Effect)
  /// A line that takes the place of a filter: a malformed line or an `!#include`.
  case text([UInt8])

  /// Creates the identity of a line; returns `nil` if the line is not a filter.
  package init?(_ line: Line, in bytes: Span<UInt8>) {
    switch line.content {
    case .network(let filter):
      self = .network(FilterIdentity(filter, in: bytes), isBadfilter: filter.isBadfilter)
    case .cosmetic(let filter): self = .cosmetic(CosmeticIdentity(filter, in: bytes))
    case .hosts(let hosts):
      // The address makes a difference only in a mapping.
      self = .hosts(
        address: hosts.effect == .mapping ? bytes.lowercased(hosts.address) : [],
        Set(hosts.hosts.map { HostNames.ascii(bytes, in: $0) ?? bytes.lowercased($0) }), hosts.scope,
        hosts.effect
      )
    case .rejected: self = .text(bytes.array(line.range))
    case .directive(let directive) where directive.kind == .include: self = .text(bytes.array(line.range))
    case .blank, .comment, .header, .metadata, .directive, .hint, .continuation: return nil
    }
  }

  /// The parts that all versions of a filter share.
  enum Core: Hashable {
    case network(PatternIdentity, isException: Bool, isBadfilter: Bool)
    case cosmetic(CosmeticFilter.Kind, isException: Bool, body: [UInt8])
  }

  /// The core of the filter, or `nil` for lines that are never a version of another line.
  var core: Core? {
    switch self {
    case .network(let filter, let isBadfilter):
      .network(filter.pattern, isException: filter.isException, isBadfilter: isBadfilter)
    case .cosmetic(let filter):
      .cosmetic(filter.kind, isException: filter.isException, body: filter.body)
    case .hosts, .text: nil
    }
  }
}

extension Line {
  /// Whether the line is a filter or takes the place of one.
  var isFilter: Bool {
    switch content {
    case .network, .cosmetic, .hosts, .rejected: true
    case .directive(let directive): directive.kind == .include
    case .blank, .comment, .header, .metadata, .hint, .continuation: false
    }
  }
}

extension NetworkFilter {
  var isBadfilter: Bool { options.contains { $0.kind == .badfilter } }
}

/// The identity of a cosmetic filter. It does not depend on the order and spelling of its domains.
package struct CosmeticIdentity: Hashable, Sendable {
  let kind: CosmeticFilter.Kind
  let isException: Bool
  /// The selector, script or other body, as written.
  let body: [UInt8]
  private let domains: Set<FilterIdentity.Value>
  private let modifiers: Set<Modifier>

  private struct Modifier: Hashable, Sendable {
    let kind: CosmeticModifier.Kind
    let value: [UInt8]
  }

  init(_ filter: CosmeticFilter, in bytes: Span<UInt8>) {
    kind = filter.kind
    isException = filter.isException
    body = bytes.array(filter.body)
    domains = Set(filter.domains.map { FilterIdentity.domain($0, in: bytes) })
    modifiers = Set(filter.modifiers.map { Modifier(kind: $0.kind, value: $0.text(in: bytes)) })
  }
}

/// The parts of a filter other than its pattern or selector, each with an identity that does not depend on
/// spelling.
struct FilterParts {
  /// The parts in line order, grouped by the name of the option that they belong to.
  private(set) var groups: [(name: String, parts: [Part])] = []

  struct Part {
    let identity: Identity
    let text: String
  }

  enum Identity: Hashable {
    case option(FilterIdentity.Key)
    case value(FilterIdentity.Key, FilterIdentity.Value)
    case domain(FilterIdentity.Value)
    case modifier([UInt8])
  }

  private static let plainOptions = "options"

  init(_ line: Line, in bytes: Span<UInt8>) {
    switch line.content {
    case .network(let filter):
      for option in filter.options { add(option, isException: filter.isException, in: bytes) }
    case .cosmetic(let filter):
      for entry in filter.domains {
        add("domain", identity: .domain(FilterIdentity.domain(entry, in: bytes)), text: entry.text(in: bytes))
      }
      for modifier in filter.modifiers {
        add(
          "[$\(modifier.kind.rawValue)]", identity: .modifier(modifier.text(in: bytes)),
          text: bytes.text(modifier.value))
      }
    case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected: break
    }
  }

  private mutating func add(_ option: Option, isException: Bool, in bytes: Span<UInt8>) {
    guard let key = FilterIdentity.Key(option, isException: isException, in: bytes) else { return }
    let sign = key.isNegated ? "~" : ""
    let name = sign + (key.name.map { String(decoding: $0, as: UTF8.self) } ?? key.kind.rawValue)
    let entries = Self.entries(of: option, bytes)
    if entries.isEmpty { return add(Self.plainOptions, identity: .option(key), text: name) }
    for (value, text) in entries { add(name, identity: .value(key, value), text: text) }
  }

  private static func entries(
    of option: Option, _ bytes: Span<UInt8>
  ) -> [(FilterIdentity.Value, String)] {
    if let entries = option.domains(in: bytes) {
      return entries.map { (FilterIdentity.domain($0, in: bytes), $0.text(in: bytes)) }
    }
    let text = option.value.map { bytes.text($0) } ?? ""
    return FilterIdentity.values(of: option, in: bytes).map { value in
      if case .name(let name, let isExcluded) = value {
        return (value, (isExcluded ? "~" : "") + String(decoding: name, as: UTF8.self))
      }
      return (value, text)
    }
  }

  private mutating func add(_ name: String, identity: Identity, text: String) {
    let part = Part(identity: identity, text: text)
    if let index = groups.firstIndex(where: { $0.name == name }) {
      groups[index].parts.append(part)
    } else {
      groups.append((name, [part]))
    }
  }
}

extension DomainEntry {
  fileprivate func text(in bytes: Span<UInt8>) -> String {
    let name = bytes.text(name)
    let entry: String =
      switch kind {
      case .host, .pages: name
      case .entity: "\(name).*"
      case .any: "*"
      case .regex: "/\(name)/"
      }
    return (isExcluded ? "~" : "") + entry + (includesEmbedded ? ">>" : "")
  }
}
