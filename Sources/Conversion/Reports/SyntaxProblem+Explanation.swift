import FilterSyntax

extension SyntaxProblem.Reason {
  /// What it means, an example, and what to do instead.
  var explanation: ReasonExplanation {
    switch self {
    case .invalidUTF8:
      ReasonExplanation(
        "The line has bytes that are not UTF-8, often from a list that was saved as Latin-1 or cut in the middle.",
        example: "||ads.example/caf\\xE9", instead: "save the list as UTF-8")
    case .controlCharacter:
      ReasonExplanation(
        "The line has a NUL or another control character, which no filter has and most programs cut lines at.",
        example: "||ads.example\\x00^", instead: "remove the character")
    case .lineTooLong:
      ReasonExplanation(
        "The line is longer than 4 MiB, which no list needs.", example: "a.com,b.com,…##.ad",
        instead: "split it into several filters of the same kind")
    case .emptyFilter:
      ReasonExplanation(
        "Only anchors are left of the filter: it would match every URL, and hardly anyone means that.",
        example: "@@||", instead: "write a pattern, or `*` for every URL")
    case .blankInPattern:
      ReasonExplanation(
        "There is a blank in the pattern, and URLs have none. Mostly the line is a comment without its `!`.",
        example: "This is no filter", instead: "write `%20`, or begin the line with `!`")
    case .emptyOption:
      ReasonExplanation(
        "An option is missing after the `$` or between two commas, so the filter may be cut off.",
        example: "||ads.example^$script,", instead: "remove the comma or the `$`")
    case .malformedOption:
      ReasonExplanation(
        "What follows the `$` has a character that no option's name has.",
        example: "||ads.example^$script,im@ge",
        instead: "write options as `name` or `name=value`, with commas between them")
    case .optionNeedsValue:
      ReasonExplanation(
        "The option says nothing without a value.", example: "||ads.example^$domain",
        instead: "write `domain=news.example`")
    case .optionTakesNoValue:
      ReasonExplanation(
        "The option has no value, so the filter means something that is not known here.",
        example: "||ads.example^$script=1", instead: "remove everything from the `=`")
    case .optionNotNegatable:
      ReasonExplanation(
        "The option has no opposite that `~` could mean.", example: "||ads.example^$~important",
        instead: "remove the `~`, or the option")
    case .emptyDomainList:
      ReasonExplanation(
        "Where domains should stand there are only separators. Taken for none, the filter would act everywhere.",
        example: ",##.ad", instead: "name a domain, or remove the separators")
    case .invalidDomain:
      ReasonExplanation(
        "An entry among the domains is none: not a host name, `name.*`, `*` or `/regex/`.",
        example: "news.example:8080##.ad", instead: "write the host name alone: `news.example##.ad`")
    case .emptyBody:
      ReasonExplanation(
        "Nothing follows the marker.", example: "news.example##", instead: "write a CSS selector behind it")
    case .unclosedModifiers:
      ReasonExplanation(
        "AdGuard's modifiers begin with `[$` and are never closed.", example: "[$path=/news##.ad",
        instead: "close them before the marker: `[$path=/news]##.ad`")
    case .missingMarker:
      ReasonExplanation(
        "Modifiers in `[$…]` belong to a cosmetic filter, and none follows.", example: "[$path=/news]",
        instead: "write one behind them: `[$path=/news]##.ad`")
    case .unknownModifier:
      ReasonExplanation(
        "A modifier in `[$…]` is not known. Without it the filter would act where it should not.",
        example: "[$since=1]news.example##.ad", instead: "use `domain`, `path`, `url` or `app`")
    case .invalidHost:
      ReasonExplanation(
        "The line is one of a hosts file, and what follows the address is no host name.",
        example: "0.0.0.0 ads.example/banner", instead: "write the name alone; hosts files have no paths")
    case .templateInstruction:
      ReasonExplanation(
        "The line is an instruction to python-abp: the file is the source of a list, and not the list.",
        example: "%include easylist:adservers.txt%", instead: "take the list that is made from this file")
    case .unclosedCondition:
      ReasonExplanation(
        "An `!#if` has no `!#endif`. It decides about all filters up to the end of the list, which may be more than its author meant.",
        example: "!#if env_safari\n||ads.example^",
        instead: "write `!#endif` behind the last filter that it is about")
    case .strayElse:
      ReasonExplanation(
        "An `!#else` stands outside of an `!#if`, or is the second of one. It changes nothing.",
        example: "!#else\n||ads.example^", instead: "remove it, or write the `!#if` before it")
    case .strayEndif:
      ReasonExplanation(
        "An `!#endif` has no `!#if`. It changes nothing; an `!#if` before it may be lost or misspelt.",
        example: "||ads.example^\n!#endif", instead: "remove it, or write the `!#if` that it closes")
    case .malformedCondition:
      ReasonExplanation(
        "What follows `!#if` is not made of names, `!`, `&&`, `||` and parentheses. It does not hold, so the filters behind it do not count.",
        example: "!#if env_safari and adguard\n||ads.example^\n!#endif",
        instead: "write `!#if env_safari && adguard`")
    }
  }
}
