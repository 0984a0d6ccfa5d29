import Conversion
import FilterSyntax

/// What of a run is told, and how: the same for all commands that have something to tell.
struct Reporting: Sendable {
  /// Whether text has colours.
  var color = ColorChoice.auto
  /// How much goes to standard error.
  var detail = Detail.usual
  /// Whether nothing but errors goes to standard error.
  var isQuiet: Bool { detail == .quiet }
  /// Of what has no places in files.
  var format = DiagnosticFormat.text
  /// Of what is one thing: a build, an explanation.
  var objectFormat = ObjectFormat.text
  /// Of findings in files.
  var findingFormat = FindingFormat.text
  /// How the target differs from the one that was named; nil where it does not.
  var targetNote: String?
  /// Whether all that is written is for people, so that a note in between does no harm.
  var isText: Bool { format == .text && objectFormat == .text && findingFormat == .text }
  /// Which findings are shown as text.
  var listing = FindingListing.groups
  /// Maximum number of findings in a text that lists each, where nothing else is asked for.
  static let usualMaximum = 50
  /// Maximum number of findings of a command that always lists each.
  var maximumDiagnostics: Int { listing.maximum ?? Self.usualMaximum }
}

/// Which findings are shown as text.
enum FindingListing: Hashable, Sendable {
  /// One for each reason, with how many there are.
  case groups
  /// Each, up to a maximum.
  case each(atMost: Int)
  /// None; only how many there are for each reason.
  case counts

  /// Maximum number of findings, where one is asked for.
  var maximum: Int? {
    if case .each(let maximum) = self { maximum } else { nil }
  }
}

/// How much of a run is told on standard error.
enum Detail: Sendable {
  /// Errors.
  case quiet
  case usual
  /// Each step too.
  case verbose
}

/// How diagnostics are written.
enum DiagnosticFormat: String, CaseIterable, Sendable {
  /// For people, with the line and a caret.
  case text
  /// For programs, one JSON object a line.
  case jsonLines = "jsonl"
}

/// How what a command has to say is written where it is one thing.
enum ObjectFormat: String, CaseIterable, Sendable {
  /// For people.
  case text
  /// For programs, one JSON object in a line on standard output.
  case json
}

/// Whether text has colours.
enum ColorChoice: String, CaseIterable, Sendable {
  /// On a terminal that can, or anywhere where `CLICOLOR_FORCE` is set; never where `NO_COLOR` is.
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
}

extension ConversionOptions {
  /// The dialect as `--dialect` names it.
  var dialectChoice: DialectChoice {
    get { dialect.flatMap { DialectChoice(rawValue: $0.rawValue) } ?? .auto }
    set { dialect = Dialect(rawValue: newValue.rawValue) }
  }

  /// Takes what `--define` says, `NAME` or `NAME=false`, over what was said before.
  mutating func define(_ definitions: [String]) {
    for definition in definitions {
      if definition.hasSuffix("=false") {
        constants.remove(String(definition.dropLast("=false".count)))
      } else {
        constants.insert(definition)
      }
    }
  }

  /// The definitions of a text with commas between them, or nil where one is none.
  static func definitions(_ text: String) -> [String]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let areDefinitions = words.allSatisfy { word in
      let name = word.hasSuffix("=false") ? word.dropLast("=false".count) : word
      return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    return areDefinitions ? words.map(String.init) : nil
  }
}
