import ContentBlocker
import Conversion

/// The base of a list's shards as the last build left it, so that what is new can be kept apart from it.
///
/// It only says which rules stay together. Whatever it is, the shards together do what the list does: a base that is lost,
/// damaged or of something else costs clients a download and no verdict.
struct ShardBase {
  /// So many new rules make a new base.
  static let maximumHotRules = 12_000
  /// So many of a hundred rules in files that clients have to fetch anyway make a new base.
  static let maximumChange = 60

  /// The rules of its files, in the form ``ListForm/size``: the form of a file can change without its rules.
  private let files: [String: [Rule]]
  private let rules: Set<Rule>

  /// The base in these files; nil for none.
  init?(_ files: [FileName: RuleList]) {
    guard !files.isEmpty else { return nil }
    self.files = Dictionary(
      uniqueKeysWithValues: files.map { name, list in
        var rules = list.rules
        rules.bring(into: .size)
        return (name.description, rules)
      })
    rules = Set(self.files.values.joined())
  }

  /// For each rule, of the form ``ListForm/size``, whether it acts and is new.
  func isHot(_ rules: [Rule]) -> [Bool] {
    rules.indices.map { !rules[$0].action.liftsOthers && !self.rules.contains(rules[$0]) }
  }

  /// Whether a file has just these rules, of the form ``ListForm/size``.
  func has(_ rules: [Rule], as name: String) -> Bool {
    guard let known = files[name] else { return false }
    return known == rules || rules.isEmpty && known == [.noOperation]
  }
}
