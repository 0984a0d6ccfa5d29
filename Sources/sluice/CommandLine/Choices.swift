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
  /// The maximum number of diagnostics to print as text.
  var maximumDiagnostics = 50
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
