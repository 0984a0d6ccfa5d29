import SluiceConversion
import SluiceSyntax

/// The options for output, shared by all commands that print results.
struct Reporting: Sendable {
  var color = ColorChoice.auto
  /// The amount of output on standard error.
  var detail = Detail.usual
  /// Whether only errors go to standard error.
  var isQuiet: Bool { detail == .quiet }
  /// The format of diagnostics without a location in a file.
  var format = DiagnosticFormat.text
  /// The format of single results, such as a build or an explanation.
  var objectFormat = ObjectFormat.text
  /// The format of findings in files.
  var findingFormat = FindingFormat.text
  /// A note about the difference between the target and the given name; nil if they are the same.
  var targetNote: String?
  /// Whether all output is text for people. Only then may notes be printed between results.
  var isText: Bool { format == .text && objectFormat == .text && findingFormat == .text }
  /// The findings that text output lists.
  var listing = FindingListing.groups
  /// The default maximum number of findings to list, for commands that list each finding.
  static let usualMaximum = 50
  /// The maximum number of findings to list, for commands that list each finding.
  var maximumDiagnostics: Int { listing.maximum ?? Self.usualMaximum }
  /// The default maximum number of examples in each section of a comparison as text, which then fits a
  /// screen, and of changes in each group of a comparison of rules.
  static let usualExamples = (ofFilters: 2, ofRules: 3)
}

/// The findings that text output lists.
enum FindingListing: Hashable, Sendable {
  /// One example for each reason, with the number of findings.
  case groups
  /// Each finding, up to a maximum.
  case each(atMost: Int)
  /// Only the number of findings for each reason.
  case counts

  /// The maximum number of findings; nil if the user set none.
  var maximum: Int? {
    if case .each(let maximum) = self { maximum } else { nil }
  }
}

/// The amount of output on standard error.
enum Detail: Sendable {
  /// Only errors.
  case quiet
  case usual
  /// Also each step.
  case verbose
}

enum DiagnosticFormat: String, CaseIterable, Sendable {
  /// Text for people, with the line and a caret.
  case text
  /// JSON for programs, one object per line.
  case jsonLines = "jsonl"
}

/// The format of findings in files.
enum FindingFormat: String, CaseIterable, Sendable {
  /// Text for people, with the line and a caret.
  case text
  /// JSON for programs, one object per line.
  case jsonLines = "jsonl"
  /// Annotations of GitHub Actions.
  case github
  /// SARIF 2.1.0, which code hosts and editors support.
  case sarif
  /// JUnit XML, which Jenkins and others show as tests.
  case junit
  /// GitLab's Code Quality.
  case gitlab
}

/// The format of a single result.
enum ObjectFormat: String, CaseIterable, Sendable {
  /// Text for people.
  case text
  /// JSON for programs: one object on one line of standard output.
  case json
}

enum ColorChoice: String, CaseIterable, Sendable {
  /// Color on terminals that support it, or anywhere if `CLICOLOR_FORCE` is set, but never if `NO_COLOR` is
  /// set.
  case auto
  case always
  case never
}

/// The values of `--dialect`.
enum DialectChoice: String, CaseIterable, Sendable {
  /// Detected for each list.
  case auto
  case adblockPlus = "abp"
  case uBlockOrigin = "ublock"
  case adGuard = "adguard"
  case hosts
}

extension ConversionOptions {
  /// The dialect as a value of `--dialect`.
  var dialectChoice: DialectChoice {
    get { dialect.flatMap { DialectChoice(rawValue: $0.rawValue) } ?? .auto }
    set { dialect = Dialect(rawValue: newValue.rawValue) }
  }

  /// Applies definitions of `--define` (`NAME` or `NAME=false`) in addition to earlier ones.
  mutating func define(_ definitions: [String]) {
    for definition in definitions {
      if definition.hasSuffix("=false") {
        constants.remove(String(definition.dropLast("=false".count)))
      } else {
        constants.insert(definition)
      }
    }
  }

  /// Splits text into definitions at commas; returns nil if a definition is invalid.
  static func definitions(_ text: String) -> [String]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let areDefinitions = words.allSatisfy { word in
      let name = word.hasSuffix("=false") ? word.dropLast("=false".count) : word
      return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    return areDefinitions ? words.map(String.init) : nil
  }
}
