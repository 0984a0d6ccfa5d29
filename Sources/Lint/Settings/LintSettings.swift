/// Which rules are looked for in a list, and how bad what they find is.
public struct LintSettings: Hashable, Sendable {
  /// The rules that are on.
  public private(set) var severities: [LintRule: LintSeverity]

  /// The rules that are on by default.
  public init() { self.init(select: [.default], ignore: [], severities: [:]) }

  /// The rules that are selected and not ignored.
  ///
  /// - Parameters:
  ///   - select: The rules that are on.
  ///   - ignore: Those of them that are not.
  ///   - severities: Other severities than the rules' own.
  public init(select: [LintSelector], ignore: [LintSelector], severities: [LintRule: LintSeverity]) {
    self.severities = [:]
    for rule in LintRule.allCases
    where select.contains(where: { $0.means(rule) }) && !ignore.contains(where: { $0.means(rule) }) {
      self.severities[rule] = severities[rule] ?? rule.severity
    }
  }

  /// The same, without the rules that take more than a line.
  var ofSingleLines: LintSettings {
    var settings = self
    settings.severities = severities.filter { $0.key.isAboutOneLine }
    return settings
  }

  /// The same, without the rules whose findings are never fixed: what these take is not spent.
  package var ofFixableRules: LintSettings {
    var settings = self
    settings.severities = severities.filter { $0.key.isFixable }
    return settings
  }

  /// Whether a rule is on.
  public func isOn(_ rule: LintRule) -> Bool { severities[rule] != nil }

  func isOn(_ rule: LintRule.Own) -> Bool { isOn(.own(rule)) }
}

/// What `--select` and `--ignore` name: rules by id or by group.
public enum LintSelector: Hashable, Sendable {
  /// Every rule.
  case all
  /// The rules that are on where nothing is selected.
  case `default`
  /// Those of a group.
  case group(LintGroup)
  /// One.
  case rule(LintRule)

  /// The selector with this name; nil where there is none.
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

  /// All names.
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
