/// Why a line is not a filter of the syntax, and which bytes are wrong.
public struct SyntaxProblem: Error, Hashable, Sendable {
  /// Why.
  public var reason: Reason
  /// The bytes that are wrong.
  public var span: ByteRange

  /// A problem with these bytes.
  public init(_ reason: Reason, _ span: ByteRange) {
    self.reason = reason
    self.span = span
  }

  /// Why a line is rejected; the raw value is the stable id that reports show.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// The line is not UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// The line has a NUL or another control character.
    case controlCharacter = "control-character"
    /// The line is longer than 4 MiB.
    case lineTooLong = "line-too-long"
    /// There is neither a pattern nor an option.
    case emptyFilter = "empty-filter"
    /// A pattern with a blank in it, which no URL has.
    case blankInPattern = "blank-in-pattern"
    /// Nothing between two commas of the options, or after the `$`.
    case emptyOption = "empty-option"
    /// An option's name with a character that no name has.
    case malformedOption = "malformed-option"
    /// An option that means nothing without a value.
    case optionNeedsValue = "option-needs-value"
    /// An option with a value that it cannot have.
    case optionTakesNoValue = "option-takes-no-value"
    /// `~` before an option that has no opposite.
    case optionNotNegatable = "option-not-negatable"
    /// A list of domains without a domain.
    case emptyDomainList = "empty-domain-list"
    /// A domain that is neither a host name, an entity `name.*`, `*` nor a regex.
    case invalidDomain = "invalid-domain"
    /// Nothing after the marker of a cosmetic filter.
    case emptyBody = "empty-body"
    /// `[$` without the `]` that ends the modifiers.
    case unclosedModifiers = "unclosed-modifiers"
    /// `[$...]` without a cosmetic filter behind it.
    case missingMarker = "missing-marker"
    /// A modifier in `[$...]` that is not known.
    case unknownModifier = "unknown-modifier"
    /// A line of a hosts file without a valid host name.
    case invalidHost = "invalid-host"
    /// `%include ...%`: the source of a list, from which python-abp has not yet made the list.
    case templateInstruction = "template-instruction"
    /// An `!#if` that no `!#endif` closes.
    case unclosedCondition = "unclosed-if"
    /// An `!#else` outside of an `!#if`, or the second of one.
    case strayElse = "stray-else"
    /// An `!#endif` without an `!#if`.
    case strayEndif = "stray-endif"
    /// A condition of `!#if` that is not made of names, `!`, `&&`, `||` and parentheses.
    case malformedCondition = "malformed-condition"

    /// What is wrong, in one line; `text` are the bytes that it is about.
    public func message(about text: String) -> String {
      switch self {
      case .invalidUTF8: "the line is not valid UTF-8"
      case .controlCharacter: "the line has a control character in it"
      case .lineTooLong: "the line is longer than 4 MiB"
      case .emptyFilter: "the filter has neither a pattern nor an option"
      case .blankInPattern: "a blank inside of the pattern: no URL has one"
      case .emptyOption: "an option is missing here"
      case .malformedOption: "'\(text)' is not an option"
      case .optionNeedsValue: "the option '\(text)' needs a value"
      case .optionTakesNoValue: "the option '\(text)' takes no value"
      case .optionNotNegatable: "the option '\(text)' cannot be negated"
      case .emptyDomainList: "the list of domains is empty"
      case .invalidDomain: "'\(text)' is not a domain"
      case .emptyBody: "nothing follows the marker '\(text)'"
      case .unclosedModifiers: "'[$' is never closed by ']'"
      case .missingMarker: "no cosmetic filter follows the modifiers"
      case .unknownModifier: "unknown modifier '\(text)'"
      case .invalidHost: "'\(text)' is not a host name"
      case .templateInstruction: "this is an instruction to python-abp, not a filter"
      case .unclosedCondition: "no '!#endif' closes this '!#if': it decides about all filters that follow"
      case .strayElse: "this '!#else' belongs to no '!#if', so it says nothing"
      case .strayEndif: "this '!#endif' belongs to no '!#if', so it says nothing"
      case .malformedCondition: "'\(text)' is no condition, so it does not hold"
      }
    }

    /// What the author of the line can do, or nil.
    public var advice: String? {
      switch self {
      case .invalidUTF8: "save the list as UTF-8"
      case .controlCharacter: "remove the character"
      case .lineTooLong: "split the line into several filters"
      case .emptyFilter: "write a pattern, for example ||ads.example^; to match everything write *"
      case .blankInPattern: "write %20, or start the line with ! if it is a comment"
      case .emptyOption: "remove the comma or the $"
      case .malformedOption: "names of options are letters, digits, - and _"
      case .optionNeedsValue: "write it as name=value"
      case .optionTakesNoValue: "remove everything from the ="
      case .optionNotNegatable: "remove the ~"
      case .emptyDomainList: "name a domain, or remove the list and its separator"
      case .invalidDomain:
        "write a host name without scheme, port and path, name.* for any public suffix, * or /regex/"
      case .emptyBody: "write a CSS selector after the marker"
      case .unclosedModifiers: "close the modifiers before the marker: [$path=/x]##.ad"
      case .missingMarker: "write a cosmetic filter behind them: [$path=/x]##.ad"
      case .unknownModifier: "the modifiers are domain, path, url and app"
      case .invalidHost: nil
      case .templateInstruction: "take the list that is made from this file"
      case .unclosedCondition: "write '!#endif' behind the last filter that it is about"
      case .strayElse: "remove it, or write the '!#if' before it"
      case .strayEndif: "remove it, or write the '!#if' that it closes"
      case .malformedCondition: "write names with !, &&, || and parentheses: !#if (env_safari && !adguard)"
      }
    }
  }
}
