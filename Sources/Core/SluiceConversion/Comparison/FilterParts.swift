import SluiceSyntax

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

  /// The group of options without a value.
  private static let plainOptions = "options"

  init(_ line: Line, in bytes: Span<UInt8>) {
    switch line.content {
    case .network(let filter):
      for option in filter.options { add(option, isException: filter.isException, bytes) }
    case .cosmetic(let filter):
      for entry in filter.domains {
        add("domain", .domain(FilterIdentity.domain(entry, in: bytes)), entry.text(in: bytes))
      }
      for modifier in filter.modifiers {
        add(
          "[$\(modifier.kind.rawValue)]", .modifier(modifier.text(in: bytes)), bytes.text(modifier.value))
      }
    case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected: break
    }
  }

  private mutating func add(_ option: Option, isException: Bool, _ bytes: Span<UInt8>) {
    guard let key = FilterIdentity.Key(option, isException: isException, in: bytes) else { return }
    let sign = key.isNegated ? "~" : ""
    let name = sign + (key.name.map { String(decoding: $0, as: UTF8.self) } ?? key.kind.rawValue)
    let entries = Self.entries(of: option, bytes)
    if entries.isEmpty { return add(Self.plainOptions, .option(key), name) }
    for (value, text) in entries { add(name, .value(key, value), text) }
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

  private mutating func add(_ name: String, _ identity: Identity, _ text: String) {
    let part = Part(identity: identity, text: text)
    if let index = groups.firstIndex(where: { $0.name == name }) {
      groups[index].parts.append(part)
    } else {
      groups.append((name, [part]))
    }
  }
}

extension DomainEntry {
  /// Returns the entry as written.
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
