import SluiceRules

/// A rule with the filter that it comes from.
struct OriginatedRule {
  var rule: Rule
  var location: FilterPlace
}
