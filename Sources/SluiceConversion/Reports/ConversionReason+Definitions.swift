import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

extension ConversionReason {
  /// Returns the definition of the reason, with all of its texts. `text` is the affected part of the filter.
  ///
  /// The definitions of reasons that need a script are in an extension of `ReasonDefinition`.
  public func definition(about text: String = "") -> ReasonDefinition {
    switch self {
    case .unknownOption:
      .init(
        "unknown option '\(text)': the filter is dropped",
        meaning:
          "No dialect has this option. Without it the filter could act where it should not, so the filter is dropped.",
        example: "||ads.example^$scirpt",
        instead: "check the spelling; docs/reference/options.md lists all options",
        advice: "check the spelling; `sluice` knows the options of Adblock Plus, uBlock Origin and AdGuard")
    case .unsupportedOption:
      .init(
        "the option '\(text)' has no counterpart in WebKit",
        meaning:
          "The option limits the filter by something that WebKit's rules cannot test, such as applications or DNS answers.",
        example: "||ads.example^$app=com.example.news",
        instead: "remove the option if the filter is right without it")
    case .objectType:
      .init(
        "WebKit has no resource type for plugins: the type '\(text)' is dropped",
        meaning:
          "WebKit has no plugins. It treats requests of `object` and `embed` elements as images and frames.",
        example: "||ads.example^$object", instead: "use the types `image` and `subdocument`",
        advice: "use the types image and subdocument; a type after a ~ can be removed")
    case .pingType:
      .init(
        "WebKit sorts sendBeacon() under 'other', so 'ping' alone is not expressible exactly",
        meaning:
          "WebKit sorts sendBeacon() under `other`. `ping` therefore blocks only the ping attribute of links, and `~ping`"
          + " allows beacons only if no other request of type `other` is blocked.",
        example: "||ads.example^$ping", instead: "write `$ping,other` to block beacons too",
        advice: "name ping and other together")
    case .otherType:
      .init(
        "WebKit's type 'other' includes sendBeacon() and pings of links: 'other' without 'ping' is not expressible exactly",
        meaning: "WebKit's `other` includes beacons and pings of links, which filter lists call `ping`.",
        example: "||ads.example^$other", instead: "write `$ping,other`",
        advice: "name ping and other together")
    case .noWebKitType:
      .init(
        "WebKit has no resource type for '\(text)'",
        meaning: "WebKit does not ask content blockers about requests of this type.",
        example: "||ads.example^$webrtc"
      )
    case .strictParty:
      .init(
        "WebKit compares sites, not hosts: '\(text)' is not expressible exactly",
        meaning: "WebKit compares sites (news.example), not hosts (www.news.example and img.news.example).",
        example: "||ads.example^$strict1p",
        instead: "name one host (`|https://ads.example/`), or use `third-party` or `first-party`",
        advice: .instead)
    case .responseOption:
      .init(
        "content blockers do not see responses: '\(text)' cannot be tested",
        meaning:
          "The option tests the response. A content blocker decides before the request is sent.",
        example: "||ads.example^$header=via:1")
    case .methodOption:
      .init(
        "WebKit tests the method of the page load, not of the request: '\(text)' cannot be tested",
        meaning:
          "WebKit tests the method with which the document was loaded, so requests of a page count as GET.",
        example: "||ads.example^$method=post",
        instead: "remove the option if the filter is right for every method")
    case .conflictingOptions:
      .init(
        "the option '\(text)' leaves no request for the filter to match",
        meaning: "Two options contradict each other, so the filter matches no request.",
        example: "||ads.example^$script,~script", instead: "remove one of them",
        advice: "remove one of the options")
    case .exceptionOption:
      .init(
        "the option '\(text)' is valid only in an exception",
        meaning: "The option turns off other filters on a page, so it is valid only in an exception.",
        example: "||news.example^$generichide", instead: "write `@@` before the filter", advice: .instead)
    case .patternTooLong:
      .init(
        "the pattern is longer than 2,048 characters, or has too many separators at its end or in a row",
        meaning:
          "The pattern has more than 2,048 characters, or many `^` after a character such as `$`, which is a separator, too. "
          + "WebKit's compiler would take too long for it. Or it ends in more than 16 `^`. Each `^` can be the end of the URL "
          + "and would need a rule of its own.",
        example: "/a-pattern-of-more-than-2048-characters…",
        instead: "shorten the pattern, with `*` for the rest")
    case .invalidHostInPattern:
      .init(
        "'\(text)' is not a host name",
        meaning: "The text between `||` and the path is not a host name, so the filter matches no URL.",
        example: "||bü*.example^",
        instead: "write whole labels: part of a label cannot be converted to punycode")
    case .patternNeverMatches:
      .init(
        "no URL matches '\(text)'",
        meaning:
          "The pattern matches no URL of its types that WebKit judges: `|` is followed by a scheme, `||` by a host; a `/` "
          + "follows the host; and quotes and angle brackets are percent-encoded. Only WebSockets have `ws:` and `wss:` "
          + "URLs. WebKit loads `data:`, `about:` and `javascript:` URLs whatever the rules say, except for some windows.",
        example: "|ads.example",
        instead: "write `||ads.example^` for a host, `|https://` for the start of a URL",
        advice: Self.suggestion(forPattern: text).map { .words("did you mean '\($0)'?") } ?? .instead)
    case .fragment:
      .init(
        "WebKit matches URLs without their fragment, so no URL has the '#'",
        meaning:
          "The pattern contains a `#`, which begins the fragment of a URL. Content blockers of other browsers see the fragment; WebKit matches URLs without it.",
        example: "||ads.example/banner.png#", instead: "remove the fragment", advice: .instead)
    case .joinedFilters:
      .init(
        "a second filter begins inside this one: '\(text)'",
        meaning:
          "Two filters are on one line, probably because a line break was lost. Hardly any URL contains `||`.",
        example: "||a.example^||b.example^", instead: "write each filter on its own line",
        advice: .instead)
    case .misplacedOptions:
      .init(
        "'\(text)' is not a list of options: all or a part of it is read as the pattern",
        meaning:
          "Text that looks like options is part of the pattern. Options follow a single `$` and are separated by commas; a value follows a `=`.",
        example: "||ads.example^$script|image", instead: "write `||ads.example^$script,image`",
        advice: Self.options(in: Array(text.utf8)).map {
          .words("did you mean '\(String(decoding: $0, as: UTF8.self))'?")
        } ?? .instead)
    case .misspeltException:
      .init(
        "an exception begins with '@@', not with '@'",
        meaning:
          "The filter begins with a single `@`, so it is read as a pattern that matches almost no URL.",
        example: "@||ads.example^", instead: "write `@@||ads.example^`",
        advice: text.isEmpty ? .instead : .words("did you mean '@\(text)'?"))
    case .unmarkedDomains:
      .init(
        "a list of domains without a selector or an option",
        meaning:
          "The line has domains separated by commas, and no `##` or `$`. Read as a pattern, it matches no URL.",
        example: "a.example,b.example",
        instead: "write `##` and a selector after them, or one domain per line",
        advice: .instead)
    case .splitDomain:
      .init(
        "'\(text)' matches all sites of a top-level domain",
        meaning:
          "A comma is written instead of a dot, so the filter acts on all sites of a top-level domain.",
        example: "example,org##.ad", instead: "write `example.org##.ad`",
        advice: text.isEmpty ? .instead : .words("did you mean '\(Self.withDots(text))'?"))
    case .regexLookAround:
      .init(
        "WebKit does not support look-around: '\(text)'",
        meaning:
          "The regex uses look-ahead or look-behind. WebKit supports neither, and this one cannot be rewritten without it.",
        example: "/(?!.*xyz)ads/", instead: "write patterns instead of a regex, and exceptions to them",
        advice: "write patterns instead of the regex")
    case .regexBackreference:
      .init(
        "WebKit does not support backreferences: '\(text)'",
        meaning:
          "The regex refers to a text that it has matched before. WebKit accepts the pattern and never matches it.",
        example: "/(ad|banner).*\\1/", instead: "write a filter for each text",
        advice: "write patterns instead of the regex")
    case .regexWordBoundary:
      .init(
        "WebKit does not support word boundaries, and the characters next to '\(text)' are not known",
        meaning:
          "`\\b` can be rewritten only where the characters next to it are known. Inside a repetition they are not.",
        example: "/(\\bads)+x/", instead: "write the characters that may follow or precede: `[/?&=.-]`")
    case .regexAnchor:
      .init(
        "WebKit does not support an anchor inside a repetition: '\(text)'",
        meaning: "The regex has an anchor inside a repeated group, which WebKit does not support.",
        example: "/(^ad)+x/", instead: "take the anchor out of the repetition")
    case .regexAlternatives:
      .init(
        "the regex has more alternatives than \(RegexFilters.maximumFilters) rules can hold",
        meaning:
          "WebKit does not support alternatives, so each becomes a rule of its own. This regex would need too many.",
        example: "/(aa|bb)(cc|dd)(ee|ff)(gg|hh)(ii|jj)(kk|ll)/",
        instead: "use a class: `[ab]` is one rule, `(a|b)` two",
        advice:
          "use character classes, which need one rule, or write several filters; look-ahead and repetitions count too"
      )
    case .regexNeverMatches:
      .init(
        text.utf8.contains { $0 >= 0x80 }
          ? "the regex matches no URL: '\(text)' is percent-encoded in URLs, or punycode"
          : "the regex matches no URL",
        meaning:
          "The regex matches no URL: it requires a character before the start or after the end, or one that URLs never contain.",
        example: "/x^ads/", instead: "remove the anchor",
        advice: text.utf8.contains { $0 >= 0x80 }
          ? .words(
            "write '\(text.utf8.flatMap { $0.percentEncoded }.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) })' in paths"
          )
          : "remove the filter, or the anchor inside the regex")
    case .expensiveRegex:
      .init(
        "WebKit's compiler would take too long for this regex (an estimate)",
        meaning:
          "An estimate of the states that WebKit's compiler makes of this regex shows that it would delay or reject the whole list.",
        example: "/x.{12}y/", instead: "write patterns instead of a regex, or begin it with `^https?://`",
        advice: "write patterns instead of the regex")
    case .narrowedRegex:
      .init(
        "narrowed: the regex matches only at the start of the URL, because WebKit's compiler would take too long otherwise",
        meaning:
          "The regex begins with a scheme. It is matched at the start of the URL and not inside its query, because WebKit's"
          + " compiler would take too long for both.",
        example: "/https?:\\/\\/10\\.2\\..{40,}/", instead: "begin the regex with `^`", advice: .instead)
    case .invalidRegex:
      .init(
        "invalid regex at '\(text)'", meaning: "The regex is invalid.", example: "/(unclosed/",
        instead: "correct it at the marked place")
    case .unusableDomain:
      .init(
        "'\(text)' is not a domain that WebKit can match",
        meaning: "A domain of the filter is not a host name that a page can have.",
        example: "||ads.example^$domain=exa℀mple.com|b.com", instead: "write the host name alone",
        advice: "write the host name alone, without scheme, port and path")
    case .mixedDomains:
      .init(
        "these domains do not fit into the one condition of a WebKit rule",
        meaning:
          "A WebKit rule has one condition on the page. Either the domains leave no page, or the remaining pages would"
          + " need too many patterns.",
        example: "||ads.example^$domain=shop.*|~shop.*", instead: "split it into two filters")
    case .regexDomain:
      .init(
        "'\(text)' is a regex for domains that WebKit's patterns cannot express",
        meaning: "The domain is a regex that WebKit's subset of regular expressions cannot express.",
        example: "||ads.example^$domain=/(?<!a)b\\1/", instead: "list the domains")
    case .requestDomains:
      .init(
        "a WebKit rule has one pattern: it cannot hold this pattern and the hosts '\(text)'",
        meaning:
          "A WebKit rule has one pattern for the URL. It cannot hold both the filter's pattern and the hosts of the option.",
        example: "/ads/$image,to=a.com", instead: "write the hosts into the pattern: `||a.com^*/ads/`")
    case .embeddedPages:
      .init(
        "requests of frames in pages of '\(text)' are left out",
        meaning:
          "AdGuard's `domain=x>>` means everything embedded in pages of x. WebKit only knows the top page.",
        example: "news.example>>##.ad", instead: "list the pages")
    case .pathInDomains:
      .init(
        "the path in '\(text)' cannot be converted here",
        meaning:
          "Paths in a list of domains are syntax of uBlock Origin and AdGuard, which Adblock Plus does not have. They"
          + " cannot be combined with modifiers, and cannot be excluded from exceptions or from filters that need a script.",
        example: "news.example/shop#@#.ad\n[$path=/x]news.example/shop##.ad",
        instead: "write one path for each filter, or limit the filter to hosts")
    case .hostsMapping:
      .init(
        "'\(text)' does not block: the line maps names to a machine",
        meaning:
          "The line of a hosts file, or of another list for DNS servers, gives a name the address of a real machine or of a server to ask. It does not block.",
        example: "192.0.2.1 printer.example", instead: "write `0.0.0.0` to block the name")
    case .includeNotFollowed:
      .init(
        "the list '\(text)' is not read", meaning: "The list includes another list, which is not read.",
        example: "!#include privacy.txt", instead: "pass that list as an input too",
        advice: "pass the included list as an input too")
    case .entitySuffixes:
      .init(
        "narrowed: '\(text)' matches top-level domains, co.* and com.*, not every public suffix",
        meaning:
          "`name.*` means every public suffix. WebKit has no list of them, so the rule matches top-level domains, `co.*` and `com.*`.",
        example: "||ads.example^$domain=news.*", instead: "list the domains", advice: .instead)
    case .overlappingExclusions:
      .init(
        "exceptions for some hosts of this filter may undo other filters of its kind, and page exceptions may undo this one",
        meaning:
          "The exceptions that belong to this filter alone (`denyallow`, `to=~…`) may also undo another filter of"
          + " this kind. `$genericblock` undoes this filter, and in a single list for Safari `$generichide` and"
          + " `$elemhide` undo blocks of the page itself.",
        example: "*$script,denyallow=a.com,domain=x.com\n*$script,denyallow=b.com,domain=x.com",
        instead: "give filters for the same pages the same domains")
    case .importantExclusions:
      .init(
        "exceptions apply to this filter too: the pattern cannot express the hosts that '\(text)' excludes",
        meaning:
          "`important` overrides exceptions, but the hosts that this filter itself excludes (`denyallow`, `to=~…`) need"
          + " exceptions. The pattern cannot express these hosts either, so all exceptions apply to the filter.",
        example: "/banner[0-9]/$script,denyallow=a.com,important",
        instead: "write a pattern instead of a regex, and hosts without `.*`",
        advice: "write a pattern instead of the regex, and whole hosts")
    case .cookieExceptions:
      .init(
        "exceptions that are not about cookies may allow cookies too",
        meaning:
          "An exception in WebKit undoes both blocking and the removal of cookies. With exceptions to `$cookie`, other"
          + " exceptions therefore allow cookies too. With these or with `$urlblock`, a page itself is loaded with its"
          + " cookies.",
        example: "||t.example^$cookie\n@@||login.t.example^$cookie\n@@||cdn.example^")
    case .pageScope:
      .init(
        "WebKit cannot express these pages: '\(text)'",
        meaning: "The exception is for whole pages that a WebKit condition cannot express.",
        example: "@@*$document,domain=~b.a.com", instead: "list the pages with `||host^` or `domain=`")
    case .genericHiding:
      .init(
        "does not hide in all documents, because of --generic-hiding",
        meaning:
          "The filter names no site. `--generic-hiding` limits such filters to pages without their frames, or to documents"
          + " that load a script, because fewer documents make pages faster.",
        example: "sluice convert --generic-hiding pages list.txt",
        instead: "`--generic-hiding everywhere`")
    case .framesOfExceptedPages:
      .init(
        "not applied in frames: a single list cannot express exceptions for a page's frames",
        meaning:
          "In a single list for Safari, an exception that turns off hiding cannot apply in the page's frames without"
          + " allowing blocked requests there.",
        example: "||ads.example^\n##.ad\n@@||news.example^$elemhide",
        instead: "use `--split`, or a target with `ignore-following-rules`", advice: .instead)
    case .invalidSelector:
      .init(
        text == ":has"
          ? "WebKit accepts no ':has()' without a selector, and none inside another ':has()'"
          : "WebKit rejects the selector: \(text)",
        meaning:
          "The selector is not valid CSS. WebKit would silently drop all selectors of the same rule.",
        example: "##.ad:foo()", instead: "correct the selector")
    case .newerSelector:
      .init(
        "not every WebKit of the target supports '\(text)': without it, nothing is hidden",
        meaning:
          "Some WebKit versions of the target are older than this part of CSS. The filter becomes a rule of its own, which"
          + " those versions drop. Inside `:is()`, `:where()` and `:has()` they may ignore only the unknown part and would"
          + " hide other elements, so the filter is not converted.",
        example: "##.ad:focus-visible",
        instead: "choose a newer target; docs/reference/targets.md has the table",
        advice: "choose a target that supports it: docs/reference/targets.md")
    case .proceduralSelector: .proceduralSelector(text)
    case .elementRemoval: .elementRemoval
    case .styleInjection: .styleInjection
    case .scriptlet: .scriptlet
    case .script: .script
    case .snippet: .snippet
    case .htmlFilter: .htmlFilter
    case .responseHeader: .responseHeader
    case .cosmeticModifier: .cosmeticModifier(text)
    case .redirect: .redirect(text)
    case .removeparam: .removeparam
    case .csp: .csp
    case .requestModification: .requestModification(text)
    case .parameterPattern: .parameterPattern
    case .changeConditions: .changeConditions
    case .changeExceptions: .changeExceptions
    case .frameInitiators: .frameInitiators
    case .mergedPolicy: .mergedPolicy
    case .unknownHeader: .unknownHeader
    case .redirectResource: .redirectResource(text)
    case .redirectOfBlocks: .redirectOfBlocks
    case .redirectOfImportant: .redirectOfImportant
    case .outOfProportion:
      .init(
        "the rules would be many times as large as the list: too many exceptions, pages or patterns combine",
        meaning:
          "A WebKit rule holds one pattern and all pages on which it does or does not act. If thousands of filters and"
          + " exceptions affect one another, or a filter needs hundreds of patterns, the rules would be many times as"
          + " large as the list. Exceptions are then kept first, and the filters beyond the limit are dropped.",
        example: "thousands of `[$path=/p1]##.ad` with thousands of `a1.example#@#.ad`",
        instead: "limit the filter to sites, or write fewer exceptions")
    case .ruleLimit:
      .init(
        "dropped, because the list would have too many rules",
        meaning:
          "The list would have more rules than allowed, and `--on-limit truncate` dropped blocks from its end.",
        example: "sluice convert --max-rules 1000 --on-limit truncate list.txt",
        instead: "convert fewer lists, or use `--split`, which gives each of two lists its own limit")
    }
  }
}
