import SluiceConversion

/// The contents of a report: the numbers of a build or a conversion, and some examples for each reason.
///
/// A page also contains them as JSON, so that the next report can show changes.
struct ReportContent: Codable, Hashable {
  static let currentSchema = 1

  var schema = currentSchema
  /// The version of the program that converted the lists.
  var version: String
  var lists: [List]
  /// The problems that did not stop the build.
  var warnings: [Warning] = []

  struct Warning: Codable, Hashable {
    var source: String
    var message: String
  }

  /// A list, from a conversion or a build file.
  @dynamicMemberLookup
  struct List: Codable, Hashable {
    var name: String
    var targets: [String]
    var inputs: [String]
    /// The detected kind and dialect of each input, as text; nil if unknown.
    var readings: [String]?
    var conversion = Conversion()
    var files: [File] = []

    subscript<Value>(dynamicMember path: WritableKeyPath<Conversion, Value>) -> Value {
      get { conversion[keyPath: path] }
      set { conversion[keyPath: path] = newValue }
    }

    var rules: Int { files.reduce(0) { $0 + $1.rules } }
    var bytes: Int { files.reduce(0) { $0 + $1.bytes } }
    var microsecondsPerDocument: Int {
      conversion.pageCosts.reduce(0) { $0 + $1.cost.microsecondsPerDocument }
    }
    var microsecondsPerRequest: Int { conversion.pageCosts.reduce(0) { $0 + $1.cost.microsecondsPerRequest } }
  }

  /// The conversion of a list, as in the report of a build, but only with some diagnostics.
  struct Conversion: Codable, Hashable, OutcomeCounts {
    @Counted var lines = 0
    @Counted var filters = 0
    @Counted var inactive = 0
    @Counted var converted = 0
    @Counted var approximated = 0
    @Counted var inPage = 0
    @Counted var needsScript = 0
    @Counted var unsupported = 0
    /// The reasons, most frequent first.
    var reasons: [Reason] = []
    var notes: [Note] = []
    var pageCosts: [ListCost] = []
    var constructs: [Row] = []
    var options: [Row] = []
  }

  /// A kind of filter or an option of the syntax.
  struct Row: Codable, Hashable, OutcomeCounts {
    var construct: String?
    var option: String?
    @Counted var converted = 0
    @Counted var approximated = 0
    @Counted var inPage = 0
    @Counted var needsScript = 0
    @Counted var unsupported = 0

    var name: String { construct ?? option ?? "" }
  }

  struct Reason: Codable, Hashable {
    var outcome: String
    var reason: String
    @Counted var filters = 0
    var examples: [Example]?

    static let exampleLimit = 5
  }

  /// A diagnostic.
  struct Example: Codable, Hashable {
    var file: String
    @Counted var line = 0
    var outcome: String
    var reason: String
    var message: String
    var filter: String
  }

  struct Note: Codable, Hashable {
    var note: String
    @Counted var filters = 0
  }

  struct File: Codable, Hashable {
    var name: String
    @Counted var rules = 0
    @Counted var bytes = 0
    @Counted var ruleLimit = 0
    /// The maximum size in bytes; nil if unknown.
    var byteLimit: Int?
    var compressedBytes: Int?
  }

  /// The estimated cost per page of a file, or of all files that a limit has split.
  struct ListCost: Codable, Hashable {
    var file: String
    var cost: Cost
  }

  struct Cost: Codable, Hashable {
    var selectors: Selectors
    @Counted var unsharedSelectors = 0
    @Counted var automata = 0
    @Counted var sitesByCondition = 0
    @Counted var microsecondsPerDocument = 0
    @Counted var microsecondsPerRequest = 0
    /// The most expensive rules, most expensive first.
    var mostExpensive: [Rule]?

    struct Selectors: Codable, Hashable {
      @Counted var classes = 0
      @Counted var ids = 0
      @Counted var others = 0

      var total: Int { classes + ids + others }
    }

    struct Rule: Codable, Hashable {
      @Counted var rule = 0
      var urlFilter: String
      var selector: String?
      @Counted var nanosecondsPerDocument = 0
      @Counted var nanosecondsPerRequest = 0
      var filter: Filter?

      private enum CodingKeys: String, CodingKey {
        case rule, selector, nanosecondsPerDocument, nanosecondsPerRequest, filter
        case urlFilter = "url-filter"
      }

      /// The location, such as `easylist.txt:512`, or the rule.
      var place: String { filter.map { "\($0.file):\($0.line)" } ?? "rule \(rule)" }
      /// The filter, or the corresponding part of the rule.
      var text: String { Example.shortened(filter?.text ?? selector ?? urlFilter) }
      var nanosecondsPerPage: Int { nanosecondsPerDocument + 50 * nanosecondsPerRequest }
    }

    struct Filter: Codable, Hashable {
      var file: String
      @Counted var line = 0
      var text: String
    }

    static let ruleLimit = 10
  }
}

/// The number of filters with each outcome.
protocol OutcomeCounts {
  var converted: Int { get set }
  var approximated: Int { get set }
  var inPage: Int { get set }
  var needsScript: Int { get set }
  var unsupported: Int { get set }
}

extension OutcomeCounts {
  subscript(outcome: Outcome) -> Int {
    get { self[keyPath: Self.count(outcome)] }
    set { self[keyPath: Self.count(outcome)] = newValue }
  }

  private static func count(_ outcome: Outcome) -> WritableKeyPath<Self, Int> {
    switch outcome {
    case .converted: \.converted
    case .approximated: \.approximated
    case .inPage: \.inPage
    case .needsScript: \.needsScript
    case .unsupported: \.unsupported
    }
  }

  var total: Int { Outcome.allCases.reduce(0) { $0 + self[$1] } }

  mutating func add(_ other: Self) {
    for outcome in Outcome.allCases { self[outcome] += other[outcome] }
  }
}

extension ReportContent.Example {
  /// Returns a filter with at most 300 characters.
  static func shortened(_ filter: String) -> String {
    filter.count > 300 ? filter.prefix(300) + "…" : filter
  }
}

/// A count from an untrusted file. Its range is limited, so that the sum of all counts in a file cannot
/// overflow.
@propertyWrapper
struct Counted: Codable, Hashable {
  var wrappedValue: Int

  init(wrappedValue: Int) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = try container.decode(Int.self)
    guard 0...1 << 36 ~= wrappedValue else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no count")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

struct ReportChanges {
  /// A number, before and now.
  struct Number: Hashable {
    let label: String
    let before: Int
    let now: Int
    var unit = Unit.count

    enum Unit { case count, bytes, microseconds }

    var difference: Int { now - before }
  }

  /// The numbers of the list, changed or not.
  let numbers: [Number]
  /// The reasons whose number of filters changed, largest change first.
  let reasons: [Number]

  init(from before: ReportContent.List, to now: ReportContent.List) {
    var numbers = [Number(label: "filters", before: before.filters, now: now.filters)]
    numbers += Outcome.allCases.map {
      Number(label: $0.words(1), before: before.conversion[$0], now: now.conversion[$0])
    }
    numbers += [
      Number(label: "rules", before: before.rules, now: now.rules),
      Number(label: "size", before: before.bytes, now: now.bytes, unit: .bytes),
      Number(
        label: "a document", before: before.microsecondsPerDocument, now: now.microsecondsPerDocument,
        unit: .microseconds),
      Number(
        label: "a request", before: before.microsecondsPerRequest, now: now.microsecondsPerRequest,
        unit: .microseconds),
    ]
    self.numbers = numbers
    let (old, new) = (Self.counts(before.reasons), Self.counts(now.reasons))
    reasons = Set(old.keys).union(new.keys)
      .map { Number(label: $0, before: old[$0] ?? 0, now: new[$0] ?? 0) }
      .filter { $0.difference != 0 }
      .sorted { ($1.difference.magnitude, $0.label) < ($0.difference.magnitude, $1.label) }
  }

  private static func counts(_ reasons: [ReportContent.Reason]) -> [String: Int] {
    Dictionary(reasons.map { ($0.reason, $0.filters) }, uniquingKeysWith: +)
  }
}

extension ReportContent {
  /// Returns the previous state of a list: the list of the same name or, if both reports have only one list,
  /// that list.
  func list(before list: List, of now: ReportContent) -> List? {
    lists.first { $0.name == list.name } ?? (lists.count == 1 && now.lists.count == 1 ? lists.first : nil)
  }
}
