import SluiceSyntax

extension OwnRule {
  static let repeatedDomain = OwnRule(
    .notNeeded, .warning, "'\(.text)' is redundant: \(.other)",
    meaning: "A filter lists a domain twice, or lists a domain together with its parent.",
    example: "||cdn.example^$domain=news.example|www.news.example",
    instead: "remove it (`--fix` does this for exact repetitions)",
    advice: "remove it",
    check: .domains { domains, line, found in
      let bytes = line.bytes.span
      var all: [RepeatedDomain] = []
      for entries in domains where entries.count > 1 { all += RepeatedDomain.all(in: entries, bytes) }
      // One finding for each filter.
      guard let first = all.first else { return }
      let other = bytes.text(first.other.range)
      var words = first.isSame ? "'\(other)' stands before it" : "it is below '\(other)'"
      let rest = all.dropFirst()
      if !rest.isEmpty {
        let names = rest.prefix(maximumNames).map { "'\(bytes.text($0.entry.range))'" }.joined(
          separator: ", ")
        let more = rest.count > maximumNames ? " and \(rest.count - maximumNames) more" : ""
        words += rest.count == 1 ? "; so is \(names)" : "; so are \(names)\(more)"
      }
      found.add(.repeatedDomain, at: line.location, first.entry.range, .words(words))
    },
    fix: .line { finding, line, list in
      let bytes = list.bytes.span
      let spans = line.domainLists(in: bytes).flatMap { entries, _ in
        RepeatedDomain.all(in: entries, bytes).filter(\.isSame).map(\.entry.range)
      }
      return TextEdits.removingEntries(spans, line, bytes)
    })
}

/// The maximum number of other domains to name.
private let maximumNames = 3

/// A redundant domain in a list of domains: a duplicate, or a subdomain of another entry.
private struct RepeatedDomain {
  let entry: DomainEntry
  /// The domain that makes it redundant.
  let other: DomainEntry
  /// Whether the other domain is the same, and not a parent.
  let isSame: Bool

  /// Returns the redundant domains of a list, in order.
  static func all(in entries: [DomainEntry], _ bytes: Span<UInt8>) -> [RepeatedDomain] {
    if entries.count <= maximumPairs, !mayRepeat(entries, bytes) { return [] }
    // Included and excluded domains are kept apart: `a.example` includes `www.a.example`, unless a domain
    // between them is excluded.
    var keys: [Key] = []
    var first: [Key: DomainEntry] = [:]
    var all: [RepeatedDomain] = []
    keys.reserveCapacity(entries.count)
    // In `[$domain=a.example]b.example##.ad`, the modifier is the later part of the list.
    let entries = entries.sorted { $0.range.lowerBound < $1.range.lowerBound }
    for entry in entries {
      let key = Key(entry, bytes)
      keys.append(key)
      if let earlier = first[key] {
        all.append(RepeatedDomain(entry: entry, other: earlier, isSame: true))
      } else {
        first[key] = entry
      }
    }
    for (entry, key) in zip(entries, keys)
    where entry.kind == .host && !entry.includesEmbedded && first[key] == entry {
      for parent in HostNames.parents(of: key.name) {
        // If a domain between the two has the opposite sign, the entry is necessary.
        if first[key.with(parent, isExcluded: !key.isExcluded)] != nil { break }
        guard let above = first[key.with(parent, isExcluded: key.isExcluded)], above.kind == .host else {
          continue
        }
        all.append(RepeatedDomain(entry: entry, other: above, isSame: false))
        break
      }
    }
    return all.sorted { $0.entry.range.lowerBound < $1.entry.range.lowerBound }
  }

  /// The number of entries up to which they are compared in pairs first.
  private static let maximumPairs = 16

  /// Returns whether one entry could repeat another, or be below it. The result `false` is certain.
  private static func mayRepeat(_ entries: [DomainEntry], _ bytes: Span<UInt8>) -> Bool {
    for index in entries.indices {
      let name = entries[index].name
      for byte in name.indices where bytes[byte] >= 0x80 || bytes[byte].asciiLowercased != bytes[byte] {
        return true
      }
      for other in entries[..<index] {
        let (short, long) = name.count <= other.name.count ? (name, other.name) : (other.name, name)
        let end = ByteRange(long.upperBound - short.count, long.upperBound)
        if bytes.extracting(end.indices).equals(bytes.extracting(short.indices)) { return true }
      }
    }
    return false
  }

  private struct Key: Hashable {
    private(set) var name: [UInt8]
    let kind: DomainEntry.Kind
    private(set) var isExcluded: Bool
    let includesEmbedded: Bool

    init(_ entry: DomainEntry, _ bytes: Span<UInt8>) {
      name =
        entry.kind == .regex
        ? entry.regex(in: bytes) : HostNames.ascii(bytes, entry.name) ?? bytes.lowercased(entry.name)
      (kind, isExcluded, includesEmbedded) = (entry.kind, entry.isExcluded, entry.includesEmbedded)
    }

    func with(_ name: [UInt8], isExcluded: Bool) -> Key {
      var key = self
      (key.name, key.isExcluded) = (name, isExcluded)
      return key
    }
  }
}
