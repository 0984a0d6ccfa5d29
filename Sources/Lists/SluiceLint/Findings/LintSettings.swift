/// The enabled rules for a list and their severities.
public struct LintSettings: Hashable, Sendable {
  /// The enabled rules, with their severities.
  public private(set) var severities: [LintRule: LintSeverity]
  /// The filters that are not allowed.
  package var policy = LintPolicy()

  /// Creates settings with the default rules.
  public init() { self.init(select: [.default], ignore: [], severities: [:]) }

  /// Creates settings with the rules that are selected and not ignored.
  ///
  /// - Parameters:
  ///   - select: The rules to enable.
  ///   - ignore: The rules to disable among these.
  ///   - severities: Severities that override those of the rules.
  public init(select: [LintSelector], ignore: [LintSelector], severities: [LintRule: LintSeverity]) {
    self.severities = [:]
    for rule in LintRule.allCases
    where select.contains(where: { $0.means(rule) }) && !ignore.contains(where: { $0.means(rule) }) {
      self.severities[rule] = severities[rule] ?? rule.severity
    }
  }

  /// The same settings, without rules that need more than one line.
  var ofSingleLines: LintSettings {
    var settings = self
    settings.severities = severities.filter { $0.key.isAboutOneLine }
    return settings
  }

  /// The same settings, without rules whose findings are never fixed, to save time.
  package var ofFixableRules: LintSettings {
    var settings = self
    settings.severities = severities.filter { $0.key.isFixable }
    return settings
  }

  /// Returns whether a rule is enabled.
  public func isOn(_ rule: LintRule) -> Bool { severities[rule] != nil }

  func isOn(_ rule: LintRule.Own) -> Bool { isOn(.own(rule)) }
}

/// A name for `--select` and `--ignore`: a rule or a group of rules.
@nonexhaustive public enum LintSelector: Hashable, Sendable {
  /// All rules.
  case all
  /// The rules that are enabled by default.
  case `default`
  /// The rules of a group.
  case group(LintGroup)
  /// A single rule.
  case rule(LintRule)

  /// Creates a selector from its name; returns nil if the name is unknown.
  public init?(_ name: String) {
    if name == "all" {
      self = .all
    } else if name == "default" {
      self = .default
    } else if let group = LintGroup(rawValue: name) {
      self = .group(group)
    } else if let rule = LintRule(id: name) {
      self = .rule(rule)
    } else {
      return nil
    }
  }

  /// All valid names.
  public static let names =
    ["all", "default"] + LintGroup.allCases.map(\.rawValue) + LintRule.allCases.map(\.id)

  func means(_ rule: LintRule) -> Bool {
    switch self {
    case .all: true
    case .default: rule.isOnByDefault
    case .group(let group): rule.group == group
    case .rule(let own): rule == own
    }
  }
}
