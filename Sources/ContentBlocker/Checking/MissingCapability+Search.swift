extension MissingCapability {
  /// Finds the capabilities that a list needs and the target lacks, each with the index of the rule to
  /// report. A missing that makes WebKit reject the list is reported once.
  static func all(in rules: [Rule], for target: Target) -> [(missing: MissingCapability, rule: Int)] {
    let missing = SelectorFeatures.missing(in: target)
    let leavesNothing = !rules.isEmpty && rules.allSatisfy { $0.isSkipped(without: missing) }
    let found = RuleList(rules).rulesByCapability
    let missing = Capability.allCases.filter { !target.has($0) }.flatMap { capability in
      let users = found[capability] ?? []
      let isSkipped = leavesNothing && capability.absence == .ruleIsSkipped
      let missing = MissingCapability(
        capability: capability, target: target, ruleCount: users.count, use: isSkipped ? .everyRule : .rule)
      let told =
        switch missing.consequence {
        case .unproven, .absent(.listIsRejected): users.prefix(1)
        case .absent(.ruleIsWider), .absent(.ruleIsSkipped), .absent(.ruleIsNarrower),
          .absent(.partIsIgnored):
          users[...]
        }
      return told.map { (missing: missing, rule: $0) }
    }
    return missing + forgiven(in: rules, missing, for: target)
  }

  /// Finds missing in the arguments of `:is()` and similar pseudo-classes. WebKit may ignore an argument that it
  /// does not support.
  private static func forgiven(
    in rules: [Rule], _ missing: SelectorFeatures, for target: Target
  ) -> [(missing: MissingCapability, rule: Int)] {
    rules.indices.flatMap { index in
      let features = rules[index].forgivenFeatures.intersection(missing)
      return features.capabilities.map {
        (missing: MissingCapability(capability: $0, target: target, ruleCount: 1, use: .forgivenPart), rule: index)
      }
    }
  }
}
