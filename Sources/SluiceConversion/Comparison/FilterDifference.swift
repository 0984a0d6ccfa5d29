import SluiceAnalysis
import SluiceSyntax
import SluiceText

/// The difference between the filters of two versions of filter lists.
///
/// Filters are compared by meaning: the order and spelling of options, insignificant case, comments and blank
/// lines make no difference. Filters that `!#if` or a platform hint disables are ignored. Duplicate filters
/// count as often as they occur.
package struct FilterDifference: Sendable {
  /// The filters that only the new version has, in order.
  package private(set) var added: [FilterPlace] = []
  /// The filters that only the old version has, in order.
  package private(set) var removed: [FilterPlace] = []
  /// The filters that were modified, in the order of the new lists.
  package private(set) var changed: [FilterChange] = []
  /// The number of filters in both versions that moved to another list, or changed their order.
  package private(set) var moved = 0
  /// The number of filters in both versions, including those that moved.
  package private(set) var kept = 0

  /// Whether both versions have the same filters, regardless of position.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

  /// Compares two versions. `constants` are the names that are true in `!#if` conditions.
  package init(from old: [ParsedSource], to new: [ParsedSource], constants: Set<String>) {
    var texts = ByteTable()
    let before = ListedFilters(old, constants: constants, table: &texts)
    let after = ListedFilters(new, constants: constants, table: &texts)
    var pairing = FilterPairing(before, after, textCount: texts.count)
    let (gone, come) = pairing.pairIdentities(old, new)
    var waiting: [LineIdentity.Core: [Int]] = [:]
    for (place, identity) in gone.reversed() {
      if let core = identity.core { waiting[core, default: []].append(place) }
    }
    var replaced: Set<Int> = []
    for (place, identity) in come {
      if let core = identity.core, let former = waiting[core]?.popLast() {
        replaced.insert(former)
        let parts = FilterChange.Part.all(
          from: before.parts(at: former, in: old), to: after.parts(at: place, in: new))
        changed.append(FilterChange(old: before.lines[former], new: after.lines[place], parts: parts))
      } else {
        added.append(after.lines[place])
      }
    }
    removed = gone.map { $0.place }.filter { !replaced.contains($0) }.map { before.lines[$0] }
    kept = pairing.pairs.count
    moved = pairing.movedCount(old, new)
  }
}

/// The active filters of a version, in order.
struct ListedFilters {
  private(set) var lines: [FilterPlace] = []
  /// For each filter, the number of its text. Equal texts have equal numbers.
  private(set) var texts: [Int] = []

  init(_ sources: [ParsedSource], constants: Set<String>, table: inout ByteTable) {
    for (number, source) in sources.enumerated() {
      let active = ActiveLines(constants: constants).read(source.list)
      let bytes = source.list.bytes.span
      for index in source.list.lines.indices {
        let line = source.list.lines[index]
        guard line.isFilter, active.isActive(index) else { continue }
        let text = bytes.extracting(line.range.indices)
        var hash = ByteHash()
        hash.mix(text)
        lines.append(FilterPlace(source: number, lineIndex: index))
        texts.append(table.insert(text, hash: hash))
      }
    }
  }

  func identity(at place: Int, in sources: [ParsedSource]) -> LineIdentity? {
    let list = sources[lines[place].source].list
    return LineIdentity(list.lines[lines[place].lineIndex], in: list.bytes.span)
  }

  func parts(at place: Int, in sources: [ParsedSource]) -> FilterParts {
    let list = sources[lines[place].source].list
    return FilterParts(list.lines[lines[place].lineIndex], in: list.bytes.span)
  }
}

private struct FilterPairing {
  let before: ListedFilters
  let after: ListedFilters
  private(set) var pairs: [(old: Int, new: Int)] = []
  private let oldRest, newRest: [Int]

  /// Pairs filters with identical text, in order. This covers nearly all filters and is cheap.
  init(_ before: ListedFilters, _ after: ListedFilters, textCount: Int) {
    (self.before, self.after) = (before, after)
    let equal = EqualPairs(before.texts, after.texts, count: textCount)
    (pairs, oldRest, newRest) = (equal.pairs, equal.removed, equal.added)
  }

  /// Pairs the remaining filters by meaning and returns those without a counterpart.
  mutating func pairIdentities(
    _ old: [ParsedSource], _ new: [ParsedSource]
  ) -> (gone: [(place: Int, identity: LineIdentity)], come: [(place: Int, identity: LineIdentity)]) {
    let gone = oldRest.compactMap { place in
      before.identity(at: place, in: old).map { (place: place, identity: $0) }
    }
    var waiting: [LineIdentity: [Int]] = [:]
    for (place, identity) in gone.reversed() { waiting[identity, default: []].append(place) }
    var come: [(place: Int, identity: LineIdentity)] = []
    var paired: Set<Int> = []
    for place in newRest {
      guard let identity = after.identity(at: place, in: new) else { continue }
      if let former = waiting[identity]?.popLast() {
        paired.insert(former)
        pairs.append((former, place))
      } else {
        come.append((place, identity))
      }
    }
    pairs.sort { $0.new < $1.new }
    return (gone.filter { !paired.contains($0.place) }, come)
  }

  func movedCount(_ old: [ParsedSource], _ new: [ParsedSource]) -> Int {
    // The name of a single list is irrelevant, because each version may have its own name.
    let haveNames = old.count > 1 || new.count > 1
    let inPlace = pairs.filter { pair in
      !haveNames || old[before.lines[pair.old].source].name == new[after.lines[pair.new].source].name
    }
    let rising = inPlace.map { $0.old }.isOfLongestRising.count { $0 }
    return pairs.count - rising
  }
}

/// A pair of filters: the new one replaces the old one and has the same pattern or selector.
package struct FilterChange: Hashable, Sendable {
  /// The position of the old filter.
  package var old: FilterPlace
  /// The position of the new filter.
  package var new: FilterPlace
  /// The differences between the filters.
  package var parts: [Part]

  /// Entries of one kind that only one of the filters has.
  package struct Part: Hashable, Sendable {
    /// The name of the option that the entries belong to: `options` for options without a value, `domain` for
    /// domains.
    package var name: String
    /// The removed entries, as written.
    package var removed: [String]
    /// The added entries, as written.
    package var added: [String]
  }
}

extension FilterChange.Part {
  static func all(from old: FilterParts, to new: FilterParts) -> [FilterChange.Part] {
    let names =
      old.groups.map { $0.name }
      + new.groups.map { $0.name }.filter { name in
        !old.groups.contains { $0.name == name }
      }
    return names.compactMap { name in
      let before = old.groups.first { $0.name == name }?.parts ?? []
      let after = new.groups.first { $0.name == name }?.parts ?? []
      let (known, kept) = (Set(before.map { $0.identity }), Set(after.map { $0.identity }))
      let part = FilterChange.Part(
        name: name, removed: before.filter { !kept.contains($0.identity) }.map { $0.text },
        added: after.filter { !known.contains($0.identity) }.map { $0.text })
      return part.removed.isEmpty && part.added.isEmpty ? nil : part
    }
  }
}
