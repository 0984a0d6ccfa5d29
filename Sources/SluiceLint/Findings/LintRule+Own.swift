extension LintRule {
  /// The linter's own rules. The raw value is the stable identifier.
  @nonexhaustive public enum Own: String, CaseIterable, Hashable, Sendable {
    // Syntax
    case errorPage = "error-page"
    case lfsPointer = "lfs-pointer"
    case emptiedList = "emptied-list"
    case notAList = "not-a-list"
    case unknownDirective = "unknown-directive"
    case unknownConstant = "unknown-constant"
    case unknownHint = "unknown-hint"
    case missingDollar = "missing-dollar"
    case joinedAddress = "joined-address"
    case separatorInHost = "separator-in-host"
    case wrongValue = "wrong-value"
    case idleOption = "idle-option"
    case wrongChecksum = "wrong-checksum"
    case carriageReturn = "carriage-return"
    case trailingBlank = "trailing-blank"
    case missingHeader = "missing-header"
    case wrongHeader = "wrong-header"
    case staleHeader = "stale-header"
    case unknownLintRule = "unknown-lint-rule"
    case unknownScriptlet = "unknown-scriptlet"
    case invalidBody = "invalid-body"
    // Too broad
    case matchesEverything = "matches-everything"
    case publicSuffix = "public-suffix"
    case shortPattern = "short-pattern"
    case openHost = "open-host"
    case wholeCDN = "whole-cdn"
    case hidesPage = "hides-page"
    case hidesTag = "hides-tag"
    case hidesCommonName = "hides-common-name"
    // Redundant
    case duplicateFilter = "duplicate-filter"
    case coveredFilter = "covered-filter"
    case sameSelector = "same-selector"
    case idleException = "idle-exception"
    case idleHidingException = "idle-hiding-exception"
    case idleBadfilter = "idle-badfilter"
    case repeatedDomain = "repeated-domain"
    case defaultOption = "default-option"
    // Dead hosts
    case impossibleHost = "impossible-host"
    case deadHost = "dead-host"
    // Safari
    case expensivePattern = "expensive-pattern"
    // Policy
    case otherKind = "other-kind"
    case bannedFilter = "banned-filter"
    case bannedDomain = "banned-domain"
    // Style
    case optionOrder = "option-order"
    case domainOrder = "domain-order"
    case optionName = "option-name"
    case upperCase = "upper-case"
    case combinableFilters = "combinable-filters"
    case format
  }
}

extension LintRule.Own {
  /// The rule, which is in the file of its subject in `Rules`.
  var rule: OwnRule {
    switch self {
    case .errorPage: .errorPage
    case .lfsPointer: .lfsPointer
    case .emptiedList: .emptiedList
    case .notAList: .notAList
    case .unknownDirective: .unknownDirective
    case .unknownConstant: .unknownConstant
    case .unknownHint: .unknownHint
    case .missingDollar: .missingDollar
    case .joinedAddress: .joinedAddress
    case .separatorInHost: .separatorInHost
    case .wrongValue: .wrongValue
    case .idleOption: .idleOption
    case .wrongChecksum: .wrongChecksum
    case .carriageReturn: .carriageReturn
    case .trailingBlank: .trailingBlank
    case .missingHeader: .missingHeader
    case .wrongHeader: .wrongHeader
    case .staleHeader: .staleHeader
    case .unknownLintRule: .unknownLintRule
    case .unknownScriptlet: .unknownScriptlet
    case .invalidBody: .invalidBody
    case .matchesEverything: .matchesEverything
    case .publicSuffix: .publicSuffix
    case .shortPattern: .shortPattern
    case .openHost: .openHost
    case .wholeCDN: .wholeCDN
    case .hidesPage: .hidesPage
    case .hidesTag: .hidesTag
    case .hidesCommonName: .hidesCommonName
    case .duplicateFilter: .duplicateFilter
    case .coveredFilter: .coveredFilter
    case .sameSelector: .sameSelector
    case .idleException: .idleException
    case .idleHidingException: .idleHidingException
    case .idleBadfilter: .idleBadfilter
    case .repeatedDomain: .repeatedDomain
    case .defaultOption: .defaultOption
    case .impossibleHost: .impossibleHost
    case .deadHost: .deadHost
    case .expensivePattern: .expensivePattern
    case .otherKind: .otherKind
    case .bannedFilter: .bannedFilter
    case .bannedDomain: .bannedDomain
    case .optionOrder: .optionOrder
    case .domainOrder: .domainOrder
    case .optionName: .optionName
    case .upperCase: .upperCase
    case .combinableFilters: .combinableFilters
    case .format: .format
    }
  }
}
