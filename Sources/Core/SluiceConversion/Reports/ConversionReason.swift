/// The reason why a filter is approximated, needs a script, or is unsupported; the raw value is the stable ID
/// in reports.
@nonexhaustive public enum ConversionReason: String, CaseIterable, Hashable, Sendable {
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
  case patternNeverMatches = "pattern-never-matches"
  case fragment = "fragment-in-pattern"
  case joinedFilters = "joined-filters"
  case misplacedOptions = "misplaced-options"
  case misspeltException = "misspelt-exception"
  case unmarkedDomains = "unmarked-domains"
  case splitDomain = "split-domain"
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
  case pathInDomains = "path-in-domains"
  case hostsMapping = "hosts-mapping"
  case includeNotFollowed = "include-not-followed"
  case entitySuffixes = "entity-suffixes"
  case overlappingExclusions = "overlapping-exclusions"
  case importantExclusions = "important-exclusions"
  case cookieExceptions = "cookie-exceptions"
  // Pages
  case pageScope = "page-scope"
  case framesOfExceptedPages = "frames-of-excepted-pages"
  case genericHiding = "generic-hiding"
  // Hiding
  case invalidSelector = "invalid-selector"
  case newerSelector = "newer-selector"
  case proceduralSelector = "procedural-selector"
  case elementRemoval = "element-removal"
  case styleInjection = "style-injection"
  case scriptlet
  case script
  case snippet
  case htmlFilter = "html-filter"
  case responseHeader = "response-header"
  case cosmeticModifier = "cosmetic-modifier"
  // Scripts and proxies
  case redirect
  case removeparam
  case csp
  case requestModification = "request-modification"
  case parameterPattern = "parameter-pattern"
  case changeConditions = "change-conditions"
  case changeExceptions = "change-exceptions"
  case frameInitiators = "frame-initiators"
  case mergedPolicy = "merged-policy"
  case unknownHeader = "unknown-header"
  case redirectResource = "redirect-resource"
  case redirectOfBlocks = "redirect-of-blocks"
  // Output
  case outOfProportion = "out-of-proportion"
  case ruleLimit = "rule-limit"
}
