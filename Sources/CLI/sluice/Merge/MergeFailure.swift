import SluiceLists
import SluiceTrackers

enum MergeFailure: CommandFailure {
  /// The name of the output is missing.
  case noOutput
  /// Two outputs would be the same file.
  case sameOutput(String)
  /// A file that the user did not name would be overwritten, but no merge wrote it.
  case outputIsForeign(String)
  /// The result could not be encoded as JSON.
  case notEncodable(String)
  /// Surrogates require Tracker Radar data.
  case surrogatesNeedTrackers
  case surrogates(folder: String, Surrogates.Problem)
  /// Surrogates in page scripts cannot be combined with shared exceptions, because the scripts do not know
  /// them.
  case surrogatesAndSharedExceptions

  var report: FailureReport {
    switch self {
    case .noOutput:
      .usage(
        "a merge needs the name of the first file to write", "add --output NAME.json (not '-')", of: .merge
      )
    case .sameOutput(let name): .failure("two outputs would be '\(name)'", "choose another --output")
    case .outputIsForeign(let name):
      .failure(
        "\(name.quotedName) would be overwritten, and the last merge did not write it",
        "move it away, or write into another folder with --output")
    case .notEncodable(let name): .failure("cannot write '\(name)' as JSON")
    case .surrogatesNeedTrackers:
      .usage(
        "option '--surrogates' needs a Tracker Radar file among the inputs", "name the tds.json too",
        of: .merge)
    case .surrogatesAndSharedExceptions:
      .usage(
        "with '--shared-exceptions' lists override rules of Tracker Radar, but the surrogates of '--page-script' would"
          + " still run",
        "leave out one of the two, or '--surrogates'", of: .merge)
    case .surrogates(let folder, .noMapping):
      .failure("'\(folder)/mapping.json' is not a mapping of trackers to surrogates")
    case .surrogates(let folder, .missingScripts(let names)):
      .failure("surrogates are missing in '\(folder)': \(Self.quoted(names))")
    }
  }

  private static func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}

extension MergeError: CommandFailure {
  var report: FailureReport { FailureReport(message: description, advice: advice, exitCode: .failure) }

  private var advice: [String] {
    switch self {
    case .unusable, .conversion(_, .tooManyRules), .conversion(_, .tooManyBytes): []
    case .conversion(_, .foreign(_, let content, _)): content.advice
    case .invalidRules: ["WebKit must be able to compile the rule list; 'sluice check' names the mistakes"]
    case .exceptionsWithoutTrackers:
      [
        "--append-exceptions appends them to every list",
        // Arrays of hosts are also common as blocklists.
        "in a JSON array, hosts are sites where nothing is blocked: to block them, write one per line",
      ]
    case .severalTrackerFiles: ["merge them one by one; WebKit can use several lists"]
    case .tooManyExceptions: ["raise --max-rules"]
    case .tooLargeExceptions: ["raise --max-bytes"]
    case .tooManyLists: ["merge fewer files at once, or raise --max-rules and --max-bytes"]
    }
  }
}
