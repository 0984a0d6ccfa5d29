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
  struct List: Codable, Hashable {
    var name: String
    var targets: [String]
    var inputs: [String]
    /// The detected kind and dialect of each input, as text; nil if unknown.
    var readings: [String]?
    @Counted var lines = 0
    @Counted var filters = 0
    @Counted var inactive = 0
    var outcomes = Outcomes()
    /// The reasons, most frequent first.
    var reasons: [Reason] = []
    var notes: [Note] = []
    var constructs: [Row] = []
    var options: [Row] = []
    var files: [File] = []
    var costs: [Cost] = []

    var rules: Int { files.reduce(0) { $0 + $1.rules } }
    var bytes: Int { files.reduce(0) { $0 + $1.bytes } }
    var microsecondsPerDocument: Int { costs.reduce(0) { $0 + $1.microsecondsPerDocument } }
    var microsecondsPerRequest: Int { costs.reduce(0) { $0 + $1.microsecondsPerRequest } }
  }

  struct Outcomes: Codable, Hashable {
    @Counted var converted = 0
    @Counted var approximated = 0
    @Counted var inPage = 0
    @Counted var needsScript = 0
    @Counted var unsupported = 0

    subscript(outcome: Outcome) -> Int {
      get { self[keyPath: Self.count(outcome)] }
      set { self[keyPath: Self.count(outcome)] = newValue }
    }

    private static func count(_ outcome: Outcome) -> WritableKeyPath<Outcomes, Int> {
      switch outcome {
      case .converted: \.converted
      case .approximated: \.approximated
      case .inPage: \.inPage
      case .needsScript: \.needsScript
      case .unsupported: \.unsupported
      }
    }

    var total: Int { Outcome.allCases.reduce(0) { $0 + self[$1] } }

    static func += (left: inout Outcomes, right: Outcomes) {
      for outcome in Outcome.allCases { left[outcome] += right[outcome] }
    }
  }

  /// A kind of filter or an option of the syntax.
  struct Row: Codable, Hashable {
    var name: String
    var outcomes: Outcomes
  }

  struct Reason: Codable, Hashable {
    var outcome: String
    var id: String
    @Counted var filters = 0
    var examples: [Example] = []

    static let exampleLimit = 5
  }

  struct Example: Codable, Hashable {
    var file: String
    @Counted var line = 0
    var filter: String
    var message: String
  }

  struct Note: Codable, Hashable {
    var id: String
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

  /// The estimated cost per page of a file, or of all shards together.
  struct Cost: Codable, Hashable {
    var file: String
    @Counted var selectors = 0
    @Counted var automata = 0
    @Counted var microsecondsPerDocument = 0
    @Counted var microsecondsPerRequest = 0
    /// The most expensive filters, most expensive first.
    var mostExpensive: [Filter] = []

    struct Filter: Codable, Hashable {
      /// The location, such as `easylist.txt:512`, or the rule.
      var place: String
      /// The filter, or the corresponding part of the rule.
      var text: String
      @Counted var nanosecondsPerDocument = 0
      @Counted var nanosecondsPerRequest = 0

      var nanosecondsPerPage: Int { nanosecondsPerDocument + 50 * nanosecondsPerRequest }
    }

    static let filterLimit = 10
  }
}

extension ReportContent.Cost {
  private enum CodingKeys: String, CodingKey {
    case file, selectors, automata, microsecondsPerDocument, microsecondsPerRequest, mostExpensive
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func count(_ key: CodingKeys) throws -> Int { try values.decode(Counted.self, forKey: key).wrappedValue }
    self.init(
      file: try values.decode(String.self, forKey: .file), selectors: try count(.selectors),
      automata: try count(.automata), microsecondsPerDocument: try count(.microsecondsPerDocument),
      microsecondsPerRequest: try count(.microsecondsPerRequest),
      mostExpensive: try values.decode([Filter].self, forKey: .mostExpensive))
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(file, forKey: .file)
    try values.encode(selectors, forKey: .selectors)
    try values.encode(automata, forKey: .automata)
    try values.encode(microsecondsPerDocument, forKey: .microsecondsPerDocument)
    try values.encode(microsecondsPerRequest, forKey: .microsecondsPerRequest)
    try values.encode(mostExpensive, forKey: .mostExpensive)
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
      Number(label: $0.words(1), before: before.outcomes[$0], now: now.outcomes[$0])
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
    Dictionary(reasons.map { ($0.id, $0.filters) }, uniquingKeysWith: +)
  }
}

extension ReportContent {
  /// Returns the previous state of a list: the list of the same name or, if both reports have only one list,
  /// that list.
  func list(before list: List, of now: ReportContent) -> List? {
    lists.first { $0.name == list.name } ?? (lists.count == 1 && now.lists.count == 1 ? lists.first : nil)
  }
}
