import SluiceConversion

/// The cause of an outcome: a filter, or a rule of a list whose filters are unknown.
@nonexhaustive public enum TrialCause: Hashable, Sendable {
  /// A filter.
  case filter(PlacedFilter)
  /// The rule at this index of a list.
  case rule(list: String, index: Int)

  static func causes(of rule: JudgedRule) -> [TrialCause] {
    guard let origin = rule.origin, !origin.filters.isEmpty else {
      return [.rule(list: rule.listName, index: rule.index)]
    }
    return origin.filters.map(TrialCause.filter)
  }

  static func causes(of effect: ElementAnswer.Effect) -> [TrialCause] {
    guard effect.filters.isEmpty else { return effect.filters.map(TrialCause.filter) }
    return effect.rule.map { [.rule(list: effect.list.name, index: $0)] } ?? []
  }
}
