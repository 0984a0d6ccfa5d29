extension ConversionReason {
  /// What it means, an example, and what to do instead.
  var explanation: ReasonExplanation {
    switch self {
    case .unknownOption:
      ReasonExplanation(
        "No dialect has this option. Without it the filter could act where it should not, so it is left out.",
        example: "||ads.example^$scirpt", instead: "check the spelling; docs/options.md has all options")
    case .unsupportedOption:
      ReasonExplanation(
        "The option limits the filter by something that WebKit's rules cannot ask for: applications, keys, DNS.",
        example: "||ads.example^$app=com.example.news",
        instead: "remove the option if the filter is right without it")
    case .objectType:
      ReasonExplanation(
        "WebKit has no plugins. What `object` and `embed` load are images and documents of frames.",
        example: "||ads.example^$object", instead: "use the types `image` and `subdocument`")
    case .pingType:
      ReasonExplanation(
        "WebKit sorts sendBeacon() under `other`, so `ping` stops the ping attribute of links only.",
        example: "||ads.example^$ping", instead: "write `$ping,other` to stop beacons too")
    case .otherType:
      ReasonExplanation(
        "WebKit's `other` has beacons and the pings of links in it, which filter lists call `ping`.",
        example: "||ads.example^$other", instead: "write `$ping,other`")
    case .noWebKitType:
      ReasonExplanation(
        "WebKit asks content blockers about no such load.", example: "||ads.example^$webrtc")
    case .strictParty:
      ReasonExplanation(
        "WebKit compares sites (news.example), not hosts (www.news.example and img.news.example).",
        example: "||ads.example^$strict1p", instead: "use `third-party` or `first-party`")
    case .responseOption:
      ReasonExplanation(
        "The option asks for something of the response, and a content blocker decides before there is one.",
        example: "||ads.example^$header=via:1")
    case .methodOption:
      ReasonExplanation(
        "WebKit takes every request for a GET, whatever its method.", example: "||ads.example^$method=post",
        instead: "remove the option if the filter is right for every method")
    case .conflictingOptions:
      ReasonExplanation(
        "Two options leave nothing that the filter could act on.", example: "||ads.example^$script,~script",
        instead: "remove one of them")
    case .exceptionOption:
      ReasonExplanation(
        "The option switches something off on a page, so it only has a meaning in an exception.",
        example: "||news.example^$generichide", instead: "write `@@` before the filter")
    case .patternTooLong:
      ReasonExplanation(
        "The pattern has more than 2,048 characters: WebKit's compiler would need too long for it.",
        example: "/a-pattern-of-more-than-2048-characters…",
        instead: "write less of the URL, with `*` for the rest")
    case .invalidHostInPattern:
      ReasonExplanation(
        "What stands between `||` and the path is no host name, so no URL can match.",
        example: "||bücher..example^", instead: "correct the host")
    case .regexLookAround:
      ReasonExplanation(
        "The regex asks for what stands before or behind without taking it. WebKit cannot, and here it could"
          + " not be rewritten.",
        example: "/(?!.*xyz)ads/", instead: "write patterns without a regex, and exceptions to them")
    case .regexBackreference:
      ReasonExplanation(
        "The regex asks for a text that it has found before. WebKit takes that and never matches.",
        example: "/(ad|banner).*\\1/", instead: "write a filter for each text")
    case .regexWordBoundary:
      ReasonExplanation(
        "`\\b` can be rewritten only where it is known what stands beside it, which inside of a repetition it is not.",
        example: "/(\\bads)+x/",
        instead: "write the characters that may stand there: `[/?&=.-]`")
    case .regexAnchor:
      ReasonExplanation(
        "An anchor inside of something that is repeated has no place in WebKit.", example: "/(^ad)+x/",
        instead: "take the anchor out of the repetition")
    case .regexAlternatives:
      ReasonExplanation(
        "WebKit has no alternatives, so each becomes a rule of its own, and here there would be too many.",
        example: "/(aa|bb)(cc|dd)(ee|ff)(gg|hh)(ii|jj)(kk|ll)/",
        instead: "use a class: `[ab]` is one rule, `(a|b)` two")
    case .regexNeverMatches:
      ReasonExplanation(
        "No URL can match: something must stand before the start or behind the end.", example: "/x^ads/",
        instead: "remove the anchor")
    case .expensiveRegex:
      ReasonExplanation(
        "WebKit's compiler would need too long for this regex, and reject or delay the whole list.",
        example: "/x.{12}y/",
        instead: "write patterns without a regex, or begin it with `^https?://`")
    case .narrowedRegex:
      ReasonExplanation(
        "The regex begins with a scheme and is found at the start of the URL only, not again in its query: that"
          + " is what it is meant for, and WebKit's compiler would need too long for more.",
        example: "/https?:\\/\\/10\\.2\\..{40,}/",
        instead: "begin the regex with `^`")
    case .invalidRegex:
      ReasonExplanation(
        "The regex is malformed.", example: "/(unclosed/", instead: "correct it at the place that is marked")
    case .unusableDomain:
      ReasonExplanation(
        "An entry among the domains is no host name that a page could have.",
        example: "||ads.example^$domain=exa℀mple.com|b.com", instead: "write the host name alone")
    case .mixedDomains:
      ReasonExplanation(
        "A rule of WebKit has one condition on the page. Either the domains leave nothing that it could ask for, or"
          + " it would take too many patterns to say what they leave.",
        example: "||ads.example^$domain=a.com|~a.com", instead: "make two filters of it")
    case .regexDomain:
      ReasonExplanation(
        "The domain is a regex that WebKit's subset cannot say.",
        example: "||ads.example^$domain=/(?<!a)b\\1/", instead: "name the domains")
    case .requestDomains:
      ReasonExplanation(
        "WebKit has one pattern for the URL, which cannot hold both the filter's own and the hosts of the option.",
        example: "/ads/$image,to=a.com", instead: "write the hosts into the pattern: `||a.com^*/ads/`")
    case .embeddedPages:
      ReasonExplanation(
        "AdGuard's `domain=x>>` means what is embedded in pages of x; WebKit only knows the page in the window.",
        example: "news.example>>##.ad", instead: "name the pages")
    case .hostsMapping:
      ReasonExplanation(
        "The line of the hosts file gives a name the address of a real machine, which is no block.",
        example: "192.0.2.1 printer.example", instead: "write `0.0.0.0` to block the name")
    case .includeNotFollowed:
      ReasonExplanation(
        "The list asks for another one, which is not read.", example: "!#include privacy.txt",
        instead: "name that list as an input too")
    case .entitySuffixes:
      ReasonExplanation(
        "`name.*` means every public suffix. WebKit has no list of them: top-level domains, `co.*` and `com.*` it is.",
        example: "||ads.example^$domain=news.*", instead: "name the domains")
    case .overlappingExclusions:
      ReasonExplanation(
        "The exceptions that belong to this filter alone (`denyallow`, `to=~…`) may also lift another filter of"
          + " this kind. And where such a filter stands, `$genericblock` lifts it, and in one list for Safari"
          + " `$generichide` and `$elemhide` lift blocks of the page itself.",
        example: "*$script,denyallow=a.com,domain=x.com\n*$script,denyallow=b.com,domain=x.com",
        instead: "give filters for the same pages the same domains")
    case .importantExclusions:
      ReasonExplanation(
        "`important` stands above exceptions, and the exceptions that belong to this filter alone (`denyallow`,"
          + " `to=~…`) cannot stand there. The pattern cannot hold the hosts either, so exceptions hold for the"
          + " filter.",
        example: "/banner[0-9]/$script,denyallow=a.com,important",
        instead: "write a pattern that is no regex, and hosts without `.*`")
    case .cookieExceptions:
      ReasonExplanation(
        "An exception of WebKit lifts blocks and what takes cookies off alike. So with exceptions to `$cookie`,"
          + " other exceptions leave cookies too; and with these or `$urlblock` a page itself is loaded with its"
          + " cookies.",
        example: "||t.example^$cookie\n@@||login.t.example^$cookie\n@@||cdn.example^")
    case .pageScope:
      ReasonExplanation(
        "The exception is for whole pages, and WebKit cannot be told which.",
        example: "@@*$document,domain=~b.a.com", instead: "name the pages by `||host^` or by `domain=`")
    case .framesOfExceptedPages:
      ReasonExplanation(
        "In one list for Safari an exception that switches hiding off cannot hold in the page's frames without"
          + " letting blocked requests through.",
        example: "##.ad\n@@||news.example^$elemhide",
        instead: "use `--split`, or a target with `ignore-following-rules`")
    case .invalidSelector:
      ReasonExplanation(
        "The selector is not CSS. WebKit would leave out all selectors of the same rule without a word.",
        example: "##.ad:foo()", instead: "correct the selector")
    case .proceduralSelector:
      ReasonExplanation(
        "The selector asks for what CSS does not have, such as an element's text, and needs a script.",
        example: "news.example##.ad:has-text(Sponsored)",
        instead: "use CSS if it can say it: `:has(> .label)`")
    case .elementRemoval:
      ReasonExplanation(
        "The filter removes elements; a content blocker can only hide them.",
        example: "news.example##.ad:remove()", instead: "hide them: `news.example##.ad`")
    case .styleInjection:
      ReasonExplanation(
        "The filter gives elements a style; a content blocker can only hide them.",
        example: "news.example#$#body { overflow: auto }")
    case .scriptlet:
      ReasonExplanation(
        "The filter runs a scriptlet in the page, which a content blocker cannot.",
        example: "news.example##+js(nowebrtc)")
    case .script:
      ReasonExplanation(
        "The filter is a script for the page, which a content blocker cannot run.",
        example: "news.example#%#window.ads = 1;")
    case .snippet:
      ReasonExplanation(
        "The filter runs a snippet of Adblock Plus in the page, which a content blocker cannot.",
        example: "news.example#$#log hello")
    case .htmlFilter:
      ReasonExplanation(
        "The filter changes the text of the page before it is parsed; a content blocker does not see it.",
        example: "news.example##^script:has-text(ads)")
    case .responseHeader:
      ReasonExplanation(
        "The filter removes a header of the response; a content blocker does not see it.",
        example: "news.example##^responseheader(refresh)")
    case .cosmeticModifier:
      ReasonExplanation(
        "A modifier of the filter has no counterpart, and without it the filter would act elsewhere too.",
        example: "[$app=com.example.news]news.example##.ad",
        instead: "name the pages by domains, `path` or `url`")
    case .redirect:
      ReasonExplanation(
        "The list wants a harmless replacement. The request is blocked instead, which some pages notice.",
        example: "||ads.example/a.js$script,redirect=noopjs")
    case .removeparam:
      ReasonExplanation(
        "The filter takes parameters off URLs; a content blocker cannot change URLs.",
        example: "||news.example^$removeparam=utm_source")
    case .csp:
      ReasonExplanation(
        "The filter adds a Content Security Policy to the page, which a content blocker cannot.",
        example: "||news.example^$csp=script-src 'self'")
    case .requestModification:
      ReasonExplanation(
        "The filter changes requests or responses; a content blocker can only block them.",
        example: "||news.example^$replace=/ad/x/")
    case .ruleLimit:
      ReasonExplanation(
        "The list would have had more rules than allowed, and `--on-limit truncate` left out blocks from its end.",
        example: "sluice convert --max-rules 1000 --on-limit truncate list.txt",
        instead: "convert fewer lists, or use `--split`, which gives each of two lists its own limit")
    }
  }
}
