/// Where a rule is: the name of its list, and its index.
struct RulePlace: Hashable {
  let list: String
  let rule: Int
}
