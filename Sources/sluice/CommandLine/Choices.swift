import SluiceConversion
import SluiceSyntax

/// The options for output, shared by all commands that print results.
struct Reporting: Sendable {
  var color = ColorChoice.auto
  var detail = Detail.usual
  var isQuiet: Bool { detail == .quiet }
  /// The format of diagnostics without a location in a file.
  var format = DiagnosticFormat.text
  /// The format of single results, such as a build or an explanation.
  var objectFormat = ObjectFormat.text
  var findingFormat = FindingFormat.text
  /// A note about the difference between the target and the given name; nil if they are the same.
  var targetNote: String?
  /// Whether all output is text for people. Only then may notes be printed between results.
  var isText: Bool { format == .text && objectFormat == .text && findingFormat == .text }
  var listing = FindingListing.groups
  /// The default maximum number of findings to list, for commands that list each finding.
  static let usualMaximum = 50
  var maximumDiagnostics: Int { listing.maximum ?? Self.usualMaximum }
  /// The default maximum number of examples in each section of a comparison as text, which then fits a
  /// screen, and of changes in each group of a comparison of rules.
  static let usualExamples = (ofFilters: 2, ofRules: 3)
}

enum FindingListing: Hashable, Sendable {
  /// One example for each reason, with the number of findings.
  case groups
  case each(atMost: Int)
  /// Only the number of findings for each reason.
  case counts

  /// The maximum number of findings; nil if the user set none.
  var maximum: Int? {
    if case .each(let maximum) = self { maximum } else { nil }
  }
}

enum Detail: Sendable {
  case quiet
  case usual
  case verbose
}

enum DiagnosticFormat: String, CaseIterable, Sendable {
  case text
  case jsonLines = "jsonl"
}

enum FindingFormat: String, CaseIterable, Sendable {
  case text
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

enum ObjectFormat: String, CaseIterable, Sendable {
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
