import Bytes
import Conversion
import FilterSyntax

/// The pages of a cosmetic filter, so that two can be compared.
struct CosmeticPages: Hashable {
  private struct Name: Hashable {
    let kind: DomainEntry.Kind
    let includesEmbedded: Bool
    let name: [UInt8]
  }

  private var included: Set<Name> = []
  private var excluded: Set<Name> = []
  private var modifiers: Set<[UInt8]> = []
  /// Whether all domains are hosts, and there are no modifiers.
  private var isOnlyHosts = true

  init(_ filter: CosmeticFilter, _ bytes: Span<UInt8>) {
    for entry in filter.domains {
      if entry.kind != .host || entry.includesEmbedded { isOnlyHosts = false }
      if entry.kind == .any, !entry.isExcluded { continue }
      let name = Name(
        kind: entry.kind, includesEmbedded: entry.includesEmbedded,
        name: entry.kind == .regex
          ? bytes.array(entry.name) : HostNames.ascii(bytes, entry.name) ?? bytes.lowercased(entry.name))
      if entry.isExcluded { excluded.insert(name) } else { included.insert(name) }
    }
    for modifier in filter.modifiers {
      isOnlyHosts = false
      modifiers.insert(Array(modifier.kind.rawValue.utf8) + bytes.array(modifier.value))
    }
  }

  /// Whether no page is named on which alone the filter acts.
  var isGeneric: Bool { included.isEmpty }

  /// Whether these are all pages of the other, for sure.
  func includes(_ other: CosmeticPages) -> Bool {
    if self == other { return true }
    guard isOnlyHosts, other.isOnlyHosts else { return false }
    let own = Set(included.map(\.name))
    if !own.isEmpty {
      guard !other.included.isEmpty, other.included.allSatisfy({ HostNames.isHost($0.name, withinAny: own) })
      else { return false }
    }
    // What is excluded may be the page around a frame, so that only the same exclusions are certain.
    return excluded == other.excluded
  }

  /// Whether there may be a page of both.
  func meets(_ other: CosmeticPages) -> Bool {
    guard isOnlyHosts, other.isOnlyHosts, !included.isEmpty, !other.included.isEmpty else { return true }
    let (own, others) = (Set(included.map(\.name)), Set(other.included.map(\.name)))
    return own.contains { HostNames.isHost($0, withinAny: others) }
      || others.contains { HostNames.isHost($0, withinAny: own) }
  }
}

/// A cosmetic filter as it is compared with others.
struct CosmeticEntry {
  let location: FilterLocation
  let filter: CosmeticFilter
}

extension CosmeticFilter.Kind {
  /// Kinds whose exceptions hold for one another's filters.
  enum Family: Hashable {
    case hiding, style, snippet, scriptlet, script, html, responseHeader
  }

  var family: Family {
    switch self {
    case .hiding, .extendedHiding: .hiding
    case .style, .extendedStyle: .style
    case .snippet: .snippet
    case .scriptlet: .scriptlet
    case .script: .script
    case .html: .html
    case .responseHeader: .responseHeader
    }
  }
}
