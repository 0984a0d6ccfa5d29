extension MissingCapability {
  /// Finds the capabilities that a list needs and the target lacks, each with the index of the rule to
  /// report. A capability without which WebKit rejects the list is reported once.
  static func all(in rules: [Rule], for target: Target) -> [(capability: MissingCapability, rule: Int)] {
    let features = SelectorFeatures.missing(in: target)
    let leavesNothing = !rules.isEmpty && rules.allSatisfy { $0.isSkipped(without: features) }
    let rulesByCapability = RuleList(rules).rulesByCapability
    let found = Capability.allCases.filter { !target.has($0) }.flatMap { capability in
      let users = rulesByCapability[capability] ?? []
      let isSkipped = leavesNothing && capability.absence == .ruleIsSkipped
      let missing = MissingCapability(
        capability: capability, target: target, ruleCount: users.count, use: isSkipped ? .everyRule : .rule)
      let reported =
        switch missing.consequence {
        case .unproven, .absent(.listIsRejected): users.prefix(1)
        case .absent(.ruleIsWider), .absent(.ruleIsSkipped), .absent(.ruleIsNarrower),
          .absent(.partIsIgnored):
          users[...]
        }
      return reported.map { (capability: missing, rule: $0) }
    }
    return found + forgiven(in: rules, features, for: target)
  }

  /// Finds missing capabilities in the arguments of `:is()` and similar pseudo-classes. WebKit may ignore an argument that it
  /// does not support.
  private static func forgiven(
    in rules: [Rule], _ missing: SelectorFeatures, for target: Target
  ) -> [(capability: MissingCapability, rule: Int)] {
    rules.indices.flatMap { index in
      let features = rules[index].forgivenFeatures.intersection(missing)
      return features.capabilities.map {
        (
          capability: MissingCapability(capability: $0, target: target, ruleCount: 1, use: .forgivenPart),
          rule: index
        )
      }
    }
  }
}
