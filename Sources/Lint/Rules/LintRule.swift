import ContentBlocker
import Conversion
import FilterSyntax

/// What lint looks for. Each rule has a stable id; those of the parser and of the converter are the reasons that
/// `convert` reports.
public enum LintRule: Hashable, Sendable {
  /// A line that is no filter, or a filter that WebKit's rules cannot say.
  case reason(Reason)
  /// What only lint asks for.
  case own(Own)

  /// The rules that are lint's own; the raw value is the stable id.
  public enum Own: String, CaseIterable, Hashable, Sendable {
    // Syntax
    case unknownDirective = "unknown-directive"
    case unknownConstant = "unknown-constant"
    case unknownHint = "unknown-hint"
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
    // Too much
    case matchesEverything = "matches-everything"
    case publicSuffix = "public-suffix"
    case shortPattern = "short-pattern"
    case openHost = "open-host"
    case wholeCDN = "whole-cdn"
    case hidesPage = "hides-page"
    case hidesTag = "hides-tag"
    case hidesCommonName = "hides-common-name"
    // Not needed
    case duplicateFilter = "duplicate-filter"
    case coveredFilter = "covered-filter"
    case sameSelector = "same-selector"
    case idleException = "idle-exception"
    case idleHidingException = "idle-hiding-exception"
    case idleBadfilter = "idle-badfilter"
    case repeatedDomain = "repeated-domain"
    case defaultOption = "default-option"
    // Dead
    case impossibleHost = "impossible-host"
    case deadHost = "dead-host"
    // Safari
    case dearPattern = "dear-pattern"
    // Style
    case optionOrder = "option-order"
    case domainOrder = "domain-order"
    case optionName = "option-name"
    case upperCase = "upper-case"
    case combinableFilters = "combinable-filters"
    case format
  }

  /// The stable id, in lower case with hyphens.
  public var id: String {
    switch self {
    case .reason(let reason): reason.id
    case .own(let rule): rule.rawValue
    }
  }

  /// The rule with this id.
  public init?(id: String) {
    guard let rule = Self.byID[id] else { return nil }
    self = rule
  }

  private static let byID = Dictionary(uniqueKeysWithValues: allCases.map { ($0.id, $0) })

  /// Whether it is looked for where nothing is selected.
  public var isOnByDefault: Bool { group != .style && self != .own(.staleHeader) }
}

extension LintRule: CaseIterable {
  /// All rules, by group, those of the parser before lint's own.
  public static let allCases: [LintRule] = {
    let all =
      Reason.allCases.filter { !$0.isOfConversion }.map { LintRule.reason($0) }
      + Own.allCases.map { .own($0) }
    return LintGroup.allCases.flatMap { group in all.filter { $0.group == group } }
  }()
}

extension Reason {
  /// Whether it is about how a list was asked to be converted, and not about a filter of it.
  fileprivate var isOfConversion: Bool {
    self == .conversion(.ruleLimit) || self == .conversion(.genericHiding)
  }
}

/// What rules are about; the raw value is what `--select` and `--ignore` name.
public enum LintGroup: String, CaseIterable, Hashable, Sendable {
  /// Lines that are no filters, or not those that they look like.
  case syntax
  /// Filters that do more than anybody means.
  case tooMuch = "too-much"
  /// Filters without which nothing changes.
  case notNeeded = "not-needed"
  /// Filters on hosts that there are not.
  case dead
  /// Filters that Safari and GNOME Web cannot do, or not exactly.
  case safari
  /// How filters are written.
  case style

  /// What it is about, for documentation.
  public var meaning: String {
    switch self {
    case .syntax: "Lines that are no filters, or not those that they look like."
    case .tooMuch: "Filters that do more than anybody means."
    case .notNeeded: "Filters without which nothing changes."
    case .dead: "Filters on hosts that do not exist."
    case .safari: "Filters that WebKit's rules cannot say, or not exactly: Safari, WKWebView, GNOME Web."
    case .style: "How filters are written. Off unless asked for: `--select default,style`."
    }
  }
}
