import SluiceConversion
import SluiceRules

/// The base of a list's shards as the last build left it. With a base, new rules stay in a separate shard.
///
/// The base only decides which rules stay together. The shards always behave like the list, so a base that is
/// lost, damaged or wrong costs clients a download but changes no result.
struct ShardBase {
  /// The number of new rules that triggers a new base.
  static let maximumHotRules = 12_000
  /// The percentage of rules in changed files that triggers a new base.
  static let maximumChange = 60

  /// The rules of the base's files in the form ``ListForm/size``, because the form of a file can change even
  /// if its rules do not.
  private let files: [String: [Rule]]
  private let rules: Set<Rule>

  /// Reads the base from its files; returns nil if there are no files.
  init?(_ files: [FileName: RuleList]) {
    guard !files.isEmpty else { return nil }
    self.files = Dictionary(
      uniqueKeysWithValues: files.map { name, list in
        var rules = list.rules
        rules.rewrite(as: .size)
        return (name.description, rules)
      })
    rules = Set(self.files.values.joined())
  }

  /// Returns, for each rule in the form ``ListForm/size``, whether it is new and not an exception.
  func isHot(_ rules: [Rule]) -> [Bool] {
    rules.indices.map { !rules[$0].action.overridesOthers && !self.rules.contains(rules[$0]) }
  }

  /// Returns whether a file has exactly these rules, given in the form ``ListForm/size``.
  func has(_ rules: [Rule], as name: String) -> Bool {
    guard let known = files[name] else { return false }
    return known == rules || rules.isEmpty && known == [.noOperation]
  }
}
