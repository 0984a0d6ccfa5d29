/// An ability that a list uses and a target has not, or not for certain.
public struct AbilityGap: Hashable, Sendable {
  /// What the list uses.
  public let ability: Ability
  /// The target without it.
  public let target: Target
  /// How many rules use it.
  public let ruleCount: Int

  /// What comes of it.
  public enum Consequence: Hashable, Sendable {
    /// Probably nothing: the target is thought to have it, but that is not known.
    case unproven
    /// What the ability's absence means.
    case absent(Ability.Absence)
  }

  /// What comes of it.
  public var consequence: Consequence {
    target.probablyHas(ability) ? .unproven : .absent(ability.absence)
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
    case .absent(.ruleIsWider):
      .init(.warning, "target-widens-rule", "\(absence); \(support)", advice: conversion)
    case .absent(.ruleIsSkipped), .absent(.ruleIsNarrower):
      .init(.warning, "target-narrows-rule", "\(absence); \(support)", advice: conversion)
    }
  }

  private var absence: String {
    "\(target.rawValue) has no \(ability.rawValue), so \(ability.absence.rawValue)"
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
    AbilityGap(ability: .ignoreFollowingRules, target: .safari26, ruleCount: 1),
  ]
}
