import Conversion
import FilterSyntax

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
        "'\(text)' is no instruction that a program knows",
        meaning:
          "The line begins like an instruction, and no program knows it: it says nothing, and what it should have"
          + " decided is not decided.",
        example: "!#elif env_safari\n||ads.example^",
        instead:
          "write `!#if`, `!#else`, `!#endif`, `!#include` or `!#safari_cb_affinity`, or `! #…` for a comment",
        advice: "the instructions are !#if, !#else, !#endif, !#include and !#safari_cb_affinity")
    case .unknownConstant:
      .init(
        "no program defines '\(text)', so it is false everywhere",
        meaning:
          "The condition asks for a name that neither uBlock Origin nor AdGuard defines: it is false everywhere.",
        example: "!#if env_chrome\n||ads.example^\n!#endif", instead: "write `env_chromium`",
        advice: "check the spelling; docs/lint.md lists the names")
    case .unknownHint:
      .init(
        "'\(text)' is no hint that AdGuard's compiler knows",
        meaning:
          "A hint before a filter, or a platform in it, is not known: AdGuard's compiler leaves the hint out, and the"
          + " filter is in lists where it should not be.",
        example: "!+ PLATFROM(ios)\n||ads.example^", instead: "write `!+ PLATFORM(ios)`",
        advice: "the hints are PLATFORM(…), NOT_PLATFORM(…), NOT_OPTIMIZED and NOT_VALIDATE")
    case .wrongValue:
      .init(
        "'\(text)' is no value of the option '\(other)'",
        meaning:
          "The option has a fixed set of values, and this is none of them: programs leave the filter out.",
        example: "||ads.example^$method=fetch", instead: "write one of its values: `method=get|post`",
        advice: "docs/lint.md lists the values")
    case .idleOption:
      .init(
        "the option '\(text)' changes nothing here\(other)",
        meaning:
          "Without the option the filter would do the same: a type behind a `~` beside types without one, a type beside"
          + " `all`, both parties, `match-case` for a pattern without a letter.",
        example: "||ads.example^$script,~image", instead: "remove it: `||ads.example^$script`",
        advice: "remove it, or what makes it idle")
    case .wrongChecksum:
      .init(
        "the checksum is not that of this list",
        meaning:
          "The list was changed, or cut, after its checksum was made. Adblock Plus once refused such lists; others say"
          + " nothing.",
        example: "! Title: A list\n! Checksum: AAAAAAAAAAAAAAAAAAAAAA\n||ads.example^",
        instead: "make it anew, or remove the line: nothing needs it today",
        advice: "make it anew, or remove the line")
    case .carriageReturn:
      .init(
        "the line ends with CR LF",
        meaning:
          "The list has line ends of Windows. Programs read them, and a change of one line then changes all of them.",
        example: "||ads.example^\\r", instead: "save the list with LF at the ends of lines (`--fix` does)",
        advice: "save the list with LF")
    case .trailingBlank:
      .init(
        "a blank at the end of the line",
        meaning: "Blanks at the end of a line say nothing, and make equal lines different.",
        example: "||ads.example^ ", instead: "remove it (`--fix` does)", advice: "remove it")
    case .missingHeader:
      .init(
        "the list has no '! \(other):'",
        meaning:
          "Programs show the title of a list, and ask for it again when `! Expires:` says so. Without them they show its"
          + " URL and guess. Only files that begin with `[Adblock Plus …]` or have other such lines are asked for them:"
          + " files of which a list is made have none.",
        example: "[Adblock Plus 2.0]\n||ads.example^", instead: "write `! Title: …` and `! Expires: 4 days`",
        advice: "write it among the first lines")
    case .wrongHeader:
      .init(
        "'\(text)' is no value of '\(other)'",
        meaning:
          "The value of a line among the first ones is not what programs understand there: a time for `Expires`, a URL"
          + " for `Homepage` and `Redirect`.",
        example: "! Title: A list\n! Expires: soon\n||ads.example^", instead: "write `! Expires: 4 days`",
        advice: "Expires: 4 days, or 12 hours; Homepage and Redirect are URLs")
    case .staleHeader:
      .init(
        "the list says that it was changed on \(text), \(other) ago",
        meaning:
          "`! Last modified:` is more than a year old: the list is forgotten, or the line is. Off unless asked for.",
        example: "! Title: A list\n! Last modified: 2001-01-01\n||ads.example^",
        instead: "write the date of today, or leave the line to the program that publishes the list",
        advice: "write the date of today")
    case .unknownLintRule:
      .init(
        "there is no rule '\(text)'",
        meaning: "A comment turns off a rule that there is not, so it turns nothing off.",
        example: "! sluice-disable duplicated-filter\n||ads.example^",
        instead: "check the id: `duplicate-filter`",
        advice: "docs/lint.md has the ids of all rules")
    case .unknownScriptlet:
      .init(
        "there is no scriptlet '\(text)'",
        meaning:
          "The filter runs a scriptlet of a name that neither uBlock Origin nor AdGuard documents for its syntax: it does nothing.",
        example: "news.example##+js(set-constnat, ads, false)", instead: "write `set-constant`",
        advice: "check the name")
    case .matchesEverything:
      .init(
        "the pattern matches every URL\(other)",
        meaning:
          "There is nothing in the pattern that some URL has not, and no option that limits the filter.",
        example: "*", instead: "write the host, or options that limit the filter",
        advice: "write the host, or options that limit it")
    case .publicSuffix:
      .init(
        "'\(text)' is a public suffix: the filter blocks every site below it\(other)",
        meaning:
          "Below a public suffix anybody can have a site: `com`, `co.uk`. The filter acts on all of them, and has no"
          + " option that limits it.",
        example: "||co.uk^", instead: "write the host that is meant", advice: .instead)
    case .shortPattern:
      .init(
        "a pattern as short as '\(text)' is found by accident\(other)",
        meaning: "Less than four characters without an option are found by accident in many URLs.",
        example: "ads", instead: "write more of the URL: `/ads/banner`, `||ads.example^`",
        advice: "write more of the URL, or the host")
    case .openHost:
      .init(
        "'\(text)' is only the beginning of a host here: '\(text).other.example' matches too",
        meaning:
          "The pattern ends with a host and without a `^`, so it matches every host that begins like that, and every longer"
          + " name: `||shop.example` is also in `https://shop.example.net/` and in `https://shop.examples/`.",
        example: "||shop.example", instead: "write `||shop.example^`", advice: "write '^' behind the host")
    case .wholeCDN:
      .init(
        "'\(text)' serves files of very many sites\(other)",
        meaning:
          "The host is that of a content delivery network or of a store: what it serves is as different as the sites"
          + " that use it, and the filter blocks all of it.",
        example: "||cdn.jsdelivr.net^", instead: "write the path too: `||cdn.jsdelivr.net/npm/ads@`",
        advice: "write the path too, or the customer's own host")
    case .hidesPage:
      .init(
        "'\(text)' hides whole pages, on all sites",
        meaning: "The element is there once in every page, with everything in it.", example: "##body",
        instead: "write what is in it, or the site: `news.example##body > .ad`",
        advice: "write what is in it, or the site")
    case .hidesTag:
      .init(
        "'\(text)' hides every element of that name, on all sites",
        meaning: "The selector asks for nothing but the name of an element, which every page has.",
        example: "##div", instead: "ask for a class, an id or an attribute too, or name the site",
        advice: "ask for more, or name the site")
    case .hidesCommonName:
      .init(
        "'\(text)' is a name that very many pages give to what is no advertisement",
        meaning:
          "Style sheets and frameworks give this class or id to the content of pages, and the filter is for all sites.",
        example: "##.container", instead: "ask for more than that, or name the site",
        advice: "ask for more than that, or name the site")
    case .duplicateFilter:
      .init(
        "the same filter is in \(other)",
        meaning:
          "The filter is there twice; the order of options and domains, other names of options and the case of letters"
          + " make no difference.",
        example: "||ads.example^$script,third-party\n||ADS.example^$3p,script", instead: "remove one of them",
        advice: "remove it")
    case .coveredFilter:
      .init(
        "this does nothing that \(other) does not",
        meaning:
          "Another filter does all that this one does: it blocks the host above, it has less text, fewer options, or more"
          + " pages. Without this one nothing changes.",
        example: "||ads.example^\n||cdn.ads.example^$third-party", instead: "remove it", advice: .instead)
    case .sameSelector:
      .init(
        "the same selector in another order is in \(other)",
        meaning:
          "Both selectors ask for the same: only the order of classes, attributes or alternatives differs.",
        example: "##.banner.ad\n##.ad.banner", instead: "remove one of them", advice: "remove it")
    case .idleException:
      .init(
        "no filter here blocks what this exception lets through",
        meaning:
          "No filter of these lists acts on the types and the party that the exception names, or nothing is hidden on the"
          + " pages where it lifts hiding. Name the lists that it is for with `--against`.",
        example: "||ads.example^$script\n@@||ads.example^$websocket",
        instead: "remove it, or name the list that it is for",
        advice: "remove it, or name the list that it is for with --against")
    case .idleHidingException:
      .init(
        "no filter here hides what this exception spares",
        meaning:
          "There is no filter with this very selector on any of these pages, so there is nothing to except. Name the lists"
          + " that it is for with `--against`.",
        example: "||ads.example^\nnews.example#@#.ad", instead: "remove it, or name the list that it is for",
        advice: "remove it, or name the list that it is for with --against")
    case .idleBadfilter:
      .init(
        "no filter here is the one that this turns off",
        meaning:
          "`badfilter` turns off the filter that is the same but for that option, and there is none. Name the lists that"
          + " it is for with `--against`.",
        example: "||ads.example^$script\n||ads.example^$image,badfilter",
        instead: "write the filter as it is in its list, or remove this one",
        advice: "write the filter as it is in its list; --against names that list")
    case .repeatedDomain:
      .init(
        "'\(text)' is needless: \(other)",
        meaning:
          "A domain stands twice among the domains of a filter, or one stands there that is below another.",
        example: "||cdn.example^$domain=news.example|www.news.example",
        instead: "remove it (`--fix` does where it is there twice)",
        advice: "remove it")
    case .defaultOption:
      .init(
        "the option '\(text)' says what holds anyway",
        meaning: "The option is what holds without it.", example: "||ads.example^$~match-case,script",
        instead: "remove it (`--fix` does)", advice: "remove it")
    case .impossibleHost:
      .init(
        "no host can be called '\(text)': \(other)",
        meaning:
          "A label has more than 63 characters, the name more than 253, what looks like an address is none, or (with"
          + " `--suffixes`) there is no such top-level domain.",
        example: "300.1.2.3##.ad", instead: "correct the name", advice: .instead)
    case .deadHost:
      .init(
        "the host '\(text)' no longer resolves, says \(other)",
        meaning:
          "The host, or one above it, is in a file of hosts that no longer resolve, which was named with `--dead`.",
        example: "||gone.example^", instead: "remove the filter, or the host among others",
        advice: "remove the filter, or the host among others")
    case .dearPattern:
      .init(
        "WebKit's compiler needs about \(other) of the list's time for this pattern alone",
        meaning:
          "The pattern is one of the few that WebKit's compiler needs most for. A wildcard or a repetition behind a text"
          + " that no other pattern begins with gives it an automaton of its own.",
        example: "||ads.example^*/a*b*c*d*e*f*g", instead: "write the text with fewer wildcards, or the host",
        advice: "write it with fewer wildcards")
    case .optionOrder:
      .init(
        "options in another order than '\(other)'",
        meaning:
          "Options in one order are easier to compare: parties, then types by their names, then the rest, domains last.",
        example: "||ads.example^$domain=a.example,script,third-party",
        instead: "write `$third-party,script,domain=…` (`--fix` does)", advice: "--fix puts them in order")
    case .domainOrder:
      .init(
        "the domains are not in the order of the alphabet",
        meaning: "Domains in the order of the alphabet are easier to compare and to find.",
        example: "b.example,a.example##.ad", instead: "write `a.example,b.example##.ad` (`--fix` does)",
        advice: "--fix puts them in order")
    case .optionName:
      .init(
        "'\(text)' is called '\(other)' in most of this list",
        meaning:
          "The list has two names for one option; one is easier to search for. Nothing is said of names that it has equally often.",
        example: "||a.example^$third-party\n||b.example^$third-party\n||c.example^$3p",
        instead: "write the name that the list has most (`--fix` does)", advice: "--fix writes it so")
    case .upperCase:
      .init(
        "'\(text)' has capitals, which mean nothing here",
        meaning: "Names of options and hosts have no case, and in small letters equal ones look equal.",
        example: "||Ads.example^$Script", instead: "write it in small letters (`--fix` does)",
        advice: "--fix writes it so")
    case .combinableFilters:
      .init(
        "one filter with more domains can say this and \(other)",
        meaning: "Filters that differ in their pages alone can be one: shorter, and one rule for WebKit.",
        example: "/banner.js$domain=a.example\n/banner.js$domain=b.example",
        instead:
          "write `/banner.js$domain=a.example|b.example`, `a.example,b.example##.ad` for hiding filters",
        advice: "write one filter with all domains")
    case .format:
      .init(
        "the filters of lines \(other) are not sorted and combined",
        meaning:
          "The filters between two comments, blank lines or instructions are in no order, the same one is there twice, or filters"
          + " that differ in their domains alone stand by themselves. `--fix` does what FOP, the list orderer of EasyList, does"
          + " with such a section: hiding filters are sorted by their selectors and others by their text, and those with"
          + " different hosts become one. What the list does stays the same; comments, `!#if` and hints stay where they are.",
        example: "||b.example^\n||a.example^", instead: "sort it (`sluice lint --fix --select format` does)",
        advice: "'sluice lint --fix --select format' sorts and combines them")
    }
  }
}
