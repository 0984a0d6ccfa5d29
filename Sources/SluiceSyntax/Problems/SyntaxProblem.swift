import SluiceText

/// The reason why a line is not a valid filter, and the invalid bytes.
public struct SyntaxProblem: TextProblem, Hashable, Sendable {
  /// The reason why the line is invalid.
  public var reason: Reason
  /// The range of the invalid bytes.
  public var span: ByteRange

  /// Creates a problem with these bytes.
  package init(_ reason: Reason, span: ByteRange) {
    self.reason = reason
    self.span = span
  }

  /// The offsets of ``span``. For a problem in a list, ``FilterList/location(of:inLine:file:)`` returns the
  /// line and column.
  public var place: Range<Int> { span.indices }

  /// A reason why a line is rejected. The raw value is the stable id that reports show.
  @nonexhaustive public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// The line is not UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// The line contains a NUL or another control character.
    case controlCharacter = "control-character"
    /// The line is longer than 4 MiB.
    case lineTooLong = "line-too-long"
    /// The line is a marker of a merge conflict.
    case mergeConflict = "merge-conflict"
    /// The filter has neither a pattern nor an option.
    case emptyFilter = "empty-filter"
    /// The pattern has so few characters that ad blockers refuse it.
    case patternTooShort = "pattern-too-short"
    /// The pattern contains a space, which cannot occur in a URL.
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
    /// An option is repeated, which uBlock Origin refuses.
    case repeatedOption = "repeated-option"
    /// uBlock Origin refuses the option without `domain=`.
    case optionNeedsDomain = "option-needs-domain"
    /// uBlock Origin refuses the option next to a pattern that is not a regex.
    case optionNeedsRegex = "option-needs-regex"
    /// The ad blocker of the list refuses the option in an exception.
    case optionNotInException = "option-not-in-exception"
    /// AdGuard refuses an option next to another one.
    case incompatibleOptions = "incompatible-options"
    /// A list of domains has an empty entry, which uBlock Origin and AdGuard refuse.
    case emptyDomain = "empty-domain"
    /// A filter has domains both in `[$domain=...]` and before its marker.
    case repeatedDomains = "repeated-domains"
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
  /// Returns the text that was meant by the affected text; nil if no single text is possible.
  package func correction(of text: String) -> String? {
    self == .singleHash ? Self.suggestion(forHash: text) : nil
  }

  /// Returns the cosmetic filter that `domains#selector` probably means; nil if a path precedes the `#`.
  private static func suggestion(forHash text: String) -> String? {
    let bytes = Array(text.utf8)
    guard let hash = bytes.firstIndex(of: ASCII.hash), hash + 1 < bytes.count,
      String(decoding: bytes[..<hash], as: UTF8.self).unicodeScalars.allSatisfy({ isOfDomains($0) })
    else { return nil }
    return String(decoding: bytes[...hash] + bytes[hash...], as: UTF8.self)
  }

  private static func isOfDomains(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.isASCII else { return scalar.category == .letter || scalar.category == .partOfWord }
    let byte = UInt8(truncatingIfNeeded: scalar.value)
    return byte.isLetter || byte.isDigit || "-._,~*".utf8.contains(byte)
  }

  /// Returns the texts about the reason. `text` contains the affected bytes.
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
        "the line contains a control character",
        meaning:
          "The line has a NUL or another control character. No filter needs one, and most programs cut the line there.",
        example: "||ads.example\\x00^", instead: "remove the character", advice: .instead)
    case .lineTooLong:
      .init(
        "the line is longer than 4 MiB", meaning: "The line is longer than 4 MiB, which no list needs.",
        example: "a.com,b.com,…##.ad", instead: "split it into several filters of the same kind",
        advice: "split the line into several filters")
    case .mergeConflict:
      .init(
        "the line is a marker of an unresolved merge conflict",
        meaning:
          "Version control wrote the line because two changes of the list contradict each other. The filters of both sides are still in the list.",
        example: "<<<<<<< HEAD", instead: "keep the filters of one side or of both, and remove the markers",
        advice: .instead)
    case .emptyFilter:
      .init(
        "the filter has no pattern and no option",
        meaning:
          "The filter consists only of anchors. It would match every URL, which is rarely intended.",
        example: "@@||", instead: "write a pattern, or `*` for every URL",
        advice: "write a pattern, for example ||ads.example^; to match everything write *")
    case .patternTooShort:
      .init(
        "ad blockers refuse '\(text)', because it matches URLs by accident",
        meaning:
          "The pattern has very few characters and no option that limits it. Adblock Plus and AdGuard refuse fewer than"
          + " four characters without `domain=`, and uBlock Origin a single character without options. If the dialect of"
          + " the list is unknown, the filter is dropped if all of them refuse it, or if it consists only of punctuation.",
        example: ".", instead: "write more of the URL: `/ads/banner`, `||ads.example^`",
        advice: "write more of the URL, or the host")
    case .blankInPattern:
      .init(
        "the pattern contains a space, which no URL has",
        meaning:
          "The pattern contains a space, which no URL has. Usually the line is a comment that lacks its `!`.",
        example: "This is not a filter", instead: "write `%20`, or begin the line with `!`",
        advice: "write %20, or start the line with ! if it is a comment")
    case .singleHash:
      .init(
        "a cosmetic filter needs '##' between domains and selector, not '#'",
        meaning:
          "A single `#` follows a list of domains. Read as a pattern, it matches no URL: the fragment is not part of the request.",
        example: "news.example#.ad", instead: "write `news.example##.ad`",
        advice: Self.suggestion(forHash: text).map { ReasonDefinition.Advice.words("did you mean '\($0)'?") }
          ?? .instead)
    case .emptyOption:
      .init(
        "an option is missing",
        meaning: "An option is missing after the `$` or between two commas. The filter may be cut off.",
        example: "||ads.example^$script,", instead: "remove the comma or the `$`", advice: .instead)
    case .malformedOption:
      .init(
        "'\(text)' is not an option",
        meaning: "The text after the `$` contains a character that is not allowed in the name of an option.",
        example: "||ads.example^$script,im@ge",
        instead: "write options as `name` or `name=value`, separated by commas",
        advice: "option names consist of letters, digits, - and _")
    case .optionNeedsValue:
      .init(
        "the option '\(text)' needs a value", meaning: "The option has no meaning without a value.",
        example: "||ads.example^$domain", instead: "write `domain=news.example`",
        advice: "write name=value")
    case .optionTakesNoValue:
      .init(
        "the option '\(text)' takes no value",
        meaning: "The option takes no value, so the meaning of the filter is unknown.",
        example: "||ads.example^$script=1", instead: "remove the `=` and the value", advice: .instead)
    case .optionNotNegatable:
      .init(
        "the option '\(text)' cannot be negated",
        meaning: "The option has no opposite that `~` could select.",
        example: "||ads.example^$~important", instead: "remove the `~`, or the option",
        advice: "remove the ~")
    case .repeatedOption:
      .init(
        "uBlock Origin refuses the repeated option '\(text)'",
        meaning: "The list is written for uBlock Origin, which refuses a filter that has an option twice.",
        example: "[uBlock Origin]\n||ads.example^$domain=a.example,domain=b.example",
        instead: "write the option once: `$domain=a.example|b.example`", advice: "write the option once")
    case .optionNeedsDomain:
      .init(
        "uBlock Origin refuses '\(text)' without 'domain'",
        meaning:
          "The list is written for uBlock Origin, which refuses `denyallow=` without `domain=`. The filter would act on"
          + " nearly all requests of all pages.",
        example: "[uBlock Origin]\n*$script,denyallow=cdn.example",
        instead: "name the pages: `*$script,denyallow=cdn.example,domain=news.example`",
        advice: "name the pages with domain=")
    case .optionNeedsRegex:
      .init(
        "uBlock Origin refuses '\(text)' next to a pattern that is not a regex",
        meaning: "The list is written for uBlock Origin, which accepts `match-case` only next to a regex.",
        example: "[uBlock Origin]\n||ads.example/Banner$match-case",
        instead: "remove the option, or write a regex", advice: .instead)
    case .optionNotInException:
      .init(
        "the ad blocker of this list refuses '\(text)' in an exception",
        meaning:
          "uBlock Origin refuses `important` in exceptions, and AdGuard `all`. The list is written for one of them.",
        example: "[uBlock Origin]\n@@||ads.example^$important", instead: "remove the option",
        advice: .instead)
    case .incompatibleOptions:
      .init(
        "AdGuard refuses '\(text)' next to 'to'",
        meaning: "The list is written for AdGuard, which refuses `denyallow` next to `to`.",
        example: "[AdGuard]\n*$script,denyallow=cdn.example,to=example,domain=news.example",
        instead: "write the hosts in one option: `to=example|~cdn.example`",
        advice: "write the hosts in one option: to=a.example|~b.example")
    case .emptyDomain:
      .init(
        "an entry is missing in the list of domains",
        meaning:
          "The list of domains has an empty entry. uBlock Origin and AdGuard refuse the filter, and the list is written for"
          + " one of them.",
        example: "[uBlock Origin]\n||ads.example^$domain=a.example||b.example",
        instead: "write a domain, or remove the separator", advice: .instead)
    case .repeatedDomains:
      .init(
        "the domains are both in '[$domain=…]' and before the marker",
        meaning:
          "A filter has its domains either in `[$domain=…]` or before the marker. AdGuard refuses both.",
        example: "[$domain=a.example]b.example##.ad",
        instead: "write all of them in one place: `a.example,b.example##.ad`",
        advice: "write all domains in one place")
    case .emptyDomainList:
      .init(
        "the list of domains is empty",
        meaning:
          "The list of domains contains only separators. Without domains the filter would act everywhere.",
        example: ",##.ad", instead: "write a domain, or remove the separators",
        advice: "write a domain, or remove the list and its separator")
    case .invalidDomain:
      .init(
        "'\(text)' is not a domain",
        meaning:
          "An entry in the list of domains is invalid: it is not a host name, `name.*` or `/regex/`. Before the marker of"
          + " a cosmetic filter, `*` stands for every domain; in options, it stands for none.",
        example: "news.example:8080##.ad", instead: "write the host name alone: `news.example##.ad`",
        advice: "write a host name without scheme, port and path, name.* for any public suffix, or /regex/")
    case .emptyBody:
      .init(
        "nothing follows the marker '\(text)'", meaning: "Nothing follows the marker.",
        example: "news.example##", instead: "write a CSS selector after it",
        advice: "write a CSS selector after the marker")
    case .unclosedModifiers:
      .init(
        "'[$' has no closing ']'", meaning: "AdGuard's modifiers begin with `[$` and have no closing `]`.",
        example: "[$path=/news##.ad", instead: "close them before the marker: `[$path=/news]##.ad`",
        advice: "close the modifiers before the marker: [$path=/x]##.ad")
    case .missingMarker:
      .init(
        "the modifiers are not followed by a cosmetic filter",
        meaning: "Modifiers in `[$…]` belong to a cosmetic filter, which is missing.",
        example: "[$path=/news]", instead: "write one after them: `[$path=/news]##.ad`",
        advice: "write a cosmetic filter after them: [$path=/x]##.ad")
    case .unknownModifier:
      .init(
        "unknown modifier '\(text)'",
        meaning: "A modifier in `[$…]` is unknown. Without it the filter would act where it should not.",
        example: "[$since=1]news.example##.ad", instead: "use `domain`, `path`, `url` or `app`",
        advice: "the modifiers are domain, path, url and app")
    case .invalidHost:
      .init(
        "'\(text)' is not a host name",
        meaning:
          "The list names hosts, as hosts files and lists of domains do, and this line names none. Read as a pattern, it"
          + " could match every URL.",
        example: "0.0.0.0 ads.example/banner",
        instead: "write the host name alone; lists of hosts have no paths and no patterns")
    case .unsupportedEntry:
      .init(
        "the entry '\(text)' is not about a host, so no filter can express it",
        meaning:
          "The file is a list for a DNS server or a proxy. The entry is not about a host name but about an address, a keyword or a program.",
        example: "DOMAIN-SUFFIX,ads.example\nIP-CIDR,192.0.2.0/24", instead: "remove the entry",
        advice: .instead)
    case .templateInstruction:
      .init(
        "an instruction to python-abp, not a filter",
        meaning:
          "The line is an instruction to python-abp. The file is the template of a list, not the list itself.",
        example: "%include easylist:adservers.txt%",
        instead: "use the list that python-abp makes of this file",
        advice: .instead)
    case .unclosedCondition:
      .init(
        "this '!#if' has no '!#endif': it applies to all filters that follow",
        meaning:
          "An `!#if` has no `!#endif`. It applies to all filters up to the end of the list, which may be more than intended.",
        example: "!#if env_safari\n||ads.example^",
        instead: "write `!#endif` after the last filter that it applies to",
        advice: "write '!#endif' after the last filter that it applies to")
    case .strayElse:
      .init(
        "this '!#else' has no '!#if' and is ignored",
        meaning: "An `!#else` is outside an `!#if`, or is the second one in it. It is ignored.",
        example: "!#else\n||ads.example^", instead: "remove it, or write the `!#if` before it",
        advice: "remove it, or write the '!#if' before it")
    case .strayEndif:
      .init(
        "this '!#endif' has no '!#if' and is ignored",
        meaning:
          "An `!#endif` has no `!#if`. It is ignored; an `!#if` before it may be lost or misspelled.",
        example: "||ads.example^\n!#endif", instead: "remove it, or write the `!#if` that it closes",
        advice: "remove it, or write the '!#if' that it closes")
    case .malformedCondition:
      .init(
        "'\(text)' is not a valid condition and counts as false",
        meaning:
          "The text after `!#if` does not consist of names, `!`, `&&`, `||` and parentheses. It counts as false, so the filters after it are skipped.",
        example: "!#if env_safari and adguard\n||ads.example^\n!#endif",
        instead: "write `!#if env_safari && adguard`",
        advice: "combine names with !, &&, || and parentheses: !#if (env_safari && !adguard)")
    }
  }
}

extension SyntaxProblem: CustomStringConvertible {
  /// The message for the user.
  public var description: String { reason.definition().message }
}
