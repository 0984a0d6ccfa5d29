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

  /// Gaps of a list, with the rules that they are told of. What makes WebKit reject a list is told once.
  static func all(in rules: [Rule], for target: Target) -> [(gap: AbilityGap, rule: Int)] {
    let found = RuleList(rules).rulesByAbility
    return Ability.allCases.filter { !target.has($0) }.flatMap { ability in
      let users = found[ability] ?? []
      let gap = AbilityGap(ability: ability, target: target, ruleCount: users.count)
      let told =
        switch gap.consequence {
        case .unproven, .absent(.listIsRejected): users.prefix(1)
        case .absent(.ruleIsWider), .absent(.ruleIsSkipped), .absent(.ruleIsNarrower): users[...]
        }
      return told.map { (gap, $0) }
    }
  }
}

extension AbilityGap {
  /// The stable id.
  var id: String {
    switch consequence {
    case .unproven: "target-unproven"
    case .absent(.listIsRejected): "target-rejects-list"
    case .absent(.ruleIsWider): "target-widens-rule"
    case .absent(.ruleIsSkipped), .absent(.ruleIsNarrower): "target-narrows-rule"
    }
  }

  var severity: CheckSeverity {
    switch consequence {
    case .absent(.listIsRejected): .error
    case .unproven, .absent(.ruleIsWider), .absent(.ruleIsSkipped), .absent(.ruleIsNarrower): .warning
    }
  }

  var message: String {
    let name = target.rawValue
    let what =
      switch consequence {
      case .unproven: "\(name) probably has \(ability.rawValue), but that is inferred"
      case .absent(let absence): "\(name) has no \(ability.rawValue), so \(absence.rawValue)"
      }
    let rules =
      switch consequence {
      case .unproven, .absent(.listIsRejected):
        ruleCount == 1 ? "; 1 rule has it" : "; \(ruleCount) rules have it"
      case .absent(.ruleIsWider), .absent(.ruleIsSkipped), .absent(.ruleIsNarrower): ""
      }
    let since = Engine.allCases.map { "\($0.rawValue) has it \(ability.support[$0])" }
    return "\(what)\(rules); \(since.joined(separator: ", "))"
  }

  var advice: String {
    switch consequence {
    case .unproven: "name a target for which it is certain: docs/targets.md"
    case .absent: "sluice convert --target \(target.rawValue) does without it; docs/targets.md has the table"
    }
  }

  /// A gap of each id.
  static let examples: [AbilityGap] = [
    AbilityGap(ability: .documentTypes, target: .safari18, ruleCount: 2),
    AbilityGap(ability: .unlessFrameURL, target: .safari18, ruleCount: 1),
    AbilityGap(ability: .blankFrames, target: .safari18, ruleCount: 1),
    AbilityGap(ability: .ignoreFollowingRules, target: .safari26, ruleCount: 1),
  ]
}
