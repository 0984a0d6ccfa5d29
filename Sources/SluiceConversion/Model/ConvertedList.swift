import SluiceRules

/// A rule list that is ready to be encoded.
public struct ConvertedList: Sendable {
  /// The kinds of filters in a rule list.
  @frozen public enum Part: String, CaseIterable, Sendable {
    /// All filters.
    case all
    /// Network filters only.
    case network
    /// Cosmetic filters only.
    case cosmetic
  }

  /// The kinds of filters in this list.
  public var part: Part
  /// The form of the rules.
  public var form: ListForm
  /// The rules, in order.
  public var rules: RuleList
  /// The filter that each rule was made for; the first one for a rule with several filters.
  package var locations: [FilterPlace]
}

struct OriginatedRule {
  var rule: Rule
  var location: FilterPlace
}

/// Rules that several filters share. If filters are traced, the filters of each rule are stored too.
struct SharedRules {
  private(set) var rules: [OriginatedRule] = []
  /// The filters of each rule; empty if they are not traced.
  private(set) var filters: [[FilterPlace]] = []
  private(set) var limits: [[FilterPlace]] = []

  /// Appends a rule without tracing its filters.
  mutating func append(_ rule: Rule, from location: FilterPlace) {
    rules.append(OriginatedRule(rule: rule, location: location))
  }

  mutating func append(
    _ rule: Rule, from location: FilterPlace, of filters: [FilterPlace],
    limitedBy limits: [FilterPlace] = []
  ) {
    append(rule, from: location)
    self.filters.append(filters)
    self.limits.append(limits)
  }

  mutating func limit(by exceptions: [FilterPlace]) {
    guard !exceptions.isEmpty else { return }
    for index in limits.indices {
      if limits[index].isEmpty { limits[index] = exceptions } else { limits[index] += exceptions }
    }
  }
}

/// For each rule that does not come from exactly one filter: its filters, by the position of the rule.
struct RuleOrigins {
  private var filters: [Int: [FilterPlace]] = [:]
  /// The exceptions in any order, with possible duplicates. Rules with the same exceptions share an array.
  private var limits: [Int: [FilterPlace]] = [:]

  /// Returns all filters of a rule, or `nil` if the sequence knows its only filter.
  func filters(ofRule position: Int) -> [FilterPlace]? { filters[position] }

  func limits(ofRule position: Int) -> [FilterPlace] { limits[position] ?? [] }

  /// Adds a filter to a rule that was made for `first`.
  mutating func add(_ location: FilterPlace, to position: Int, from first: FilterPlace) {
    filters[position, default: [first]].append(location)
  }

  mutating func append(_ rules: SharedRules, at start: Int) {
    for index in rules.rules.indices {
      filters[start + index] = rules.filters[index]
      if !rules.limits[index].isEmpty { limits[start + index] = rules.limits[index] }
    }
  }

  mutating func setGenerated(_ position: Int) { filters[position] = [] }

  /// Keeps only the rules at these positions and renumbers them.
  mutating func take(_ kept: [Int]) {
    let old = self
    self = RuleOrigins()
    for (position, former) in kept.enumerated() {
      filters[position] = old.filters[former]
      limits[position] = old.limits[former]
    }
  }
}

/// Where a filter is: the list and the line.
public struct FilterPlace: Hashable, Comparable, Sendable {
  // Conversions keep a place for each rule and each diagnostic, so it has only eight bytes.
  private var list: UInt32
  private var index: UInt32

  /// Creates the place of a filter from the index of its list among the inputs, and the number of its line,
  /// from 1.
  package init(source: Int, lineNumber: Int) { self.init(source: source, lineIndex: max(lineNumber - 1, 0)) }

  /// Creates a place from two indices.
  package init(source: Int, lineIndex: Int) {
    (list, index) = (UInt32(clamping: source), UInt32(clamping: lineIndex))
  }

  /// The index of the list among the inputs.
  public var source: Int { Int(list) }
  /// The number of the line in the list, from 1.
  public var lineNumber: Int { lineIndex + 1 }
  /// The index of the line in the list, from 0.
  package var lineIndex: Int { Int(index) }

  /// Returns the place of the same line in another list.
  package func inList(_ source: Int) -> FilterPlace { FilterPlace(source: source, lineIndex: lineIndex) }

  /// Compares places in the order of lists and lines.
  public static func < (a: FilterPlace, b: FilterPlace) -> Bool { (a.list, a.index) < (b.list, b.index) }
}
