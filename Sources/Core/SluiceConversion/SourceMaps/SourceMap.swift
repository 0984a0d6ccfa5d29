import SluiceRules
import SluiceSyntax

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
    public init(source: Int, line: Int, text: String) {
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
    public var fingerprint: UInt64?
    /// The filters of each rule. A rule without filters exists only because other rules need it.
    var origins: [FilterNumbers]
    /// By rule index, the exceptions that narrow the rule.
    var limits: [Int: FilterNumbers]

    /// The number of rules in the list.
    public var ruleCount: Int { origins.count }

    /// The indices of rules that exceptions narrow, in ascending order.
    public var limitedRules: [Int] { limits.keys.sorted() }

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
  public var filters: [Filter]
  /// The rule lists.
  public var lists: [List]

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
  public static func fingerprint(of json: some InputBytes & ~Escapable) -> UInt64 {
    var fingerprint = Fingerprint()
    json.withInputBytes { fingerprint.add($0) }
    return fingerprint.value
  }

  /// A fingerprint that is computed from successive pieces of a file: FNV-1a with 64 bits.
  public struct Fingerprint: Sendable {
    /// The fingerprint of all bytes added so far.
    public var value: UInt64 { hash.value }
    private var hash = ByteHash()

    /// Creates the fingerprint of no bytes.
    public init() {}

    /// Adds the next bytes of the file.
    public mutating func add(_ bytes: Span<UInt8>) {
      var hash = hash
      for index in bytes.indices { hash.add(bytes[index]) }
      self.hash = hash
    }
  }
}
