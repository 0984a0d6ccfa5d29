import ContentBlocker
import FilterSyntax

/// Keeps a rule list within its limit.
struct RuleLimit {
  let maximum: Int
  let policy: LimitPolicy

  init(_ options: ConversionOptions) {
    let target = options.target.abilities.maximumRules
    maximum = options.ignoresLimit ? .max : min(options.maximumRules ?? target, target)
    policy = options.limitPolicy
  }

  /// Leaves out what is too much, or throws. Only blocking rules go, the last ones first: without an
  /// exception the filters that it cancels would act where they must not.
  ///
  /// Returns the filters whose rules were left out.
  func apply(
    to list: inout RuleSequence, of part: ConvertedList.Part
  ) throws(ConversionError) -> Set<FilterLocation> {
    let excess = list.rules.count - maximum
    guard excess > 0 else { return [] }
    let blocks = list.rules.indices.filter { list.rules[$0].action == .block }
    guard policy == .truncate, blocks.count >= excess else {
      throw .tooManyRules(part: part, rules: list.rules.count, limit: maximum)
    }
    let removed = Set(blocks.suffix(excess))
    let locations = Set(removed.map { list.locations[$0] })
    list.filter { !removed.contains($0) }
    return locations
  }
}
