import ContentBlocker
import FilterSyntax

/// Which filters the rules of converted lists come from.
///
/// `docs/source-map.md` describes it, and its JSON.
public struct SourceMap: Hashable, Sendable {
  /// A filter of a list.
  public struct Filter: Hashable, Sendable {
    /// The index of its list in ``SourceMap/sources``.
    public var source: Int
    /// Its line, from 1.
    public var line: Int
    /// The line without blanks at either end.
    public var text: String

    /// A filter at this place.
    public init(source: Int, line: Int, text: String) {
      self.source = source
      self.line = line
      self.text = text
    }
  }

  /// The filters of the rules of one rule list.
  public struct List: Hashable, Sendable {
    /// Which of the lists of a conversion it is.
    public var part: ConvertedList.Part
    /// Tells whether a JSON file is this list (see ``SourceMap/fingerprint(of:)``); nil when it was not
    /// written yet.
    public var fingerprint: UInt64?
    /// For each rule its filters. None: no filter asks for the rule, but others need it.
    var origins: [FilterNumbers]
    /// By rule, the exceptions because of which it acts on less than its filters say.
    var limits: [Int: FilterNumbers]

    /// How many rules the list has.
    public var ruleCount: Int { origins.count }

    /// The rules that act on less than their filters say, because of exceptions, in their order.
    public var limitedRules: [Int] { limits.keys.sorted() }

    /// The same for a list of some of these rules, which are at these positions.
    package func rules(at positions: [Int]) -> List {
      var list = List(part: part, fingerprint: nil, origins: positions.map { origins[$0] }, limits: [:])
      for (new, old) in positions.enumerated() { list.limits[new] = limits[old] }
      return list
    }
  }

  /// Where the filters of one rule stand.
  public struct Origin: Hashable, Sendable {
    /// The filters that the rule comes from, at most as many as were asked for.
    public var filters: [Filter]
    /// How many there are in all.
    public var filterCount: Int
    /// The exceptions because of which it acts on less, at most as many as were asked for.
    public var limits: [Filter]
    /// How many there are in all.
    public var limitCount: Int
  }

  /// The names of the filter lists.
  public var sources: [String]
  /// The filters that rules come from, in the order of the lists and lines.
  public var filters: [Filter]
  /// The rule lists.
  public var lists: [List]

  /// The list whose JSON these bytes are; nil when it is none of the map's.
  public func list(of json: some InputBytes & ~Escapable) -> List? {
    let fingerprint = Self.fingerprint(of: json)
    return lists.first { $0.fingerprint == fingerprint }
  }

  /// The filters of a rule, by its index in the list: the first `limit` ones, since rules that hold for whole
  /// sites have thousands.
  public func origin(ofRule rule: Int, in list: List, limit: Int = .max) -> Origin {
    guard list.origins.indices.contains(rule) else {
      return Origin(filters: [], filterCount: 0, limits: [], limitCount: 0)
    }
    let (origins, limits) = (list.origins[rule], list.limits[rule])
    return Origin(
      filters: origins.expanded(limit: limit).map { filters[$0] }, filterCount: origins.count,
      limits: limits?.expanded(limit: limit).map { filters[$0] } ?? [], limitCount: limits?.count ?? 0)
  }

  /// A number that two files have in common only if they are the same.
  public static func fingerprint(of json: some InputBytes & ~Escapable) -> UInt64 {
    var fingerprint = Fingerprint()
    json.withInputBytes { fingerprint.add($0) }
    return fingerprint.value
  }

  /// A fingerprint of bytes that come in pieces: FNV-1a of 64 bits.
  public struct Fingerprint: Sendable {
    /// The fingerprint of the bytes so far.
    public var value: UInt64 { hash.value }
    private var hash = ByteHash()

    /// That of no bytes.
    public init() {}

    /// Adds bytes behind those so far.
    public mutating func add(_ bytes: Span<UInt8>) {
      var hash = hash
      for index in bytes.indices { hash.add(bytes[index]) }
      self.hash = hash
    }
  }
}
