extension AbilityGap {
  /// Finds the capabilities that a list needs and the target lacks, each with the index of the rule to
  /// report. A gap that makes WebKit reject the list is reported once.
  static func all(in rules: [Rule], for target: Target) -> [(gap: AbilityGap, rule: Int)] {
    let missing = SelectorFeatures.missing(in: target)
    let leavesNothing = !rules.isEmpty && rules.allSatisfy { $0.isSkipped(without: missing) }
    let found = RuleList(rules).rulesByAbility
    let gaps = Ability.allCases.filter { !target.has($0) }.flatMap { ability in
      let users = found[ability] ?? []
      let isSkipped = leavesNothing && ability.absence == .ruleIsSkipped
      let gap = AbilityGap(
        ability: ability, target: target, ruleCount: users.count, use: isSkipped ? .everyRule : .rule)
      let told =
        switch gap.consequence {
        case .unproven, .absent(.listIsRejected): users.prefix(1)
        case .absent(.ruleIsWider), .absent(.ruleIsSkipped), .absent(.ruleIsNarrower),
          .absent(.partIsIgnored):
          users[...]
        }
      return told.map { (gap: gap, rule: $0) }
    }
    return gaps + forgiven(in: rules, missing, for: target)
  }

  /// Finds gaps in the arguments of `:is()` and similar pseudo-classes. WebKit may ignore an argument that it
  /// does not support.
  private static func forgiven(
    in rules: [Rule], _ missing: SelectorFeatures, for target: Target
  ) -> [(gap: AbilityGap, rule: Int)] {
    rules.indices.flatMap { index in
      let features = rules[index].forgivenFeatures.intersection(missing)
      return features.abilities.map {
        (gap: AbilityGap(ability: $0, target: target, ruleCount: 1, use: .forgivenPart), rule: index)
      }
    }
  }
}
