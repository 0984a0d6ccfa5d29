import SluiceConversion
import SluiceSyntax
import SluiceText

/// An active blocking filter or exception, for comparing it with others. It is a line, or a host in a line of
/// a hosts file.
struct NetworkEntry: Sendable {
  let location: FilterPlace
  /// The range that a finding marks: the line or the host.
  let place: ByteRange
  let start: PlainPattern.Start
  let isEndAnchored: Bool
  let isException: Bool
  /// Whether the entry is one of several hosts in a line.
  let isPartOfLine: Bool
  /// Whether the filter consists only of its pattern.
  let isBare: Bool
  /// The range of its text in the texts of ``NetworkEntries``.
  let text: Range<Int>
}

/// The network filters of all lists, except those with a regex pattern.
struct NetworkEntries {
  private(set) var entries: [NetworkEntry] = []
  /// The patterns of all entries, with letters in lowercase and hosts in Punycode.
  private(set) var texts: [UInt8] = []

  /// The maximum length of a pattern to compare. No real pattern is longer, and a comparison takes time
  /// proportional to both lengths.
  private static let maximumLength = 512

  mutating func add(
    _ filter: NetworkFilter, plain: PlainPattern, at location: FilterPlace, place: ByteRange,
    in bytes: Span<UInt8>
  ) {
    guard plain.body.count <= Self.maximumLength else { return }
    let start = texts.count
    if plain.body.indices.contains(where: { bytes[$0] >= 0x80 }) {
      texts += plain.folded(in: bytes)
    } else {
      var last: UInt8 = 0
      for index in plain.body.indices {
        let byte = bytes[index].asciiLowercased
        // Several wildcards are equivalent to one.
        if byte == ASCII.star, byte == last { continue }
        texts.append(byte)
        last = byte
      }
    }
    entries.append(
      NetworkEntry(
        location: location, place: place, start: plain.start, isEndAnchored: plain.isEndAnchored,
        isException: filter.isException, isPartOfLine: false, isBare: filter.options.isEmpty,
        text: start..<texts.count))
  }

  /// Adds a host of a hosts file, or a line with only a host, which means `||host^`.
  mutating func add(
    host: ByteRange, at location: FilterPlace, isPartOfLine: Bool, _ bytes: Span<UInt8>
  ) {
    guard let name = HostNames.ascii(bytes, in: host), !HostNames.isOfThisMachine(name) else { return }
    let start = texts.count
    texts += name
    texts.append(ASCII.caret)
    entries.append(
      NetworkEntry(
        location: location, place: host, start: .hostLabel, isEndAnchored: false, isException: false,
        isPartOfLine: isPartOfLine, isBare: true, text: start..<texts.count))
  }
}

struct CosmeticPages: Hashable {
  private struct Name: Hashable {
    let kind: DomainEntry.Kind
    let includesEmbedded: Bool
    let name: HostKey
  }

  private var included: Set<Name> = []
  private var excluded: Set<Name> = []
  private var modifiers: Set<[UInt8]> = []
  /// The named hosts in order, if all domains are hosts and there are no modifiers; otherwise nil.
  private(set) var onlyHosts: [[UInt8]]? = []

  init(_ filter: CosmeticFilter, in bytes: Span<UInt8>) {
    for entry in filter.domains {
      if entry.kind != .host || entry.includesEmbedded { onlyHosts = nil }
      if entry.kind == .any, !entry.isExcluded { continue }
      let name = Name(
        kind: entry.kind, includesEmbedded: entry.includesEmbedded,
        name: HostKey(
          entry.kind == .regex
            ? entry.regex(in: bytes) : HostNames.ascii(bytes, in: entry.name) ?? bytes.lowercased(entry.name))
      )
      if entry.isExcluded {
        excluded.insert(name)
      } else if included.insert(name).inserted {
        onlyHosts?.append(name.name.bytes)
      }
    }
    for modifier in filter.modifiers {
      onlyHosts = nil
      modifiers.insert(Array(modifier.kind.rawValue.utf8) + modifier.text(in: bytes))
    }
  }

  var isGeneric: Bool { included.isEmpty }

  /// Returns whether these pages certainly include all pages of `other`.
  func includes(_ other: CosmeticPages) -> Bool {
    if self == other { return true }
    guard let own = onlyHosts, let others = other.onlyHosts else { return false }
    if !own.isEmpty { guard !others.isEmpty, others.allSatisfy(hasHost) else { return false } }
    // An exclusion can match the page around a frame, so only equal exclusions are certain.
    return excluded == other.excluded
  }

  /// Returns whether the named hosts include a host or one of its parents.
  private func hasHost(_ host: [UInt8]) -> Bool {
    HostNames.nearest(host) { name in
      included.contains(Name(kind: .host, includesEmbedded: false, name: name)) ? true : nil
    } ?? false
  }

  // `onlyHosts` is not compared, because the order of the hosts has no meaning.

  static func == (left: CosmeticPages, right: CosmeticPages) -> Bool {
    left.included == right.included && left.excluded == right.excluded && left.modifiers == right.modifiers
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(included)
    hasher.combine(excluded)
    // The hash includes the modifiers, because thousands of filters can differ in nothing else.
    hasher.combine(modifiers)
  }
}

struct CosmeticEntry {
  let location: FilterPlace
  let filter: CosmeticFilter
}

extension CosmeticFilter.Kind {
  /// The kind that stands for those whose exceptions apply to each other.
  var family: CosmeticFilter.Kind {
    switch self {
    case .extendedHiding: .hiding
    case .extendedStyle: .style
    case .hiding, .style, .snippet, .scriptlet, .script, .html, .responseHeader: self
    }
  }
}
