import Conversion

/// What a report page tells: the numbers of a build or a conversion, and for each reason some examples.
///
/// The page holds it as JSON too, so that the next one can say what has changed.
struct ReportContent: Codable, Hashable {
  static let currentSchema = 1

  var schema = currentSchema
  /// The version of the program that converted.
  var version: String
  var lists: [List]
  /// What went wrong without ending a build.
  var warnings: [Warning] = []

  struct Warning: Codable, Hashable {
    var source: String
    var message: String
  }

  /// A list, of one conversion or as a build file describes it.
  struct List: Codable, Hashable {
    var name: String
    /// What it was made for, by the names of targets.
    var targets: [String]
    /// The names of the lists that it is made of.
    var inputs: [String]
    /// The kind and dialect that each input was read as, in words; nil if unknown.
    var readings: [String]?
    @Counted var lines = 0
    @Counted var filters = 0
    @Counted var inactive = 0
    var outcomes = Outcomes()
    /// Most first.
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

  /// Filters by what became of them.
  struct Outcomes: Codable, Hashable {
    @Counted var exact = 0
    @Counted var approximated = 0
    @Counted var inPage = 0
    @Counted var deferred = 0
    @Counted var dropped = 0

    subscript(outcome: Outcome) -> Int {
      get {
        switch outcome {
        case .exact: exact
        case .approximated: approximated
        case .inPage: inPage
        case .deferred: deferred
        case .dropped: dropped
        }
      }
      set {
        switch outcome {
        case .exact: exact = newValue
        case .approximated: approximated = newValue
        case .inPage: inPage = newValue
        case .deferred: deferred = newValue
        case .dropped: dropped = newValue
        }
      }
    }

    var total: Int { Outcome.allCases.reduce(0) { $0 + self[$1] } }

    static func += (left: inout Outcomes, right: Outcomes) {
      for outcome in Outcome.allCases { left[outcome] += right[outcome] }
    }
  }

  /// A construct or an option of the syntax.
  struct Row: Codable, Hashable {
    var name: String
    var outcomes: Outcomes
  }

  struct Reason: Codable, Hashable {
    var outcome: String
    var id: String
    @Counted var filters = 0
    var examples: [Example] = []

    /// How many are shown.
    static let exampleLimit = 5
  }

  struct Example: Codable, Hashable {
    var file: String
    @Counted var line = 0
    var filter: String
    /// What is said of this very filter.
    var message: String
  }

  struct Note: Codable, Hashable {
    var id: String
    @Counted var filters = 0
  }

  /// A rule list that was written, with what it may be.
  struct File: Codable, Hashable {
    var name: String
    @Counted var rules = 0
    @Counted var bytes = 0
    @Counted var ruleLimit = 0
    /// Nil where no limit is known.
    var byteLimit: Int?
    var compressedBytes: Int?
  }

  /// What a file costs pages, or shards together.
  struct Cost: Codable, Hashable {
    var file: String
    @Counted var selectors = 0
    @Counted var automata = 0
    @Counted var microsecondsPerDocument = 0
    @Counted var microsecondsPerRequest = 0
    /// The dearest first.
    var dearest: [Filter] = []

    struct Filter: Codable, Hashable {
      /// Where it stands, `easylist.txt:512`, or else its rule.
      var place: String
      /// The filter, or else what the rule has of it.
      var text: String
      @Counted var nanosecondsPerDocument = 0
      @Counted var nanosecondsPerRequest = 0

      /// What it adds to a page of 50 requests.
      var nanosecondsPerPage: Int { nanosecondsPerDocument + 50 * nanosecondsPerRequest }
    }

    /// How many filters are shown.
    static let filterLimit = 10
  }
}

/// A number of things, as it may stand in a file that anybody can have written: the sum of as many of them as a file has
/// room for is a number too.
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
