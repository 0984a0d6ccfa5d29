import ContentBlocker
import Conversion
import FilterSyntax
import ListBuilding

/// The values of all flags, with their defaults, and the operands of the command.
///
/// One structure for every command: a flag that two commands share is one row of the table and one
/// property here, and a command reads those that its flags set.
struct Arguments: Equatable, Sendable {
  /// Words that are not flags: files, or the command that help is wanted for.
  var operands: [String] = []
  /// Where the JSON goes; nil for standard output.
  var output: String?
  /// Where the filters go that need a script in the page; nil for nowhere.
  var advanced: String?
  /// Which filters rules come from: files to read, or the one to write.
  var sourceMaps: [String] = []
  /// The load that `match` is asked about: the page, what it loads, for what, in which frame.
  var page: String?
  var url: String?
  var requestType: Request.Kind?
  var frame: String?
  /// The public suffix list; nil for the system's.
  var suffixes: String?
  /// All of what is otherwise cut short.
  var showsAll = false
  /// At which differences `diff` fails.
  var failOnDifference = DifferenceThreshold.never
  /// Two rule lists instead of one.
  var splits = false
  /// What gets a list of its own when lists are merged.
  var mergeSplit = MergeOptions().split
  /// Whether exceptions of one input lift rules of another.
  var sharesExceptions = false
  /// Whether exceptions go to the end of every list.
  var appendsExceptions = false
  /// Whether inputs with conflicting licences may share a list.
  var mixesLicences = false
  /// Whether what waits for the user's click is blocked.
  var blocksClickToLoad = false
  /// The version of the app that Tracker Radar's rules are for; nil for the newest.
  var appVersion: String?
  /// The folder with surrogate scripts; nil for none.
  var surrogates: String?
  /// The WebKit that the output is for.
  var target = ConversionOptions().target
  /// The WebKit that a list is checked for; nil for none in particular.
  var checkedTarget: Target?
  /// What a line that is no more than a host name means.
  var dialect = DialectChoice.auto
  /// Names that hold in `!#if`, besides those that always do.
  var constants: [String] = []
  /// The most rules in a list; nil for the target's limit.
  var maximumRules: Int?
  /// What happens beyond that.
  var domainScope = ConversionOptions().domainScope
  var limitPolicy = ConversionOptions().limitPolicy
  /// Which of the forms that mean the same is wanted.
  var preferredForm = ConversionOptions().preferredForm
  /// The most bytes of a rule list; nil for any number.
  var maximumBytes: Int?
  /// What ends a check with a status of its own.
  var failOn = FailureLevel.error
  /// How many of the dearest patterns are shown.
  var costs = 0
  /// Whether the WebKit of this machine is asked too.
  var usesEngine = false
  /// How long a compile may take, in seconds.
  var timeout = 300
  /// How diagnostics are written.
  var format = DiagnosticFormat.text
  /// The most diagnostics in text; 0 for all.
  var maximumDiagnostics = 50
  /// Nothing but errors.
  var isQuiet = false
  /// How many threads convert; nil for as many as the machine has cores.
  var threads: Int?
  /// Where fetched lists are kept; nil for the user's cache.
  var cache: String?
  /// Builds again when something changes.
  var watches = false
  /// Where `serve` listens.
  var address = "127.0.0.1"
  /// Whether `serve` lets pages of other origins read the files.
  var sharesFiles = false
  /// Where `serve` listens, 0 for any port that is free; none for the one that it listens on by default.
  var ports: [Int] = []
  /// Whether `conformance` writes the lists that try sizes.
  var writesSizes = false
  /// Fetches nothing.
  var isOffline = false
  /// Asks for everything.
  var refreshes = false
  /// Whether lists are believed that have shrunk.
  var believes = false
  /// Whether text on standard error has colours.
  var color = ColorChoice.auto
}

/// How diagnostics are written.
enum DiagnosticFormat: String, CaseIterable, Sendable {
  /// For people, with the line and a caret.
  case text
  /// For programs, one JSON object a line.
  case jsonLines = "jsonl"
}

/// From which severity on findings end a check with a status of its own.
enum FailureLevel: String, CaseIterable, Sendable {
  case error
  case warning
  case note
  /// Findings are no failure.
  case never
}

/// Whether text has colours.
enum ColorChoice: String, CaseIterable, Sendable {
  /// On a terminal that can, unless `NO_COLOR` is set.
  case auto
  case always
  case never
}

/// The dialect of the lists.
enum DialectChoice: String, CaseIterable, Sendable {
  /// Detected from each list.
  case auto
  case adblockPlus = "abp"
  case uBlockOrigin = "ublock"
  case adGuard = "adguard"
  case hosts

  /// The dialect, or nil to detect it.
  var dialect: Dialect? { Dialect(rawValue: rawValue) }
}
