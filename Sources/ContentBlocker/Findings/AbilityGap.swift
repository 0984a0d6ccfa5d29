/// A capability that a list uses and a target lacks, or that is not certain to be there.
public struct AbilityGap: Hashable, Sendable {
  /// What the list uses.
  public let ability: Ability
  /// The target without it.
  public let target: Target
  /// The number of rules that use it.
  public let ruleCount: Int
  /// The place in the rules where it is used.
  public var use = Use.rule

  /// The place in a rule where a capability is used.
  public enum Use: Hashable, Sendable {
    /// In the rule.
    case rule
    /// In a part that `:is()` and similar functions may ignore.
    case forgivenPart
    /// In every rule of the list: WebKit drops all of them.
    case everyRule
  }

  /// The consequence.
  public enum Consequence: Hashable, Sendable {
    /// Probably none: the target is thought to support it, but that is not certain.
    case unproven
    /// The consequence of the missing capability.
    case absent(Ability.Absence)
  }

  /// The consequence.
  public var consequence: Consequence {
    if target.probablyHas(ability) { return .unproven }
    return switch use {
    case .rule: .absent(ability.absence)
    case .forgivenPart: .absent(.partIsIgnored)
    case .everyRule: .absent(.listIsRejected)
    }
  }
}

extension AbilityGap {
  /// The texts about the gap.
  var definition: RuleListFinding.Reason.Definition {
    switch consequence {
    case .unproven:
      .init(
        .warning, "target-unproven",
        "\(target.rawValue) probably supports \(ability.rawValue), which is inferred and not measured\(users); \(support)",
        advice: "choose a target for which it is certain: docs/targets.md")
    case .absent(.listIsRejected):
      .init(.rejection, "target-rejects-list", "\(absence)\(users); \(support)", advice: conversion)
    case .absent(.partIsIgnored):
      .init(
        .warning, "target-ignores-part",
        "\(absence), and the rule matches fewer or more elements; \(support)",
        advice: "write the rule without it, or choose a target that supports it: docs/targets.md")
    case .absent(.ruleIsWider):
      .init(.warning, "target-widens-rule", "\(absence); \(support)", advice: conversion)
    case .absent(.ruleIsSkipped), .absent(.ruleIsNarrower):
      .init(.warning, "target-narrows-rule", "\(absence); \(support)", advice: conversion)
    }
  }

  private var absence: String {
    let consequence =
      switch use {
      case .rule: ability.absence.rawValue
      case .forgivenPart: Ability.Absence.partIsIgnored.rawValue
      case .everyRule: "every rule is dropped and the list is rejected"
      }
    return "\(target.rawValue) does not support \(ability.rawValue), so \(consequence)"
  }

  private var users: String { ruleCount == 1 ? "; 1 rule uses it" : "; \(ruleCount) rules use it" }

  private var support: String {
    Engine.allCases.map { "\($0.rawValue) supports it \(ability.support[$0])" }.joined(separator: ", ")
  }

  private var conversion: String {
    "convert with --target \(target.rawValue), which avoids it; docs/targets.md has the table"
  }

  /// A gap of each id.
  static let examples: [AbilityGap] = [
    AbilityGap(ability: .documentTypes, target: .safari18, ruleCount: 2),
    AbilityGap(ability: .unlessFrameURL, target: .safari18, ruleCount: 1),
    AbilityGap(ability: .blankFrames, target: .safari18, ruleCount: 1),
    AbilityGap(ability: .focusVisibleSelector, target: .webKitGTK2_44, ruleCount: 1, use: .forgivenPart),
    AbilityGap(ability: .ignoreFollowingRules, target: .safari26, ruleCount: 1),
  ]
}
