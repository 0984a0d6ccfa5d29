import Conversion
import FilterSyntax

/// The options for output, shared by all commands that print results.
struct Reporting: Sendable {
  /// Whether to color text.
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
  /// Whether all output is text for people, so that a note may appear in between.
  var isText: Bool { format == .text && objectFormat == .text && findingFormat == .text }
  /// The findings to show as text.
  var listing = FindingListing.groups
  /// The default maximum number of findings in a text that lists each of them.
  static let usualMaximum = 50
  /// The maximum number of findings of a command that always lists each of them.
  var maximumDiagnostics: Int { listing.maximum ?? Self.usualMaximum }
  /// The default maximum number of examples in each section of a comparison as text, which then fits a
  /// screen, and of changes in each group of a comparison of rules.
  static let usualExamples = (ofFilters: 2, ofRules: 3)
}

/// The findings to show as text.
enum FindingListing: Hashable, Sendable {
  /// One finding for each reason, with their number.
  case groups
  /// Each finding, up to a maximum.
  case each(atMost: Int)
  /// No findings, only their number for each reason.
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
  /// Each step, too.
  case verbose
}

/// The format of diagnostics.
enum DiagnosticFormat: String, CaseIterable, Sendable {
  /// Text for people, with the line and a caret.
  case text
  /// JSON for programs, one object per line.
  case jsonLines = "jsonl"
}

/// The format of a single result.
enum ObjectFormat: String, CaseIterable, Sendable {
  /// Text for people.
  case text
  /// JSON for programs, one object in one line on standard output.
  case json
}

/// Whether to color text.
enum ColorChoice: String, CaseIterable, Sendable {
  /// On terminals that support it, or anywhere if `CLICOLOR_FORCE` is set, but never if `NO_COLOR` is set.
  case auto
  case always
  case never
}

/// The dialect of the lists.
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

  /// Applies the definitions of `--define`, `NAME` or `NAME=false`, on top of earlier ones.
  mutating func define(_ definitions: [String]) {
    for definition in definitions {
      if definition.hasSuffix("=false") {
        constants.remove(String(definition.dropLast("=false".count)))
      } else {
        constants.insert(definition)
      }
    }
  }

  /// Splits a text into definitions at commas; returns nil if one is invalid.
  static func definitions(_ text: String) -> [String]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let areDefinitions = words.allSatisfy { word in
      let name = word.hasSuffix("=false") ? word.dropLast("=false".count) : word
      return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    return areDefinitions ? words.map(String.init) : nil
  }
}
