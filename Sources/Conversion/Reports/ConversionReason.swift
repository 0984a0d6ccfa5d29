/// Why a filter is approximated, deferred or dropped; the raw value is the stable id that reports show.
public enum ConversionReason: String, CaseIterable, Hashable, Sendable {
  // Options
  case unknownOption = "unknown-option"
  case unsupportedOption = "unsupported-option"
  case objectType = "object-type"
  case pingType = "ping-type"
  case otherType = "other-type"
  case noWebKitType = "no-webkit-type"
  case strictParty = "strict-party"
  case responseOption = "response-option"
  case methodOption = "method-option"
  case conflictingOptions = "conflicting-options"
  case exceptionOption = "exception-option"
  // Patterns
  case patternTooLong = "pattern-too-long"
  case invalidHostInPattern = "invalid-host-in-pattern"
  case regexLookAround = "regex-look-around"
  case regexBackreference = "regex-backreference"
  case regexWordBoundary = "regex-word-boundary"
  case regexAnchor = "regex-anchor"
  case regexAlternatives = "regex-alternatives"
  case regexNeverMatches = "regex-never-matches"
  case expensiveRegex = "expensive-regex"
  case narrowedRegex = "narrowed-regex"
  case invalidRegex = "invalid-regex"
  // Domains
  case unusableDomain = "unusable-domain"
  case mixedDomains = "mixed-domains"
  case regexDomain = "regex-domain"
  case requestDomains = "request-domains"
  case embeddedPages = "embedded-pages"
  case hostsMapping = "hosts-mapping"
  case includeNotFollowed = "include-not-followed"
  case entitySuffixes = "entity-suffixes"
  case overlappingExclusions = "overlapping-exclusions"
  case importantExclusions = "important-exclusions"
  case cookieExceptions = "cookie-exceptions"
  // Pages
  case pageScope = "page-scope"
  case framesOfExceptedPages = "frames-of-excepted-pages"
  // Hiding
  case invalidSelector = "invalid-selector"
  case proceduralSelector = "procedural-selector"
  case elementRemoval = "element-removal"
  case styleInjection = "style-injection"
  case scriptlet
  case script
  case snippet
  case htmlFilter = "html-filter"
  case responseHeader = "response-header"
  case cosmeticModifier = "cosmetic-modifier"
  // What a script or a proxy could do
  case redirect
  case removeparam
  case csp
  case requestModification = "request-modification"
  // Output
  case ruleLimit = "rule-limit"

  /// What is not exact, in one line; `text` are the bytes that it is about.
  public func message(about text: String) -> String {
    switch self {
    case .unknownOption: "unknown option '\(text)': the filter is not converted without it"
    case .unsupportedOption: "the option '\(text)' has no counterpart in WebKit"
    case .objectType: "WebKit has no type for plugins: the type '\(text)' is left out"
    case .pingType: "WebKit calls sendBeacon() 'other', so only the ping attribute of links is matched"
    case .otherType:
      "WebKit's type 'other' also has sendBeacon() and the ping of links: 'other' without 'ping' is left out"
    case .noWebKitType: "WebKit has no request type for '\(text)'"
    case .strictParty: "WebKit compares sites, not hosts: '\(text)' cannot be told exactly"
    case .responseOption: "a content blocker does not see responses: '\(text)' cannot be tested"
    case .methodOption: "WebKit takes every request for a GET: '\(text)' cannot be tested"
    case .conflictingOptions: "the option '\(text)' leaves nothing that the filter could act on"
    case .exceptionOption: "the option '\(text)' only has a meaning in an exception"
    case .patternTooLong: "the pattern is longer than 2,048 characters"
    case .invalidHostInPattern: "'\(text)' is not a host name"
    case .regexLookAround: "WebKit has no look-around: '\(text)'"
    case .regexBackreference: "WebKit has no backreferences: '\(text)'"
    case .regexWordBoundary: "WebKit has no word boundaries, and what stands beside '\(text)' is not known"
    case .regexAnchor: "WebKit has no anchor inside of a repetition: '\(text)'"
    case .regexAlternatives:
      "the regex has more alternatives than \(RegexFilters.maximumFilters) rules can hold"
    case .regexNeverMatches: "the regex matches no URL"
    case .expensiveRegex: "WebKit's compiler would need too long for this regex"
    case .narrowedRegex:
      "the regex only matches at the start of the URL, because WebKit's compiler would need too long elsewhere"
    case .invalidRegex: "the regex is malformed at '\(text)'"
    case .unusableDomain: "'\(text)' is not a domain that WebKit can match"
    case .mixedDomains: "a mix of domains that WebKit's one condition cannot hold"
    case .embeddedPages: "what is embedded in pages of '\(text)' is left out"
    case .hostsMapping: "the address '\(text)' is no block: the line maps names to a machine"
    case .requestDomains:
      "WebKit has one pattern for a URL: it cannot hold this one and the hosts '\(text)' too"
    case .includeNotFollowed: "the list '\(text)' is not read"
    case .regexDomain: "'\(text)' is a regex for domains, which cannot be told to WebKit"
    case .entitySuffixes:
      "'\(text)' is matched with top-level domains and with co.* and com.*, not with every public suffix"
    case .overlappingExclusions:
      "what lifts this filter on some hosts may lift others of this kind, and exceptions for pages this one"
    case .importantExclusions:
      "exceptions hold for this filter too: WebKit's pattern cannot hold which hosts are left out by '\(text)'"
    case .cookieExceptions: "other exceptions than those to cookies may leave them too"
    case .pageScope: "the pages cannot be told to WebKit: '\(text)'"
    case .framesOfExceptedPages:
      "in frames this does not act: one list cannot hold exceptions for a page's frames"
    case .invalidSelector: "WebKit does not take the selector: \(text)"
    case .proceduralSelector: "'\(text)' is not CSS: it needs a script"
    case .elementRemoval: "removing elements needs a script"
    case .styleInjection: "a content blocker can hide elements, not style them"
    case .scriptlet: "a scriptlet needs a script in the page"
    case .script: "the filter is a script"
    case .snippet: "a snippet needs a script in the page"
    case .htmlFilter: "a content blocker cannot change the text of a page"
    case .responseHeader: "a content blocker cannot change headers of responses"
    case .cosmeticModifier: "the modifier '\(text)' has no counterpart in WebKit"
    case .redirect: "the request is blocked, not answered with '\(text)'"
    case .removeparam: "a content blocker cannot change URLs"
    case .csp: "a content blocker cannot add a policy to a page"
    case .requestModification: "a content blocker cannot do what '\(text)' asks for"
    case .ruleLimit: "left out, because the list would have too many rules"
    }
  }

  /// What the author of the filter can do, or nil where nothing helps.
  public var advice: String? {
    switch self {
    case .unknownOption:
      "check the spelling; `sluice` knows the options of Adblock Plus, uBlock Origin and AdGuard"
    case .objectType: "use the types image and subdocument"
    case .pingType: "add the type other to match sendBeacon() too"
    case .otherType: "add the type ping"
    case .strictParty: "use third-party or first-party"
    case .conflictingOptions: "remove one of the options"
    case .exceptionOption: "write @@ before the filter"
    case .regexLookAround, .regexBackreference, .regexAlternatives, .expensiveRegex:
      "write it as patterns without a regex"
    case .narrowedRegex: "begin the regex with ^"
    case .unusableDomain: "write the host name alone, without scheme, port and path"
    case .entitySuffixes: "name the domains"
    case .importantExclusions: "write it without a regex, with whole hosts"
    case .framesOfExceptedPages: "use --split, or a target with ignore-following-rules"
    case .includeNotFollowed: "name the included list as an input too"
    case .unsupportedOption, .noWebKitType, .responseOption, .methodOption, .patternTooLong,
      .invalidHostInPattern, .regexWordBoundary, .regexAnchor, .regexNeverMatches, .invalidRegex,
      .mixedDomains, .regexDomain, .requestDomains, .embeddedPages, .hostsMapping, .overlappingExclusions,
      .cookieExceptions, .pageScope, .invalidSelector, .proceduralSelector, .elementRemoval, .styleInjection,
      .scriptlet, .script, .snippet, .htmlFilter, .responseHeader, .cosmeticModifier, .redirect, .removeparam,
      .csp, .requestModification, .ruleLimit:
      nil
    }
  }
}
