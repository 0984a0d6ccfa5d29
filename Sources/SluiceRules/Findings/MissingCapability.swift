/// A capability that a list needs, but that a target lacks or does not certainly have.
public struct MissingCapability: Hashable, Sendable {
  /// The capability.
  package let capability: Capability
  /// The target that lacks the capability.
  package let target: Target
  /// The number of rules that need the capability.
  package let ruleCount: Int
  /// The part of the rules that needs the capability.
  package var use: Use

  /// Creates a finding about this many rules.
  package init(capability: Capability, target: Target, ruleCount: Int, use: Use = .rule) {
    (self.capability, self.target, self.ruleCount, self.use) = (capability, target, ruleCount, use)
  }

  /// A part of a rule that needs a capability.
  package enum Use: Hashable, Sendable {
    /// The rule itself.
    case rule
    /// An argument of `:is()` or a similar pseudo-class. WebKit may ignore the argument.
    case forgivenPart
    /// Every rule of the list. WebKit then drops all of them.
    case everyRule
  }

  /// The effect of a missing capability.
  package enum Consequence: Hashable, Sendable {
    /// Probably no effect, because the target probably has the capability.
    case unproven
    /// The effect on a list whose target lacks the capability.
    case absent(Capability.Absence)
  }

  /// The effect on a list that needs the capability.
  package var consequence: Consequence {
    if target.probablyHas(capability) { return .unproven }
    return switch use {
    case .rule: .absent(capability.absence)
    case .forgivenPart: .absent(.partIsIgnored)
    case .everyRule: .absent(.listIsRejected)
    }
  }
}

extension MissingCapability {
  var definition: RuleListFinding.Reason.Definition {
    switch consequence {
    case .unproven:
      .init(
        .warning, id: "target-unproven",
        message:
          "\(target.rawValue) probably supports \(capability.rawValue), which is inferred and not measured\(users); \(support)",
        advice: "choose a target for which it is certain: docs/reference/targets.md")
    case .absent(.listIsRejected):
      .init(
        .rejection, id: "target-rejects-list", message: "\(absence)\(users); \(support)", advice: conversion)
    case .absent(.partIsIgnored):
      .init(
        .warning, id: "target-ignores-part",
        message: "\(absence), and the rule matches fewer or more elements; \(support)",
        advice: "write the rule without it, or choose a target that supports it: docs/reference/targets.md")
    case .absent(.ruleIsWider):
      .init(.warning, id: "target-widens-rule", message: "\(absence); \(support)", advice: conversion)
    case .absent(.ruleIsSkipped), .absent(.ruleIsNarrower):
      .init(.warning, id: "target-narrows-rule", message: "\(absence); \(support)", advice: conversion)
    }
  }

  private var absence: String {
    let consequence =
      switch use {
      case .rule: capability.absence.rawValue
      case .forgivenPart: Capability.Absence.partIsIgnored.rawValue
      case .everyRule: "every rule is dropped and the list is rejected"
      }
    return "\(target.rawValue) does not support \(capability.rawValue), so \(consequence)"
  }

  private var users: String { ruleCount == 1 ? "; 1 rule uses it" : "; \(ruleCount) rules use it" }

  private var support: String {
    Engine.allCases.map { "\($0.rawValue) supports it \(capability.support[$0])" }.joined(separator: ", ")
  }

  private var conversion: String {
    "convert with --target \(target.rawValue), which avoids it; docs/reference/targets.md has the table"
  }

  /// One example for each id.
  static let examples: [MissingCapability] = [
    MissingCapability(capability: .documentTypes, target: .safari18, ruleCount: 2),
    MissingCapability(capability: .unlessFrameURL, target: .safari18, ruleCount: 1),
    MissingCapability(capability: .blankFrames, target: .safari18, ruleCount: 1),
    MissingCapability(
      capability: .focusVisibleSelector, target: .webKitGTK2_44, ruleCount: 1, use: .forgivenPart),
    MissingCapability(capability: .ignoreFollowingRules, target: .safari26, ruleCount: 1),
  ]
}
