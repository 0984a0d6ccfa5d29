import SluiceRules
import SluiceSyntax
import SluiceText

/// A map from the rules of converted lists to the filters they come from.
///
/// `docs/guide/source-map.md` describes the map and its JSON.
public struct SourceMap: Hashable, Sendable {
  /// A filter of a list.
  public struct Filter: Hashable, Sendable {
    /// The index of the filter's list in ``SourceMap/sources``.
    public var source: Int
    /// The line number, from 1.
    public var line: Int
    /// The line without leading and trailing spaces.
    public var text: String

    /// Creates a filter with its position.
    package init(source: Int, line: Int, text: String) {
      self.source = source
      self.line = line
      self.text = text
    }
  }

  /// The filters of the rules of one rule list.
  public struct List: Hashable, Sendable {
    /// The kinds of filters in the list.
    public var part: ConvertedList.Part
    /// The fingerprint of the list's JSON file (see ``SourceMap/fingerprint(of:)``), or `nil` if the file has
    /// not been written.
    package var fingerprint: UInt64?
    /// The filters of each rule. A rule without filters exists only because other rules need it.
    var origins: [FilterNumbers]
    /// By rule index, the exceptions that narrow the rule.
    var limits: [Int: FilterNumbers]

    /// The number of rules in the list.
    public var ruleCount: Int { origins.count }

    /// The indices of rules that exceptions narrow, in ascending order.
    package var limitedRules: [Int] { limits.keys.sorted() }

    /// Returns the map of a list that consists of the rules at these positions.
    package func rules(at positions: [Int]) -> List {
      var list = List(part: part, fingerprint: nil, origins: positions.map { origins[$0] }, limits: [:])
      for (new, old) in positions.enumerated() { list.limits[new] = limits[old] }
      return list
    }
  }

  /// The filters of one rule.
  public struct Origin: Hashable, Sendable {
    /// The filters that the rule comes from, up to the requested maximum.
    public var filters: [Filter]
    /// The total number of filters that the rule comes from.
    public var filterCount: Int
    /// The exceptions that narrow the rule, up to the requested maximum.
    public var limits: [Filter]
    /// The total number of exceptions that narrow the rule.
    public var limitCount: Int
  }

  /// The names of the filter lists.
  public var sources: [String]
  /// The filters that rules come from, in the order of lists and lines.
  package var filters: [Filter]
  /// The rule lists.
  package var lists: [List]

  /// Returns the list with this JSON, or `nil` if the map does not contain it.
  public func list(of json: some InputBytes & ~Escapable) -> List? {
    let fingerprint = Self.fingerprint(of: json)
    return lists.first { $0.fingerprint == fingerprint }
  }

  /// Returns the filters of the rule at this index.
  ///
  /// Rules for whole sites can come from thousands of filters, so pass a `limit` to get only the first ones.
  public func origin(ofRule rule: Int, in list: List, limit: Int = .max) -> Origin {
    guard list.origins.indices.contains(rule) else {
      return Origin(filters: [], filterCount: 0, limits: [], limitCount: 0)
    }
    let (origins, limits) = (list.origins[rule], list.limits[rule])
    return Origin(
      filters: origins.expanded(limit: limit).map { filters[$0] }, filterCount: origins.count,
      limits: limits?.expanded(limit: limit).map { filters[$0] } ?? [], limitCount: limits?.count ?? 0)
  }

  /// Returns the fingerprint of a JSON file. Different files have different fingerprints with near certainty.
  package static func fingerprint(of json: some InputBytes & ~Escapable) -> UInt64 {
    var fingerprint = Fingerprint()
    json.withInputBytes { fingerprint.add($0) }
    return fingerprint.value
  }

  /// A fingerprint that is computed from successive pieces of a file: FNV-1a with 64 bits.
  package struct Fingerprint: Sendable {
    /// The fingerprint of all bytes added so far.
    package var value: UInt64 { hash.value }
    private var hash = ByteHash()

    /// Creates the fingerprint of no bytes.
    package init() {}

    /// Adds the next bytes of the file.
    package mutating func add(_ bytes: Span<UInt8>) {
      var hash = hash
      for index in bytes.indices { hash.add(bytes[index]) }
      self.hash = hash
    }
  }
}

extension SourceMap {
  init(_ parts: [(part: ConvertedList.Part, rules: RuleSequence)], sources: [ParsedSource]) {
    var numbering = FilterNumbering(sources)
    for (_, sequence) in parts {
      for position in sequence.rules.indices {
        sequence.forEachFilter(ofRule: position) { numbering.mark($0) }
        sequence.limits(ofRule: position)?.forEach { numbering.mark($0) }
      }
    }
    filters = numbering.number(sources)
    lists = parts.map { part, sequence in
      var list = List(part: part, fingerprint: nil, origins: [], limits: [:])
      list.origins.reserveCapacity(sequence.rules.count)
      var numbers: [Int] = []
      for position in sequence.rules.indices {
        numbers.removeAll(keepingCapacity: true)
        sequence.forEachFilter(ofRule: position) { numbers.append(numbering[$0]) }
        list.origins.append(FilterNumbers(numbers))
        if let limits = sequence.limits(ofRule: position), !limits.isEmpty {
          list.limits[position] = FilterNumbers(limits.map { numbering[$0] })
        }
      }
      return list
    }
    self.sources = sources.map { $0.name }
  }
}

/// The numbers of the filters that rules come from, in the order of lists and lines.
///
/// Uses a table with an entry per line: a set and a dictionary took as long as the conversion itself.
private struct FilterNumbering {
  /// For each line of each source: 0 if its filter is marked, otherwise -1. ``number(_:)`` replaces each 0
  /// with the number of the filter.
  private var numbers: [[Int32]]

  init(_ sources: [ParsedSource]) {
    numbers = sources.map { [Int32](repeating: -1, count: $0.list.lines.count) }
  }

  mutating func mark(_ location: FilterPlace) { numbers[location.source][location.lineIndex] = 0 }

  mutating func number(_ sources: [ParsedSource]) -> [SourceMap.Filter] {
    var filters: [SourceMap.Filter] = []
    for (source, parsed) in sources.enumerated() {
      for line in numbers[source].indices where numbers[source][line] == 0 {
        numbers[source][line] = Int32(filters.count)
        let text = parsed.list.bytes.span.text(parsed.list.lines[line].range)
        filters.append(SourceMap.Filter(source: source, line: line + 1, text: text))
      }
    }
    return filters
  }

  subscript(location: FilterPlace) -> Int { Int(numbers[location.source][location.lineIndex]) }
}

extension FilterNumbers {
  /// Compresses numbers in any order, with or without duplicates.
  fileprivate init(_ numbers: [Int]) {
    self.init(rising: numbers.count < 2 ? numbers : Set(numbers).sorted())
  }
}

extension RuleSequence {
  fileprivate func forEachFilter(ofRule position: Int, _ body: (FilterPlace) -> Void) {
    if let filters = origins?.filters(ofRule: position) {
      filters.forEach(body)
    } else {
      body(locations[position])
    }
  }

  fileprivate func limits(ofRule position: Int) -> [FilterPlace]? {
    origins?.limits(ofRule: position)
  }
}

/// Ascending filter numbers, as a source map stores them.
///
/// A run of three or more consecutive numbers is stored as its first number and its last number negated. Runs
/// stay compressed in memory, so a small file cannot allocate a lot of memory.
struct FilterNumbers: Hashable, Sendable {
  /// The numbers and the negated ends of runs.
  let runs: [Int]

  /// Compresses numbers in strictly ascending order.
  init(rising numbers: [Int]) {
    var runs: [Int] = []
    var index = 0
    while index < numbers.count {
      var last = index
      while last + 1 < numbers.count, numbers[last + 1] == numbers[last] + 1 { last += 1 }
      runs.append(numbers[index])
      if last > index + 1 {
        runs.append(-numbers[last])
        index = last
      }
      index += 1
    }
    self.runs = runs
  }

  /// Checks numbers in stored form. Returns `nil` if they do not ascend or if one is not below `limit`.
  init?(runs: ArraySlice<Int>, limit: Int) {
    var before = -1
    for run in runs {
      guard run > -limit, run < limit, run >= 0 || before >= 0, abs(run) > before else { return nil }
      before = abs(run)
    }
    self.runs = Array(runs)
  }

  var count: Int {
    var count = 0
    for (index, run) in runs.enumerated() { count += run < 0 && index > 0 ? -run - abs(runs[index - 1]) : 1 }
    return count
  }

  func expanded(limit: Int) -> [Int] {
    var numbers: [Int] = []
    for run in runs where numbers.count < limit {
      if run < 0, let last = numbers.last {
        numbers += (last + 1)...(last + min(-run - last, limit - numbers.count))
      } else {
        numbers.append(run)
      }
    }
    return numbers
  }
}
