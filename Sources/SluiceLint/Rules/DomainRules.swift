import SluiceSyntax
import SluiceText

extension OwnRule {
  static let domainOrder = OwnRule(
    .style, severity: .note, message: "the domains are not in alphabetical order",
    meaning: "Domains in alphabetical order are easier to compare and to find.",
    example: "b.example,a.example##.ad", instead: "write `a.example,b.example##.ad` (`--fix` does this)",
    advice: "--fix puts them in order",
    check: .domains { domains, line, found in
      guard !line.hasModifiers else { return }
      for entries in domains {
        guard let first = entries.first, let last = entries.last,
          DomainOrder.sorted(entries, in: line.bytes.span) != entries
        else { continue }
        found.add(
          .domainOrder, at: line.location,
          span: ByteRange(first.range.lowerBound, max(first.range.upperBound, last.range.upperBound)))
      }
    },
    fix: .line { finding, line, list in
      let bytes = list.bytes.span
      for (entries, separator) in line.domainLists(in: bytes) {
        guard let first = entries.first, first.range.lowerBound == finding.span.lowerBound else { continue }
        let texts = DomainOrder.sorted(entries, in: bytes).map { bytes.array($0.range) }
        return TextEdits(TextEdit(finding.span, text: Array(texts.joined(separator: [separator]))))
      }
      return TextEdits()
    })
}

/// The order of domains: alphabetical, whether or not they are excluded.
private enum DomainOrder {
  static func sorted(_ entries: [DomainEntry], in bytes: Span<UInt8>) -> [DomainEntry] {
    entries.map { ($0, bytes.lowercased($0.name) + ($0.kind == .entity ? Array(".*".utf8) : [])) }
      .sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
  }
}

extension OwnRule {
  static let repeatedDomain = OwnRule(
    .notNeeded, severity: .warning, message: "'\(.text)' is redundant: \(.other)",
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
      found.add(.repeatedDomain, at: line.location, span: first.entry.range, detail: .words(words))
    },
    fix: .line { finding, line, list in
      let bytes = list.bytes.span
      let spans = line.domainLists(in: bytes).flatMap { entries, _ in
        RepeatedDomain.all(in: entries, bytes).filter(\.isSame).map(\.entry.range)
      }
      return TextEdits.removingEntries(spans, line: line, in: bytes)
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

  static func all(in entries: [DomainEntry], _ bytes: Span<UInt8>) -> [RepeatedDomain] {
    if entries.count <= maximumPairs, !mayRepeat(entries, in: bytes) { return [] }
    // Included and excluded domains are kept apart: `a.example` includes `www.a.example`, unless a domain
    // between them is excluded.
    var keys: [Key] = []
    var first: [Key: DomainEntry] = [:]
    var all: [RepeatedDomain] = []
    keys.reserveCapacity(entries.count)
    // In `[$domain=a.example]b.example##.ad`, the modifier is the later part of the list.
    let entries = entries.sorted { $0.range.lowerBound < $1.range.lowerBound }
    for entry in entries {
      let key = Key(entry, in: bytes)
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
  private static func mayRepeat(_ entries: [DomainEntry], in bytes: Span<UInt8>) -> Bool {
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

    init(_ entry: DomainEntry, in bytes: Span<UInt8>) {
      name =
        entry.kind == .regex
        ? entry.regex(in: bytes) : HostNames.ascii(bytes, in: entry.name) ?? bytes.lowercased(entry.name)
      (kind, isExcluded, includesEmbedded) = (entry.kind, entry.isExcluded, entry.includesEmbedded)
    }

    func with(_ name: [UInt8], isExcluded: Bool) -> Key {
      var key = self
      (key.name, key.isExcluded) = (name, isExcluded)
      return key
    }
  }
}

extension Line {
  /// Returns the lists of domains in a filter, with their separators.
  func domainLists(in bytes: Span<UInt8>) -> [([DomainEntry], UInt8)] {
    switch content {
    case .cosmetic(let filter): return [(filter.domains, ASCII.comma)]
    case .network(let filter):
      return filter.options.compactMap { option in
        if case .domains(let entries)? = try? option.read(in: bytes) {
          (entries, ASCII.pipe)
        } else {
          nil
        }
      }
    case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected: return []
    }
  }
}

extension DomainEntry {
  /// The range of the entry as written, including the characters before and after its name.
  var range: ByteRange {
    let (before, after) =
      switch kind {
      case .host, .any, .pages: (0, 0)
      case .entity: (0, 2)
      case .regex: (1, 1)
      }
    return ByteRange(
      name.lowerBound - before - (isExcluded ? 1 : 0), name.upperBound + after + (includesEmbedded ? 2 : 0))
  }
}

extension Span<UInt8> {
  /// Returns the first occurrence of a short text in a range; nil for long texts.
  func range(of text: String, in range: ByteRange) -> ByteRange? {
    let text = Array(text.utf8)
    guard !text.isEmpty, text.count <= 256, text.count <= range.count else { return nil }
    for start in range.lowerBound...(range.upperBound - text.count)
    where text.indices.allSatisfy({ self[start + $0] == text[$0] }) {
      return ByteRange(start, start + text.count)
    }
    return nil
  }
}

extension FilterList {
  /// Returns the end of a line with its trailing spaces; nil for an empty line, and for the joined form of a
  /// filter with continuation lines, which is not part of the list.
  func end(of line: Line) -> Int? {
    guard line.content != .blank, place(of: line.range) == line.range else { return nil }
    let bytes = bytes.span
    return bytes.endOfRun(from: line.range.upperBound, to: bytes.count) { $0.isBlank }
  }
}
