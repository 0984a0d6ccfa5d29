import SluiceConversion
import SluiceSyntax
import SluiceText

/// A check for redundant network filters: duplicates, and filters that another filter covers.
///
/// Only findings that are certain are reported. Each filter is compared with a few others, which are found by
/// a part of its text. This limits the time per filter.
struct NetworkCoverage {
  let lists: LintedLists
  let entries: NetworkEntries
  private let hosts: WholeHostTable
  /// The other filters. `names` contains those whose text could be part of a host, `paths` all others, which
  /// cannot cover a filter for a host.
  private let names, paths: GramTables
  /// The texts of filters that a `$badfilter` could disable. They are skipped.
  private let uncertain: Set<HostKey>
  /// The lengths of these texts. Most other texts have other lengths.
  private let uncertainLengths: Set<Int>
  /// Whether a `$genericblock` exception overrides filters that name no page.
  private let hasGenericblock: Bool
  private var scopes: [Scope]
  /// The filters that were compared with others of the same pattern.
  private var identities: [Int: Identity] = [:]

  /// The scope of a filter, computed only when needed, which is rare.
  private enum Scope {
    case unknown
    case known(NetworkScope?)
  }

  struct Identity {
    let filter: FilterIdentity
    /// The identity without the domains; nil if the filter is not limited to named pages.
    let onAnyPages: FilterIdentity?
  }

  static let maximumComparisons = 256

  init(_ lists: LintedLists, entries: NetworkEntries, badfilters: Set<HostKey>, hasGenericblock: Bool) {
    (self.lists, self.entries, self.hasGenericblock) = (lists, entries, hasGenericblock)
    uncertain = badfilters
    uncertainLengths = Set(badfilters.lazy.map(\.bytes.count))
    let texts = entries.texts.span
    var (hosts, names, paths): ([Int32], [Int32], [Int32]) = ([], [], [])
    for (number, entry) in entries.entries.enumerated() {
      if WholeHostTable.holds(entry, in: texts) {
        hosts.append(Int32(number))
      } else if GramTables.mayBeInHost(texts, text: entry.text) {
        names.append(Int32(number))
      } else {
        paths.append(Int32(number))
      }
    }
    self.hosts = WholeHostTable(hosts, of: entries.entries, in: texts)
    self.names = GramTables(names, of: entries.entries, in: texts)
    self.paths = GramTables(paths, of: entries.entries, in: texts)
    scopes = [Scope](repeating: .unknown, count: entries.entries.count)
  }

  private enum Cover {
    case duplicate(Int)
    case wider(Int)
  }

  mutating func check(_ found: inout LintFindingCollector) {
    let combines = found.isOn(.combinableFilters)
    let findsWider = found.isOn(.coveredFilter)
    let findsCovers = findsWider || found.isOn(.duplicateFilter)
    for number in entries.entries.indices where lists.isLinted(entries.entries[number].location) {
      let entry = entries.entries[number]
      if combines, let other = combinable(with: number) {
        found.add(
          .combinableFilters, at: entry.location, span: entry.place,
          detail: .filter(entries.entries[other].location))
      }
      guard findsCovers, let cover = cover(of: number, findsWider) else { continue }
      switch cover {
      case .duplicate(let other):
        found.add(
          .duplicateFilter, at: entry.location, span: entry.place,
          detail: .filter(entries.entries[other].location))
      case .wider(let other):
        found.add(
          .coveredFilter, at: entry.location, span: entry.place,
          detail: .filter(entries.entries[other].location))
      }
    }
  }

  private func isUncertain(_ entry: NetworkEntry) -> Bool {
    uncertainLengths.contains(entry.text.count)
      && uncertain.contains(HostKey(Array(entries.texts[entry.text])))
  }

  private mutating func cover(of number: Int, _ findsWider: Bool) -> Cover? {
    // A cheap copy, because `scopes` changes in the meantime.
    let entries = entries
    let text = entries.texts.span
    let entry = entries.entries[number]
    if isUncertain(entry) { return nil }
    var candidates: [Int] = []
    forEachCandidate(for: entry, text) { other in
      if other != number, candidates.count < Self.maximumComparisons { candidates.append(other) }
    }
    var wider: Int?
    var equal: Int?
    var last = -1
    for other in candidates where other != last {
      last = other
      let candidate = entries.entries[other]
      guard candidate.isException == entry.isException,
        lists.counts(candidate.location, whereverDoes: entry.location)
      else { continue }
      let isBefore =
        candidate.location == entry.location
        ? other < number : lists.stays(candidate.location, insteadOf: entry.location)
      if isBefore, isSame(entry, other: candidate, in: text), isSameFilter(number, other: other) {
        if equal.map({ lists.isBefore(candidate.location, entries.entries[$0].location) }) ?? true {
          equal = other
        }
      } else if findsWider, equal == nil, covers(other, number: number, isBefore: isBefore, in: text),
        wider.map({ lists.isBefore(candidate.location, entries.entries[$0].location) }) ?? true
      {
        wider = other
      }
    }
    return equal.map { .duplicate($0) } ?? wider.map { .wider($0) }
  }

  func forEachCandidate(for entry: NetworkEntry, _ texts: Span<UInt8>, body: (Int) -> Void) {
    if entry.start == .hostLabel { hosts.forEachCandidate(in: entry.text, texts, body: body) }
    names.forEachCandidate(in: entry.text, texts, body: body)
    if !GramTables.mayBeInHost(texts, text: entry.text) {
      paths.forEachCandidate(in: entry.text, texts, body: body)
    }
  }

  /// Returns whether a filter is limited to named pages and excludes none.
  private func namesPages(_ entry: NetworkEntry) -> Bool {
    let bytes = lists.bytes(of: entry.location)
    let domains = lists.filter(at: entry.location)?.options.first { $0.kind == .domain }
    guard let entries = domains?.domains(in: bytes.span) else { return false }
    return entries.allSatisfy { !$0.isExcluded && $0.kind != .any }
  }

  func isSame(_ entry: NetworkEntry, other: NetworkEntry, in texts: Span<UInt8>) -> Bool {
    entry.start == other.start && entry.isEndAnchored == other.isEndAnchored
      && entry.text.count == other.text.count
      && texts.extracting(entry.text).equals(texts.extracting(other.text))
  }

  /// Returns whether two filters with the same pattern are equal.
  private mutating func isSameFilter(_ number: Int, other: Int) -> Bool {
    let (entry, candidate) = (entries.entries[number], entries.entries[other])
    if entry.isBare || candidate.isBare { return entry.isBare && candidate.isBare }
    return identity(of: number)?.filter == identity(of: other)?.filter
  }

  mutating func identity(of number: Int) -> Identity? {
    if let known = identities[number] { return known }
    let entry = entries.entries[number]
    guard let filter = lists.filter(at: entry.location) else { return nil }
    let identity = FilterIdentity(filter, in: lists.bytes(of: entry.location).span)
    let known = Identity(
      filter: identity, onAnyPages: namesPages(entry) ? identity.onAnyPages : nil)
    identities[number] = known
    return known
  }

  private mutating func covers(_ other: Int, number: Int, isBefore: Bool, in texts: Span<UInt8>) -> Bool {
    let (entry, candidate) = (entries.entries[number], entries.entries[other])
    let (narrow, wide) = (PatternCoverage.Side(entry), PatternCoverage.Side(candidate))
    guard PatternCoverage.covers(wide, narrow: narrow, in: texts), let own = scope(of: number),
      let others = scope(of: other), !others.isCaseSensitive, others.includes(own),
      others.isSpecific || !own.isSpecific || !hasGenericblock, !isUncertain(candidate)
    else { return false }
    // If both filters cover each other, the first one is kept.
    return isBefore
      || !(own.includes(others) && !own.isCaseSensitive
        && PatternCoverage.covers(narrow, narrow: wide, in: texts))
  }

  private mutating func scope(of number: Int) -> NetworkScope? {
    if case .known(let scope) = scopes[number] { return scope }
    let entry = entries.entries[number]
    let bytes = lists.bytes(of: entry.location)
    // A name in a hosts file is a filter without options.
    let scope = lists.filter(at: entry.location).map { NetworkScope($0, in: bytes.span) } ?? NetworkScope()
    scopes[number] = .known(scope)
    return scope
  }
}

/// A comparison of patterns: whether every URL that matches one pattern also matches another one.
enum PatternCoverage {
  /// A pattern: its text as in ``NetworkEntries``, and its anchors.
  struct Side {
    let text: Range<Int>
    let start: PlainPattern.Start
    let isEndAnchored: Bool

    init(_ entry: NetworkEntry) {
      (text, start, isEndAnchored) = (entry.text, entry.start, entry.isEndAnchored)
    }
  }

  /// Returns whether `wide` certainly matches every URL that `narrow` matches.
  ///
  /// The parts of the text of `wide` must occur in the text of `narrow` in the same order, and `narrow` must
  /// have all anchors of `wide`.
  static func covers(_ wide: Side, narrow: Side, in texts: Span<UInt8>) -> Bool {
    if wide.isEndAnchored, !narrow.isEndAnchored { return false }
    switch wide.start {
    case .url:
      return narrow.start == .url && matches(wide, narrow: narrow, at: narrow.text.lowerBound, in: texts)
    case .anywhere:
      return matches(wide, narrow: narrow, at: narrow.text.lowerBound, isAnywhere: true, in: texts)
    case .hostLabel:
      guard narrow.start == .hostLabel else { return false }
      if matches(wide, narrow: narrow, at: narrow.text.lowerBound, in: texts) { return true }
      for index in narrow.text {
        let byte = texts[index]
        // After the host, no label begins.
        guard byte.isLabelByte || byte == ASCII.dot else { return false }
        if byte == ASCII.dot, matches(wide, narrow: narrow, at: index + 1, in: texts) { return true }
      }
      return false
    }
  }

  /// Returns whether the text of the wide pattern occurs in the narrow one at `start`, or anywhere after it.
  ///
  /// A wildcard in the wide pattern matches anything. Nothing else matches a wildcard in the narrow pattern.
  private static func matches(
    _ wide: Side, narrow: Side, at start: Int, isAnywhere: Bool = false, in texts: Span<UInt8>
  ) -> Bool {
    var (index, at) = (wide.text.lowerBound, start)
    // The position after the last wildcard, for trying again one byte later.
    var retry: (index: Int, at: Int)? = isAnywhere ? (index, at) : nil
    while true {
      if index == wide.text.upperBound {
        if !wide.isEndAnchored || at == narrow.text.upperBound { return true }
      } else if texts[index] == ASCII.star {
        retry = (index + 1, at)
        index += 1
        continue
      } else if at < narrow.text.upperBound, isTaken(texts[at], by: texts[index]) {
        (index, at) = (index + 1, at + 1)
        continue
      }
      guard let last = retry, last.at < narrow.text.upperBound else { return false }
      retry = (last.index, last.at + 1)
      (index, at) = (last.index, last.at + 1)
    }
  }

  private static func isTaken(_ narrow: UInt8, by wide: UInt8) -> Bool {
    if wide != ASCII.caret { return wide == narrow && narrow != ASCII.star }
    if narrow == wide { return true }
    return !(narrow.isLetter || narrow.isDigit || narrow >= 0x80) && !exceptions.contains(narrow)
  }

  /// Characters that `^` does not match, apart from letters and digits. They include the wildcard, because it
  /// can match an empty text.
  private static let exceptions: Set<UInt8> = Set("_-.%*".utf8)
}
