/// The reason why a line is not a valid filter, and the invalid bytes.
public struct SyntaxProblem: TextProblem, Hashable, Sendable {
  /// The reason.
  public var reason: Reason
  /// The range of the invalid bytes.
  public var span: ByteRange

  /// Creates a problem with these bytes.
  public init(_ reason: Reason, _ span: ByteRange) {
    self.reason = reason
    self.span = span
  }

  /// The range in ``span`` as offsets. For a problem in a list, ``FilterList/location(of:inLine:file:)``
  /// returns its location.
  public var place: Range<Int> { span.indices }

  /// A reason why a line is rejected. The raw value is the stable id that reports show.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// The line is not UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// The line contains a NUL or another control character.
    case controlCharacter = "control-character"
    /// The line is longer than 4 MiB.
    case lineTooLong = "line-too-long"
    /// The filter has neither a pattern nor an option.
    case emptyFilter = "empty-filter"
    /// The pattern contains a space, which no URL does.
    case blankInPattern = "blank-in-pattern"
    /// A list of domains is followed by a single `#`: a cosmetic filter that lost one half of its `##`.
    case singleHash = "single-hash"
    /// An option is missing after the `$` or between two commas.
    case emptyOption = "empty-option"
    /// The name of an option contains an invalid character.
    case malformedOption = "malformed-option"
    /// An option requires a value.
    case optionNeedsValue = "option-needs-value"
    /// An option has a value that it cannot take.
    case optionTakesNoValue = "option-takes-no-value"
    /// A `~` precedes an option that cannot be negated.
    case optionNotNegatable = "option-not-negatable"
    /// A list of domains is empty.
    case emptyDomainList = "empty-domain-list"
    /// A domain is not a host name, an entity `name.*`, `*` or a regex.
    case invalidDomain = "invalid-domain"
    /// A cosmetic filter has nothing after its marker.
    case emptyBody = "empty-body"
    /// The `]` that closes the modifiers in `[$` is missing.
    case unclosedModifiers = "unclosed-modifiers"
    /// No cosmetic filter follows `[$...]`.
    case missingMarker = "missing-marker"
    /// A modifier in `[$...]` is unknown.
    case unknownModifier = "unknown-modifier"
    /// A line of a hosts file has an invalid host name.
    case invalidHost = "invalid-host"
    /// An entry of another program's list is not about a host.
    case unsupportedEntry = "unsupported-entry"
    /// `%include ...%`: the file is a template that python-abp has not yet turned into a list.
    case templateInstruction = "template-instruction"
    /// An `!#if` is not closed by an `!#endif`.
    case unclosedCondition = "unclosed-if"
    /// An `!#else` is outside an `!#if`, or is the second one in it.
    case strayElse = "stray-else"
    /// An `!#endif` has no `!#if`.
    case strayEndif = "stray-endif"
    /// The condition of an `!#if` does not consist of names, `!`, `&&`, `||` and parentheses.
    case malformedCondition = "malformed-condition"
  }
}

extension SyntaxProblem.Reason {
  /// Returns the probable cosmetic filter for `domains#selector`; nil if a path precedes the `#`.
  private static func suggestion(forHash text: String) -> String? {
    guard let hash = text.firstIndex(of: "#"),
      text[..<hash].allSatisfy({ $0.isLetter || $0.isNumber || "-._,~*".contains($0) })
    else { return nil }
    let body = text[text.index(after: hash)...]
    return body.isEmpty ? nil : "\(text[..<hash])##\(body)"
  }

  /// Returns the texts about the reason, which are only defined here. `text` contains the affected bytes.
  public func definition(about text: String = "") -> ReasonDefinition {
    switch self {
    case .invalidUTF8:
      .init(
        "the line is not valid UTF-8",
        meaning:
          "The line has bytes that are not UTF-8, often from a list that was saved as Latin-1 or cut in the middle.",
        example: "||ads.example/caf\\xE9", instead: "save the list as UTF-8", advice: .instead)
    case .controlCharacter:
      .init(
        "the line has a control character in it",
        meaning:
          "The line has a NUL or another control character, which no filter has and most programs cut lines at.",
        example: "||ads.example\\x00^", instead: "remove the character", advice: .instead)
    case .lineTooLong:
      .init(
        "the line is longer than 4 MiB", meaning: "The line is longer than 4 MiB, which no list needs.",
        example: "a.com,b.com,…##.ad", instead: "split it into several filters of the same kind",
        advice: "split the line into several filters")
    case .emptyFilter:
      .init(
        "the filter has neither a pattern nor an option",
        meaning:
          "Only anchors are left of the filter: it would match every URL, and hardly anyone means that.",
        example: "@@||", instead: "write a pattern, or `*` for every URL",
        advice: "write a pattern, for example ||ads.example^; to match everything write *")
    case .blankInPattern:
      .init(
        "a blank inside of the pattern: no URL has one",
        meaning:
          "There is a blank in the pattern, and URLs have none. Mostly the line is a comment without its `!`.",
        example: "This is no filter", instead: "write `%20`, or begin the line with `!`",
        advice: "write %20, or start the line with ! if it is a comment")
    case .singleHash:
      .init(
        "a cosmetic filter has '##' between domains and selector, not '#'",
        meaning:
          "A single `#` follows a list of domains. As a pattern nothing matches it: the fragment of a URL is not part of the request.",
        example: "news.example#.ad", instead: "write `news.example##.ad`",
        advice: Self.suggestion(forHash: text).map { ReasonDefinition.Advice.words("did you mean '\($0)'?") }
          ?? .instead)
    case .emptyOption:
      .init(
        "an option is missing here",
        meaning: "An option is missing after the `$` or between two commas, so the filter may be cut off.",
        example: "||ads.example^$script,", instead: "remove the comma or the `$`", advice: .instead)
    case .malformedOption:
      .init(
        "'\(text)' is not an option",
        meaning: "What follows the `$` has a character that no option's name has.",
        example: "||ads.example^$script,im@ge",
        instead: "write options as `name` or `name=value`, with commas between them",
        advice: "names of options are letters, digits, - and _")
    case .optionNeedsValue:
      .init(
        "the option '\(text)' needs a value", meaning: "The option says nothing without a value.",
        example: "||ads.example^$domain", instead: "write `domain=news.example`",
        advice: "write it as name=value")
    case .optionTakesNoValue:
      .init(
        "the option '\(text)' takes no value",
        meaning: "The option has no value, so the filter means something that is not known here.",
        example: "||ads.example^$script=1", instead: "remove everything from the `=`", advice: .instead)
    case .optionNotNegatable:
      .init(
        "the option '\(text)' cannot be negated", meaning: "The option has no opposite that `~` could mean.",
        example: "||ads.example^$~important", instead: "remove the `~`, or the option",
        advice: "remove the ~")
    case .emptyDomainList:
      .init(
        "the list of domains is empty",
        meaning:
          "Where domains should stand there are only separators. Taken for none, the filter would act everywhere.",
        example: ",##.ad", instead: "name a domain, or remove the separators",
        advice: "name a domain, or remove the list and its separator")
    case .invalidDomain:
      .init(
        "'\(text)' is not a domain",
        meaning: "An entry among the domains is none: not a host name, `name.*`, `*` or `/regex/`.",
        example: "news.example:8080##.ad", instead: "write the host name alone: `news.example##.ad`",
        advice: "write a host name without scheme, port and path, name.* for any public suffix, * or /regex/")
    case .emptyBody:
      .init(
        "nothing follows the marker '\(text)'", meaning: "Nothing follows the marker.",
        example: "news.example##", instead: "write a CSS selector behind it",
        advice: "write a CSS selector after the marker")
    case .unclosedModifiers:
      .init(
        "'[$' is never closed by ']'", meaning: "AdGuard's modifiers begin with `[$` and are never closed.",
        example: "[$path=/news##.ad", instead: "close them before the marker: `[$path=/news]##.ad`",
        advice: "close the modifiers before the marker: [$path=/x]##.ad")
    case .missingMarker:
      .init(
        "no cosmetic filter follows the modifiers",
        meaning: "Modifiers in `[$…]` belong to a cosmetic filter, and none follows.",
        example: "[$path=/news]", instead: "write one behind them: `[$path=/news]##.ad`",
        advice: "write a cosmetic filter behind them: [$path=/x]##.ad")
    case .unknownModifier:
      .init(
        "unknown modifier '\(text)'",
        meaning: "A modifier in `[$…]` is not known. Without it the filter would act where it should not.",
        example: "[$since=1]news.example##.ad", instead: "use `domain`, `path`, `url` or `app`",
        advice: "the modifiers are domain, path, url and app")
    case .invalidHost:
      .init(
        "'\(text)' is not a host name",
        meaning: "The line is one of a hosts file, and what follows the address is no host name.",
        example: "0.0.0.0 ads.example/banner", instead: "write the name alone; hosts files have no paths")
    case .unsupportedEntry:
      .init(
        "the entry '\(text)' is not about a host, and no filter says the same",
        meaning:
          "The file is a list for a DNS server or a proxy, and the entry is about something else than a host name: an address, a keyword, a program.",
        example: "DOMAIN-SUFFIX,ads.example\nIP-CIDR,192.0.2.0/24", instead: "remove the entry",
        advice: .instead)
    case .templateInstruction:
      .init(
        "this is an instruction to python-abp, not a filter",
        meaning:
          "The line is an instruction to python-abp: the file is the source of a list, and not the list.",
        example: "%include easylist:adservers.txt%", instead: "take the list that is made from this file",
        advice: .instead)
    case .unclosedCondition:
      .init(
        "no '!#endif' closes this '!#if': it decides about all filters that follow",
        meaning:
          "An `!#if` has no `!#endif`. It decides about all filters up to the end of the list, which may be more than its author meant.",
        example: "!#if env_safari\n||ads.example^",
        instead: "write `!#endif` behind the last filter that it is about",
        advice: "write '!#endif' behind the last filter that it is about")
    case .strayElse:
      .init(
        "this '!#else' belongs to no '!#if', so it says nothing",
        meaning: "An `!#else` stands outside of an `!#if`, or is the second of one. It changes nothing.",
        example: "!#else\n||ads.example^", instead: "remove it, or write the `!#if` before it",
        advice: "remove it, or write the '!#if' before it")
    case .strayEndif:
      .init(
        "this '!#endif' belongs to no '!#if', so it says nothing",
        meaning:
          "An `!#endif` has no `!#if`. It changes nothing; an `!#if` before it may be lost or misspelt.",
        example: "||ads.example^\n!#endif", instead: "remove it, or write the `!#if` that it closes",
        advice: "remove it, or write the '!#if' that it closes")
    case .malformedCondition:
      .init(
        "'\(text)' is no condition, so it does not hold",
        meaning:
          "What follows `!#if` is not made of names, `!`, `&&`, `||` and parentheses. It does not hold, so the filters behind it do not count.",
        example: "!#if env_safari and adguard\n||ads.example^\n!#endif",
        instead: "write `!#if env_safari && adguard`",
        advice: "write names with !, &&, || and parentheses: !#if (env_safari && !adguard)")
    }
  }
}
