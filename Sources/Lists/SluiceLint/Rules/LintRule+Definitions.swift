import SluiceConversion
import SluiceSyntax

extension LintRule {
  /// Returns the definition of the rule. `text` is the text of a finding, `other` the text that it is
  /// compared with.
  public func definition(about text: String = "…", _ other: String = "…") -> ReasonDefinition {
    switch self {
    case .reason(let reason): reason.definition(about: text)
    case .own(let rule): rule.definition(about: text, other)
    }
  }
}

extension LintRule.Own {
  func definition(about text: String, _ other: String) -> ReasonDefinition {
    switch self {
    case .unknownDirective:
      .init(
        "unknown instruction '\(text)'",
        meaning:
          "The line begins like an instruction, but no program knows it. It is ignored, so it does not decide what it was"
          + " meant to decide.",
        example: "!#elif env_safari\n||ads.example^",
        instead:
          "write `!#if`, `!#else`, `!#endif`, `!#include` or `!#safari_cb_affinity`, or `! #…` for a comment",
        advice: "valid instructions are !#if, !#else, !#endif, !#include and !#safari_cb_affinity")
    case .unknownConstant:
      .init(
        "no program defines '\(text)', so it is false everywhere",
        meaning:
          "The condition uses a name that neither uBlock Origin nor AdGuard defines. It is false everywhere.",
        example: "!#if env_chrome\n||ads.example^\n!#endif", instead: "write `env_chromium`",
        advice: "check the spelling; docs/lint.md lists the names")
    case .unknownHint:
      .init(
        "AdGuard's compiler does not know the hint '\(text)'",
        meaning:
          "A hint before a filter, or a platform in it, is unknown. AdGuard's compiler ignores the hint, so the filter gets"
          + " into lists where it should not be.",
        example: "!+ PLATFROM(ios)\n||ads.example^", instead: "write `!+ PLATFORM(ios)`",
        advice: "valid hints are PLATFORM(…), NOT_PLATFORM(…), NOT_OPTIMIZED and NOT_VALIDATE")
    case .wrongValue:
      .init(
        "'\(text)' is not a valid value of the option '\(other)'",
        meaning:
          "The option has a fixed set of values that does not include this one. Programs drop the filter.",
        example: "||ads.example^$method=fetch", instead: "write a valid value: `method=get|post`",
        advice: "docs/lint.md lists the values")
    case .idleOption:
      .init(
        "the option '\(text)' has no effect here\(other)",
        meaning:
          "The filter does the same without the option. Examples are a type after a `~` together with types without one, a"
          + " type together with `all`, both parties, and `match-case` for a pattern without letters.",
        example: "||ads.example^$script,~image", instead: "remove it: `||ads.example^$script`",
        advice: "remove it, or the option that makes it redundant")
    case .wrongChecksum:
      .init(
        "the checksum does not match the list",
        meaning:
          "The list was changed or cut after its checksum was computed. Old versions of Adblock Plus reject such lists; other"
          + " programs ignore the checksum.",
        example: "! Title: A list\n! Checksum: AAAAAAAAAAAAAAAAAAAAAA\n||ads.example^",
        instead: "remove the line, which current programs do not need, or update it",
        advice: "remove the line, or update it")
    case .carriageReturn:
      .init(
        "the line ends with CR LF",
        meaning:
          "The list has Windows line endings. Programs read them, but an editor that converts them changes every line.",
        example: "||ads.example^\\r", instead: "save the list with LF line endings (`--fix` does this)",
        advice: "save the list with LF line endings")
    case .trailingBlank:
      .init(
        "trailing space",
        meaning: "Spaces at the end of a line have no meaning, and make equal lines differ.",
        example: "||ads.example^ ", instead: "remove it (`--fix` does this)", advice: "remove it")
    case .missingHeader:
      .init(
        "the list has no '! \(other):' line",
        meaning:
          "Programs show the title of a list and update it as `! Expires:` says. Without these lines they show the URL and"
          + " guess the interval. The rule applies only to files that begin with `[Adblock Plus …]` or have other header"
          + " lines: parts of a list need no header.",
        example: "[Adblock Plus 2.0]\n||ads.example^", instead: "write `! Title: …` and `! Expires: 4 days`",
        advice: "add it to the first lines")
    case .wrongHeader:
      .init(
        "'\(text)' is not a valid value of '\(other)'",
        meaning:
          "Programs do not understand the value of a header line. `Expires` needs a time, `Homepage` and `Redirect` need a"
          + " URL.",
        example: "! Title: A list\n! Expires: soon\n||ads.example^", instead: "write `! Expires: 4 days`",
        advice: "write 'Expires: 4 days' or 'Expires: 12 hours'; Homepage and Redirect need a URL")
    case .staleHeader:
      .init(
        "the list was last modified on \(text), \(other) ago",
        meaning:
          "`! Last modified:` is more than a year old: either the list or the line is out of date. The rule is off by default.",
        example: "! Title: A list\n! Last modified: 2001-01-01\n||ads.example^",
        instead: "write today's date, or leave the line to the program that publishes the list",
        advice: "write today's date")
    case .unknownLintRule:
      .init(
        "unknown rule '\(text)'",
        meaning: "A comment turns off a rule that does not exist, so it has no effect.",
        example: "! sluice-disable duplicated-filter\n||ads.example^",
        instead: "check the id: `duplicate-filter`",
        advice: "check the id; docs/lint.md lists all rules")
    case .unknownScriptlet:
      .init(
        "unknown scriptlet '\(text)'",
        meaning:
          "The filter names a scriptlet that neither uBlock Origin nor AdGuard documents for this syntax. It does nothing.",
        example: "news.example##+js(set-constnat, ads, false)", instead: "write `set-constant`",
        advice: "check the spelling")
    case .matchesEverything:
      .init(
        "the pattern matches every URL\(other)",
        meaning:
          "Every URL contains the pattern, and no option limits the filter.",
        example: "*", instead: "add the host, or options that limit the filter",
        advice: "add the host, or options that limit the filter")
    case .publicSuffix:
      .init(
        "'\(text)' is a public suffix: the filter blocks every site below it\(other)",
        meaning:
          "Anybody can register a site below a public suffix such as `com` or `co.uk`. The filter acts on all of them, and no"
          + " option limits it.",
        example: "||co.uk^", instead: "write the host that you mean", advice: .instead)
    case .shortPattern:
      .init(
        "a pattern as short as '\(text)' matches by accident\(other)",
        meaning: "A pattern of fewer than four characters without an option matches many URLs by accident.",
        example: "ads", instead: "write more of the URL: `/ads/banner`, `||ads.example^`",
        advice: "write more of the URL, or the host")
    case .openHost:
      .init(
        "'\(text)' matches only the beginning of a host: '\(text).other.example' matches too",
        meaning:
          "The pattern ends with a host and has no `^`, so it matches every host that begins with it: `||shop.example` also"
          + " matches `https://shop.example.net/` and `https://shop.examples/`.",
        example: "||shop.example", instead: "write `||shop.example^`", advice: "write '^' after the host")
    case .wholeCDN:
      .init(
        "'\(text)' serves files for many different sites\(other)",
        meaning:
          "The host belongs to a content delivery network or to file storage that many sites use. The filter blocks all of"
          + " their files.",
        example: "||cdn.jsdelivr.net^", instead: "add the path: `||cdn.jsdelivr.net/npm/ads@`",
        advice: "add the path, or the customer's own host")
    case .hidesPage:
      .init(
        "'\(text)' hides whole pages, on all sites",
        meaning: "Every page has the element, and it contains the whole page.", example: "##body",
        instead: "select an element inside it, or add a site: `news.example##body > .ad`",
        advice: "select an element inside it, or add a site")
    case .hidesTag:
      .init(
        "'\(text)' hides every element with that name, on all sites",
        meaning: "The selector consists only of the name of an element that every page has.",
        example: "##div", instead: "add a class, an id or an attribute, or add a site",
        advice: "add a class, an id or an attribute, or add a site")
    case .hidesCommonName:
      .init(
        "'\(text)' is a name that many pages use for ordinary content",
        meaning:
          "Style sheets and frameworks use this class or id for ordinary content, and the filter applies to all sites.",
        example: "##.container", instead: "make the selector more specific, or add a site",
        advice: "make the selector more specific, or add a site")
    case .duplicateFilter:
      .init(
        "the same filter is in \(other)",
        meaning:
          "The list has the filter twice. The order of options and domains, aliases of options and letter case make no"
          + " difference.",
        example: "||ads.example^$script,third-party\n||ADS.example^$3p,script", instead: "remove one of them",
        advice: "remove it")
    case .coveredFilter:
      .init(
        "redundant: \(other) does the same and more",
        meaning:
          "Another filter does everything that this one does: it blocks a parent host, or has a shorter pattern, fewer options"
          + " or more pages. Removing this filter changes nothing.",
        example: "||ads.example^\n||cdn.ads.example^$third-party", instead: "remove it", advice: .instead)
    case .sameSelector:
      .init(
        "the same selector, in a different order, is in \(other)",
        meaning:
          "Both selectors match the same elements: only the order of classes, attributes or alternatives differs.",
        example: "##.banner.ad\n##.ad.banner", instead: "remove one of them", advice: "remove it")
    case .idleException:
      .init(
        "unused: no filter in these lists blocks the requests that this exception allows",
        meaning:
          "No filter of these lists acts on the types and the party of the exception, or nothing is hidden on the pages where"
          + " it turns off hiding. Pass the lists that it is meant for with `--against`.",
        example: "||ads.example^$script\n@@||ads.example^$websocket",
        instead: "remove it, or pass the list that it is meant for",
        advice: "remove it, or pass the list that it is meant for with --against")
    case .idleHidingException:
      .init(
        "unused: no filter in these lists hides the elements of this exception",
        meaning:
          "No filter has exactly this selector on any of these pages, so the exception has no effect. Pass the lists that it"
          + " is meant for with `--against`.",
        example: "||ads.example^\nnews.example#@#.ad",
        instead: "remove it, or pass the list that it is meant for",
        advice: "remove it, or pass the list that it is meant for with --against")
    case .idleBadfilter:
      .init(
        "unused: these lists do not contain the filter that this one turns off",
        meaning:
          "`badfilter` turns off the filter that is equal apart from that option. These lists have no such filter. Pass the"
          + " lists that it is meant for with `--against`.",
        example: "||ads.example^$script\n||ads.example^$image,badfilter",
        instead: "write the filter exactly as in its list, or remove this one",
        advice: "write the filter exactly as in its list; pass that list with --against")
    case .repeatedDomain:
      .init(
        "'\(text)' is redundant: \(other)",
        meaning:
          "A filter lists a domain twice, or lists a domain together with its parent.",
        example: "||cdn.example^$domain=news.example|www.news.example",
        instead: "remove it (`--fix` does this for exact repetitions)",
        advice: "remove it")
    case .defaultOption:
      .init(
        "the option '\(text)' is the default",
        meaning: "The option states the default.", example: "||ads.example^$~match-case,script",
        instead: "remove it (`--fix` does this)", advice: "remove it")
    case .impossibleHost:
      .init(
        "'\(text)' cannot be a host name: \(other)",
        meaning:
          "A label has more than 63 characters, the name has more than 253, an IP address is invalid, or (with `--suffixes`)"
          + " the top-level domain does not exist.",
        example: "300.1.2.3##.ad", instead: "correct the name", advice: .instead)
    case .deadHost:
      .init(
        "the host '\(text)' no longer resolves, according to \(other)",
        meaning:
          "The host or a parent of it is in the file of dead hosts that was passed with `--dead`.",
        example: "||gone.example^", instead: "remove the host from the filter, or remove the filter",
        advice: "remove the host from the filter, or remove the filter")
    case .expensivePattern:
      .init(
        "WebKit's compiler needs about \(other) of the list's time for this pattern alone",
        meaning:
          "The pattern is among the most expensive ones for WebKit's compiler. A wildcard or a repetition after a text with"
          + " which no other pattern begins needs an automaton of its own.",
        example: "||ads.example^*/a*b*c*d*e*f*g", instead: "use fewer wildcards, or add the host",
        advice: "use fewer wildcards, or add the host")
    case .optionOrder:
      .init(
        "options are not in the order '\(other)'",
        meaning:
          "Options in a fixed order are easier to compare: parties, then types by name, then the rest, domains last.",
        example: "||ads.example^$domain=a.example,script,third-party",
        instead: "write `$third-party,script,domain=…` (`--fix` does this)", advice: "--fix sorts them")
    case .domainOrder:
      .init(
        "the domains are not in alphabetical order",
        meaning: "Domains in alphabetical order are easier to compare and to find.",
        example: "b.example,a.example##.ad", instead: "write `a.example,b.example##.ad` (`--fix` does this)",
        advice: "--fix puts them in order")
    case .optionName:
      .init(
        "this list mostly writes '\(other)' for '\(text)'",
        meaning:
          "The list uses two names of one option; a single name is easier to search for. Names that it uses equally often are not reported.",
        example: "||a.example^$third-party\n||b.example^$third-party\n||c.example^$3p",
        instead: "use the name that the list uses most (`--fix` does this)", advice: "--fix renames it")
    case .upperCase:
      .init(
        "'\(text)' has uppercase letters, which have no meaning here",
        meaning: "Option names and hosts are case-insensitive. In lowercase, equal names look equal.",
        example: "||Ads.example^$Script", instead: "write it in lowercase (`--fix` does this)",
        advice: "--fix converts it to lowercase")
    case .combinableFilters:
      .init(
        "this filter and \(other) can be one filter with more domains",
        meaning:
          "Filters that differ only in their domains can be combined. The list gets shorter, and WebKit needs one rule.",
        example: "/banner.js$domain=a.example\n/banner.js$domain=b.example",
        instead:
          "write `/banner.js$domain=a.example|b.example`, `a.example,b.example##.ad` for hiding filters",
        advice: "write one filter with all domains")
    case .format:
      .init(
        "the filters of lines \(other) are not sorted or not combined",
        meaning:
          "The filters between two comments, blank lines or instructions are not sorted, contain duplicates, or differ only"
          + " in their domains. `--fix` sorts and combines a section like FOP, the tool of EasyList: it sorts hiding"
          + " filters by selector and other filters by text, and combines filters that differ only in their domains. The"
          + " meaning of the list does not change; comments, `!#if` and hints stay in place.",
        example: "||b.example^\n||a.example^",
        instead: "sort it (`sluice lint --fix --select format` does this)",
        advice: "'sluice lint --fix --select format' sorts and combines them")
    }
  }
}
