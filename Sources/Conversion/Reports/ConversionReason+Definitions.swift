import Bytes
import ContentBlocker
import FilterSyntax

extension ConversionReason {
  /// Returns the definition of the reason: the only place for its texts. `text` is the affected part of the
  /// filter.
  ///
  /// Reasons that need a script are in the extension of `ReasonDefinition`.
  public func definition(about text: String = "") -> ReasonDefinition {
    switch self {
    case .unknownOption:
      .init(
        "unknown option '\(text)': the filter is not converted without it",
        meaning:
          "No dialect has this option. Without it the filter could act where it should not, so it is left out.",
        example: "||ads.example^$scirpt", instead: "check the spelling; docs/options.md has all options",
        advice: "check the spelling; `sluice` knows the options of Adblock Plus, uBlock Origin and AdGuard")
    case .unsupportedOption:
      .init(
        "the option '\(text)' has no counterpart in WebKit",
        meaning:
          "The option limits the filter by something that WebKit's rules cannot ask for: applications, keys, DNS.",
        example: "||ads.example^$app=com.example.news",
        instead: "remove the option if the filter is right without it")
    case .objectType:
      .init(
        "WebKit has no type for plugins: the type '\(text)' is left out",
        meaning: "WebKit has no plugins. What `object` and `embed` load are images and documents of frames.",
        example: "||ads.example^$object", instead: "use the types `image` and `subdocument`",
        advice: "use the types image and subdocument; a type behind a ~ can be removed")
    case .pingType:
      .init(
        "WebKit calls sendBeacon() 'other', so 'ping' alone cannot be told exactly",
        meaning:
          "WebKit sorts sendBeacon() under `other`, so `ping` stops the ping attribute of links only, and `~ping` spares"
          + " beacons only where nothing else of `other` is stopped.",
        example: "||ads.example^$ping", instead: "write `$ping,other` to stop beacons too",
        advice: "name ping and other together")
    case .otherType:
      .init(
        "WebKit's type 'other' also has sendBeacon() and the ping of links: 'other' without 'ping' cannot be told exactly",
        meaning: "WebKit's `other` has beacons and the pings of links in it, which filter lists call `ping`.",
        example: "||ads.example^$other", instead: "write `$ping,other`",
        advice: "name ping and other together")
    case .noWebKitType:
      .init(
        "WebKit has no request type for '\(text)'",
        meaning: "WebKit asks content blockers about no such load.", example: "||ads.example^$webrtc")
    case .strictParty:
      .init(
        "WebKit compares sites, not hosts: '\(text)' cannot be told exactly",
        meaning: "WebKit compares sites (news.example), not hosts (www.news.example and img.news.example).",
        example: "||ads.example^$strict1p", instead: "use `third-party` or `first-party`", advice: .instead)
    case .responseOption:
      .init(
        "a content blocker does not see responses: '\(text)' cannot be tested",
        meaning:
          "The option asks for something of the response, and a content blocker decides before there is one.",
        example: "||ads.example^$header=via:1")
    case .methodOption:
      .init(
        "WebKit tests the method of the document, not of the request: '\(text)' cannot be tested",
        meaning: "WebKit tests the method of the document, so what a page requests counts as a GET.",
        example: "||ads.example^$method=post",
        instead: "remove the option if the filter is right for every method")
    case .conflictingOptions:
      .init(
        "the option '\(text)' leaves nothing that the filter could act on",
        meaning: "Two options leave nothing that the filter could act on.",
        example: "||ads.example^$script,~script", instead: "remove one of them",
        advice: "remove one of the options")
    case .exceptionOption:
      .init(
        "the option '\(text)' only has a meaning in an exception",
        meaning: "The option switches something off on a page, so it only has a meaning in an exception.",
        example: "||news.example^$generichide", instead: "write `@@` before the filter", advice: .instead)
    case .patternTooLong:
      .init(
        "the pattern is longer than 2,048 characters, or ends in more than 16 separators",
        meaning:
          "The pattern has more than 2,048 characters: WebKit's compiler would need too long for it. Or it ends in more "
          + "than 16 `^`, each of which may be the end of the URL, so that it would need as many rules.",
        example: "/a-pattern-of-more-than-2048-characters…",
        instead: "write less of the URL, with `*` for the rest")
    case .invalidHostInPattern:
      .init(
        "'\(text)' is not a host name",
        meaning: "What stands between `||` and the path is no host name, so no URL can match.",
        example: "||bü*.example^", instead: "write whole labels: part of a label has no punycode of its own")
    case .patternNeverMatches:
      .init(
        "no URL matches '\(text)'",
        meaning:
          "No URL can match: `|` begins with a scheme, `||` with a host; behind a host there is a `/`, quotes and angle brackets are percent-encoded, and WebKit looks at URLs without their fragment.",
        example: "|ads.example",
        instead: "write `||ads.example^` for a host, `|https://` for the start of a URL",
        advice: text == "#"
          ? "leave out the fragment: WebKit looks at URLs up to their #"
          : Self.suggestion(forPattern: text).map { .words("did you mean '\($0)'?") } ?? .instead)
    case .joinedFilters:
      .init(
        "a second filter begins inside of this one: '\(text)'",
        meaning: "Two filters stand in one line, where a line end was lost. No URL has `||` in it as a rule.",
        example: "||a.example^||b.example^", instead: "write each filter in a line of its own",
        advice: .instead)
    case .misplacedOptions:
      .init(
        "'\(text)' is read as part of the pattern, not as options",
        meaning:
          "What looks like options is part of the pattern: options stand behind one `$`, with commas between them.",
        example: "||ads.example^$script|image", instead: "write `||ads.example^$script,image`",
        advice: .words("did you mean '\(Self.options(in: text))'?"))
    case .misspeltException:
      .init(
        "an exception begins with '@@', not with '@'",
        meaning: "The filter begins with a single `@`, so it is a pattern that hardly any URL matches.",
        example: "@||ads.example^", instead: "write `@@||ads.example^`",
        advice: text.isEmpty ? .instead : .words("did you mean '@\(text)'?"))
    case .unmarkedDomains:
      .init(
        "a list of domains, and nothing that says what is done on them",
        meaning:
          "The line has domains with commas between them, and no `##` or `$`. As a pattern no URL matches it.",
        example: "a.example,b.example", instead: "write `##` and a selector behind them, or a domain a line",
        advice: .instead)
    case .splitDomain:
      .init(
        "'\(text)' names a top-level domain: all of its sites",
        meaning:
          "A comma stands where a domain has a dot, so the filter acts on all sites of a top-level domain.",
        example: "example,org##.ad", instead: "write `example.org##.ad`",
        advice: text.isEmpty ? .instead : .words("did you mean '\(text.replacing(",", "."))'?"))
    case .regexLookAround:
      .init(
        "WebKit has no look-around: '\(text)'",
        meaning:
          "The regex asks for what stands before or behind without taking it. WebKit cannot, and here it could"
          + " not be rewritten.",
        example: "/(?!.*xyz)ads/", instead: "write patterns without a regex, and exceptions to them",
        advice: "write it as patterns without a regex")
    case .regexBackreference:
      .init(
        "WebKit has no backreferences: '\(text)'",
        meaning: "The regex asks for a text that it has found before. WebKit takes that and never matches.",
        example: "/(ad|banner).*\\1/", instead: "write a filter for each text",
        advice: "write it as patterns without a regex")
    case .regexWordBoundary:
      .init(
        "WebKit has no word boundaries, and what stands beside '\(text)' is not known",
        meaning:
          "`\\b` can be rewritten only where it is known what stands beside it, which inside of a repetition it is not.",
        example: "/(\\bads)+x/", instead: "write the characters that may stand there: `[/?&=.-]`")
    case .regexAnchor:
      .init(
        "WebKit has no anchor inside of a repetition: '\(text)'",
        meaning: "An anchor inside of something that is repeated has no place in WebKit.",
        example: "/(^ad)+x/", instead: "take the anchor out of the repetition")
    case .regexAlternatives:
      .init(
        "the regex has more alternatives than \(RegexFilters.maximumFilters) rules can hold",
        meaning:
          "WebKit has no alternatives, so each becomes a rule of its own, and here there would be too many.",
        example: "/(aa|bb)(cc|dd)(ee|ff)(gg|hh)(ii|jj)(kk|ll)/",
        instead: "use a class: `[ab]` is one rule, `(a|b)` two",
        advice:
          "use classes, which are one rule, or write several filters; look-ahead and repetitions count too")
    case .regexNeverMatches:
      .init(
        text.utf8.contains { $0 >= 0x80 }
          ? "the regex matches no URL: '\(text)' is percent-encoded in URLs, or punycode"
          : "the regex matches no URL",
        meaning: "No URL can match: something must stand before the start or behind the end.",
        example: "/x^ads/", instead: "remove the anchor",
        advice: text.utf8.contains { $0 >= 0x80 }
          ? .words(
            "write '\(text.utf8.flatMap { $0.percentEncoded }.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) })' in paths"
          )
          : "remove the filter, or the anchor inside of it")
    case .expensiveRegex:
      .init(
        "by an estimate WebKit's compiler would need too long for this regex",
        meaning:
          "By an estimate of its states WebKit's compiler would need too long for this regex, and reject or delay the whole list.",
        example: "/x.{12}y/", instead: "write patterns without a regex, or begin it with `^https?://`",
        advice: "write it as patterns without a regex")
    case .narrowedRegex:
      .init(
        "the regex only matches at the start of the URL, because WebKit's compiler would need too long elsewhere",
        meaning:
          "The regex begins with a scheme and is found at the start of the URL only, not again in its query: that"
          + " is what it is meant for, and WebKit's compiler would need too long for more.",
        example: "/https?:\\/\\/10\\.2\\..{40,}/", instead: "begin the regex with `^`", advice: .instead)
    case .invalidRegex:
      .init(
        "the regex is malformed at '\(text)'", meaning: "The regex is malformed.", example: "/(unclosed/",
        instead: "correct it at the place that is marked")
    case .unusableDomain:
      .init(
        "'\(text)' is not a domain that WebKit can match",
        meaning: "An entry among the domains is no host name that a page could have.",
        example: "||ads.example^$domain=exa℀mple.com|b.com", instead: "write the host name alone",
        advice: "write the host name alone, without scheme, port and path")
    case .mixedDomains:
      .init(
        "a mix of domains that WebKit's one condition cannot hold",
        meaning:
          "A rule of WebKit has one condition on the page. Either the domains leave nothing that it could ask for, or"
          + " it would take too many patterns to say what they leave.",
        example: "||ads.example^$domain=~*", instead: "make two filters of it")
    case .regexDomain:
      .init(
        "'\(text)' is a regex for domains, which cannot be told to WebKit",
        meaning: "The domain is a regex that WebKit's subset cannot say.",
        example: "||ads.example^$domain=/(?<!a)b\\1/", instead: "name the domains")
    case .requestDomains:
      .init(
        "WebKit has one pattern for a URL: it cannot hold this one and the hosts '\(text)' too",
        meaning:
          "WebKit has one pattern for the URL, which cannot hold both the filter's own and the hosts of the option.",
        example: "/ads/$image,to=a.com", instead: "write the hosts into the pattern: `||a.com^*/ads/`")
    case .embeddedPages:
      .init(
        "what is embedded in pages of '\(text)' is left out",
        meaning:
          "AdGuard's `domain=x>>` means what is embedded in pages of x; WebKit only knows the page in the window.",
        example: "news.example>>##.ad", instead: "name the pages")
    case .hostsMapping:
      .init(
        "'\(text)' is no block: the line leads names to a machine",
        meaning:
          "The line of the hosts file, or of another list for DNS servers, gives a name the address of a real machine or a server to ask, which is no block.",
        example: "192.0.2.1 printer.example", instead: "write `0.0.0.0` to block the name")
    case .includeNotFollowed:
      .init(
        "the list '\(text)' is not read", meaning: "The list asks for another one, which is not read.",
        example: "!#include privacy.txt", instead: "name that list as an input too",
        advice: "name the included list as an input too")
    case .entitySuffixes:
      .init(
        "'\(text)' is matched with top-level domains and with co.* and com.*, not with every public suffix",
        meaning:
          "`name.*` means every public suffix. WebKit has no list of them: top-level domains, `co.*` and `com.*` it is.",
        example: "||ads.example^$domain=news.*", instead: "name the domains", advice: .instead)
    case .overlappingExclusions:
      .init(
        "what lifts this filter on some hosts may lift others of this kind, and exceptions for pages this one",
        meaning:
          "The exceptions that belong to this filter alone (`denyallow`, `to=~…`) may also lift another filter of"
          + " this kind. And where such a filter stands, `$genericblock` lifts it, and in one list for Safari"
          + " `$generichide` and `$elemhide` lift blocks of the page itself.",
        example: "*$script,denyallow=a.com,domain=x.com\n*$script,denyallow=b.com,domain=x.com",
        instead: "give filters for the same pages the same domains")
    case .importantExclusions:
      .init(
        "exceptions hold for this filter too: WebKit's pattern cannot hold which hosts are left out by '\(text)'",
        meaning:
          "`important` stands above exceptions, and the exceptions that belong to this filter alone (`denyallow`,"
          + " `to=~…`) cannot stand there. The pattern cannot hold the hosts either, so exceptions hold for the"
          + " filter.",
        example: "/banner[0-9]/$script,denyallow=a.com,important",
        instead: "write a pattern that is no regex, and hosts without `.*`",
        advice: "write it without a regex, with whole hosts")
    case .cookieExceptions:
      .init(
        "other exceptions than those to cookies may leave them too",
        meaning:
          "An exception of WebKit lifts blocks and what takes cookies off alike. So with exceptions to `$cookie`,"
          + " other exceptions leave cookies too; and with these or `$urlblock` a page itself is loaded with its"
          + " cookies.",
        example: "||t.example^$cookie\n@@||login.t.example^$cookie\n@@||cdn.example^")
    case .pageScope:
      .init(
        "the pages cannot be told to WebKit: '\(text)'",
        meaning: "The exception is for whole pages, and WebKit cannot be told which.",
        example: "@@*$document,domain=~b.a.com", instead: "name the pages by `||host^` or by `domain=`")
    case .genericHiding:
      .init(
        "does not hide in all documents, as --generic-hiding says",
        meaning:
          "The filter names no site, and such filters were asked for in fewer documents than all, which makes pages"
          + " faster: in pages and not in their frames, or in documents that ask for a script.",
        example: "sluice convert --generic-hiding pages list.txt",
        instead: "`--generic-hiding everywhere`")
    case .framesOfExceptedPages:
      .init(
        "in frames this does not act: one list cannot hold exceptions for a page's frames",
        meaning:
          "In one list for Safari an exception that switches hiding off cannot hold in the page's frames without"
          + " letting blocked requests through.",
        example: "||ads.example^\n##.ad\n@@||news.example^$elemhide",
        instead: "use `--split`, or a target with `ignore-following-rules`", advice: .instead)
    case .invalidSelector:
      .init(
        text == ":has"
          ? "WebKit takes no ':has()' without a selector, nor inside of another ':has()'"
          : "WebKit does not take the selector: \(text)",
        meaning:
          "The selector is not CSS. WebKit would leave out all selectors of the same rule without a word.",
        example: "##.ad:foo()", instead: "correct the selector")
    case .newerSelector:
      .init(
        "not every WebKit of the target knows '\(text)': those that do not hide nothing",
        meaning:
          "Some WebKit of the target is older than this part of CSS. The filter becomes a rule of its own, which such a"
          + " WebKit leaves out. WebKit may ignore what it does not know of `:is()`, `:where()` and `:has()`, and would hide"
          + " other elements: with such a part in them the filter is not converted.",
        example: "##.ad:focus-visible", instead: "name a newer target; docs/targets.md has the table",
        advice: "name a target that knows it: docs/targets.md")
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
    case .outOfProportion:
      .init(
        "the rules would be out of proportion to the list: too many exceptions, pages or patterns come together",
        meaning:
          "A rule of WebKit holds one pattern, and all pages on which it does or does not act. Where thousands of filters"
          + " and exceptions concern one another, or a filter needs hundreds of patterns, the rules would be many times as"
          + " large as the list. Then exceptions are kept first, and the filters beyond the limit are left out.",
        example: "thousands of `[$path=/p1]##.ad` with thousands of `a1.example#@#.ad`",
        instead: "name the sites of the filter, or of fewer exceptions")
    case .ruleLimit:
      .init(
        "left out, because the list would have too many rules",
        meaning:
          "The list would have had more rules than allowed, and `--on-limit truncate` left out blocks from its end.",
        example: "sluice convert --max-rules 1000 --on-limit truncate list.txt",
        instead: "convert fewer lists, or use `--split`, which gives each of two lists its own limit")
    }
  }
}

extension ConversionReason {
  /// Returns the probable intended pattern for one that matches no URL.
  fileprivate static func suggestion(forPattern text: String) -> String? {
    if text.hasPrefix("|||") { return "||" + text.drop { $0 == "|" } }
    for scheme in ["http://", "https://", "ws://", "wss://"] where text.hasPrefix("||" + scheme) {
      return String(text.dropFirst())
    }
    if let address = addressSuggestion(forPattern: text) { return address }
    if text.hasPrefix("||") {
      var labels = text.dropFirst(2).prefix { $0 != "/" && $0 != "^" && $0 != "|" && $0 != "?" }
      let rest = text.dropFirst(2 + labels.count)
      while labels.first == "." { labels = labels.dropFirst() }
      let host = labels.split(separator: ".").joined(separator: ".")
      let end = rest == "|" ? "^" : rest.hasPrefix("?") ? "/" + rest : String(rest)
      let meant = "||\(host)\(end)"
      return host.isEmpty || meant == text ? nil : meant
    }
    // No URL has this path, port or scheme, so the intended pattern is unknown.
    if let slashes = text.firstRange(of: "://") {
      let host = text[slashes.upperBound...].dropLast()
      let isHostAlone = !host.isEmpty && text.hasSuffix("|") && !host.contains { "/?:*^".contains($0) }
      return isHostAlone ? text.dropLast() + "/|" : nil
    }
    if text.hasPrefix("|"), text.hasSuffix("|"), text.count > 2 { return "|" + text.dropLast() + "^" }
    return text.hasPrefix("|") && text.count > 1 ? "|" + text : nil
  }

  /// Returns the pattern with its IP address in the form that URLs use.
  private static func addressSuggestion(forPattern text: String) -> String? {
    let start: Substring.Index
    if text.hasPrefix("||") {
      start = text.index(text.startIndex, offsetBy: 2)
    } else if text.hasPrefix("|"), let slashes = text.firstRange(of: "://") {
      start = slashes.upperBound
    } else {
      return nil
    }
    let host = text[start...].prefix { $0 != "/" && $0 != "^" && $0 != "|" && $0 != "]" }
    let rest = text[host.endIndex...]
    let isIPv6 = host.hasPrefix("[") && rest.hasPrefix("]")
    let written = Array(host.utf8) + (isIPv6 ? [UInt8(ascii: "]")] : [])
    guard let address = isIPv6 ? HostAddress.ipv6(written[...]) : HostAddress.ipv4(written[...]),
      address != written
    else { return nil }
    return text[..<start] + String(decoding: address, as: UTF8.self) + (isIPv6 ? rest.dropFirst() : rest)
  }

  /// Returns a list of options in valid syntax, from text with other separators.
  fileprivate static func options(in text: String) -> String {
    let names = text.split { ",|$".contains($0) }.map { name in
      name.hasPrefix("~~") ? "~" + name.drop { $0 == "~" } : String(name)
    }
    return "$" + names.joined(separator: ",")
  }
}

extension String {
  /// Returns the text with all occurrences of a character replaced.
  fileprivate func replacing(_ old: Character, _ new: Character) -> String {
    String(map { $0 == old ? new : $0 })
  }
}
