import ListBuilding

/// What went wrong in a merge, in words.
enum MergeMessages {
  static func advice(_ error: MergeError) -> [String] {
    switch error {
    case .unusable, .conversion: []
    case .invalidRules: ["a rule list must be one that WebKit compiles"]
    case .exceptionsWithoutTrackers: ["--append-exceptions puts them behind every list"]
    case .severalTrackerFiles: ["merge them one by one; WebKit takes several lists"]
    case .tooManyExceptions: ["raise --max-rules"]
    case .tooLargeExceptions: ["raise --max-bytes"]
    }
  }

  static func message(_ problem: Surrogates.Problem, _ folder: String) -> String {
    switch problem {
    case .noMapping: "'\(folder)/mapping.json' is not a mapping of trackers to surrogates"
    case .missingScripts(let names): "surrogates are missing in '\(folder)': \(quoted(names))"
    case .unknownRules(let names):
      "'\(folder)/mapping.json' has rules that the Tracker Radar file has not: \(quoted(names))"
    }
  }

  private static func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
