import FilterSyntax

/// What is different between the filters of two versions of lists, by what they mean: order and spelling of
/// options, case where it means nothing, comments and blank lines make no difference.
///
/// Filters that `!#if` or a hint takes out are in neither version. Equal filters are counted as often as they are there.
public struct FilterDifference: Sendable {
  /// Filters of the new version that are not in the old one, in order.
  public private(set) var added: [FilterLine] = []
  /// Filters of the old version that are not in the new one, in order.
  public private(set) var removed: [FilterLine] = []
  /// Filters with another version of themselves in their place, in the order of the new lists.
  public private(set) var changed: [FilterChange] = []
  /// How many filters are in both and stand elsewhere: in another list, or behind others that were behind them.
  public private(set) var moved = 0
  /// How many are in both, those that moved too.
  public private(set) var kept = 0

  /// Whether both versions have the same filters, wherever they stand.
  public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

  /// Compares two versions; `constants` are the names that hold in `!#if`.
  public init(from old: [ParsedSource], to new: [ParsedSource], constants: Set<String>) {
    var texts = ByteTable()
    let before = ListedFilters(old, constants, &texts)
    let after = ListedFilters(new, constants, &texts)
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
    removed = gone.map(\.place).filter { !replaced.contains($0) }.map { before.lines[$0] }
    kept = pairing.pairs.count
    moved = pairing.movedCount(old, new)
  }
}

/// The filters of a version that count, in order.
struct ListedFilters {
  private(set) var lines: [FilterLine] = []
  /// The number of each one's text.
  private(set) var texts: [Int] = []

  init(_ sources: [ParsedSource], _ constants: Set<String>, _ table: inout ByteTable) {
    for (number, source) in sources.enumerated() {
      let active = ActiveLines(constants: constants).read(source.list)
      let bytes = source.list.bytes.span
      for index in source.list.lines.indices {
        let line = source.list.lines[index]
        guard line.isFilter, active.counts(index) else { continue }
        let text = bytes.extracting(line.range.indices)
        var hash = ByteHash()
        hash.mix(text)
        lines.append(FilterLine(source: number, line: index + 1))
        texts.append(table.insert(text, hash))
      }
    }
  }

  func identity(at place: Int, in sources: [ParsedSource]) -> LineIdentity? {
    let list = sources[lines[place].source].list
    return LineIdentity(list.lines[lines[place].line - 1], in: list.bytes.span)
  }

  func parts(at place: Int, in sources: [ParsedSource]) -> FilterParts {
    let list = sources[lines[place].source].list
    return FilterParts(list.lines[lines[place].line - 1], in: list.bytes.span)
  }
}

/// Finds which filters of two versions are the same.
private struct FilterPairing {
  let before: ListedFilters
  let after: ListedFilters
  /// Places in both, each once.
  private(set) var pairs: [(old: Int, new: Int)] = []
  private var oldRest: [Int] = []
  private var newRest: [Int] = []

  /// Pairs what is written alike, which is nearly all and costs little; equal texts in their order.
  init(_ before: ListedFilters, _ after: ListedFilters, textCount: Int) {
    (self.before, self.after) = (before, after)
    var first = [Int](repeating: -1, count: textCount)
    var next = [Int](repeating: -1, count: before.texts.count)
    for place in before.texts.indices.reversed() {
      next[place] = first[before.texts[place]]
      first[before.texts[place]] = place
    }
    var isPaired = [Bool](repeating: false, count: before.texts.count)
    for (place, text) in after.texts.enumerated() {
      let former = first[text]
      guard former >= 0 else {
        newRest.append(place)
        continue
      }
      first[text] = next[former]
      isPaired[former] = true
      pairs.append((former, place))
    }
    oldRest = isPaired.indices.filter { !isPaired[$0] }
  }

  /// Pairs the rest by what it means, and returns what is left.
  mutating func pairIdentities(
    _ old: [ParsedSource], _ new: [ParsedSource]
  ) -> (gone: [(place: Int, identity: LineIdentity)], come: [(place: Int, identity: LineIdentity)]) {
    let gone = oldRest.compactMap { place in before.identity(at: place, in: old).map { (place, $0) } }
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
    return (gone.filter { !paired.contains($0.0) }, come)
  }

  func movedCount(_ old: [ParsedSource], _ new: [ParsedSource]) -> Int {
    // Of a single list the name is no matter: versions have names of their own.
    let haveNames = old.count > 1 || new.count > 1
    let inPlace = pairs.filter { pair in
      !haveNames || old[before.lines[pair.old].source].name == new[after.lines[pair.new].source].name
    }
    let rising = inPlace.map(\.old).isOfLongestRising.count { $0 }
    return pairs.count - rising
  }
}
