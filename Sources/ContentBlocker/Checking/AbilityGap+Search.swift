extension AbilityGap {
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
