/// An ability that a list uses and a target has not, or not for certain.
public struct AbilityGap: Hashable, Sendable {
  /// What the list uses.
  public let ability: Ability
  /// The target without it.
  public let target: Target
  /// How many rules use it.
  public let ruleCount: Int
  /// Where they use it.
  public var use = Use.rule

  /// Where an ability is used.
  public enum Use: Hashable, Sendable {
    /// In the rule.
    case rule
    /// In what `:is()` and its like may ignore.
    case forgivenPart
    /// In every rule of the list, and WebKit leaves out all of them.
    case everyRule
  }

  /// What comes of it.
  public enum Consequence: Hashable, Sendable {
    /// Probably nothing: the target is thought to have it, but that is not known.
    case unproven
    /// What the ability's absence means.
    case absent(Ability.Absence)
  }

  /// What comes of it.
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
  /// What is said of it.
  var definition: RuleListFinding.Reason.Definition {
    switch consequence {
    case .unproven:
      .init(
        .warning, "target-unproven",
        "\(target.rawValue) probably has \(ability.rawValue), but that is inferred\(users); \(support)",
        advice: "name a target for which it is certain: docs/targets.md")
    case .absent(.listIsRejected):
      .init(.rejection, "target-rejects-list", "\(absence)\(users); \(support)", advice: conversion)
    case .absent(.partIsIgnored):
      .init(
        .warning, "target-ignores-part", "\(absence), and the rule acts on less or more; \(support)",
        advice: "write the rule without it, or name a target that has it: docs/targets.md")
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
      case .everyRule: "every rule is left out and the list is rejected"
      }
    return "\(target.rawValue) has no \(ability.rawValue), so \(consequence)"
  }

  private var users: String { ruleCount == 1 ? "; 1 rule has it" : "; \(ruleCount) rules have it" }

  private var support: String {
    Engine.allCases.map { "\($0.rawValue) has it \(ability.support[$0])" }.joined(separator: ", ")
  }

  private var conversion: String {
    "sluice convert --target \(target.rawValue) does without it; docs/targets.md has the table"
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
