import ContentBlocker
import Conversion

/// One of the two lists of `sluice diff`, and where its rules come from.
struct ComparedList {
  let name: String
  let list: RuleList
  /// The filters behind its rules, when they are known.
  let mapped: MappedFilters?
  /// What is to be said about it on standard error.
  let note: String?

  /// A rule list in JSON, or what a filter list becomes.
  init(_ path: String, _ conversion: ConversionOptions, _ maps: SourceMapFiles) throws(CommandError) {
    let file = try InputFile(path)
    name = file.name
    guard RuleListFile.isJSON(file) else {
      var options = conversion
      options.makesSourceMap = true
      // What is too much for WebKit can be compared all the same.
      options.ignoresLimit = true
      let converter = Converter(options: options)
      let result = try converter.result(of: converter.parse([Source(name: file.name, bytes: file.bytes)]))
      list = result.lists.first?.rules ?? RuleList()
      mapped = result.filters(ofList: 0)
      note = result.report.note(of: file.name)
      return
    }
    (list, note) = try RuleListFile.ruleList(file.name, file.bytes)
    mapped = maps.filters(of: file.bytes)
  }
}

/// Two lists and what is different between them.
struct Comparison {
  let old: ComparedList
  let new: ComparedList
  let difference: RuleListDifference

  init(_ old: ComparedList, _ new: ComparedList) {
    self.old = old
    self.new = new
    // One list may have been written in the smaller form, and the other not.
    difference = RuleListDifference(from: Self.smaller(old.list), to: Self.smaller(new.list))
  }

  private static func smaller(_ list: RuleList) -> RuleList {
    var rules = list.rules
    rules.bring(into: .size)
    return RuleList(rules)
  }

  /// What a change is called.
  enum Kind: String, CaseIterable {
    case added, removed, widened, narrowed, changed, moved
  }

  func kind(of change: RuleListDifference.Change) -> Kind {
    switch (change.old, change.new, change.extent) {
    case (nil, _, _): .added
    case (_, nil, _): .removed
    case (_, _, .widened): .widened
    case (_, _, .narrowed): .narrowed
    case (_, _, .changed), (_, _, .same): .changed
    }
  }

  /// The rule that a change is about: the new one where there is one.
  func rule(of change: RuleListDifference.Change) -> Rule {
    if let new = change.new { return self.new.list.rules[new] }
    return change.old.map { old.list.rules[$0] } ?? .noOperation
  }

  /// Whether the new list may act on more of what the old one was there for: a rule that blocks or hides
  /// matches more, or an exception matches less, is gone or lifts less.
  var isWidened: Bool {
    difference.changes.contains { change in
      let isException = rule(of: change).action.isException
      switch kind(of: change) {
      case .added, .moved: return false
      case .removed, .narrowed: return isException
      case .widened: return !isException
      case .changed: return true
      }
    } || difference.moves.contains { $0.lost > 0 }
  }

  /// The actions that something changed of, in the order of the lists' actions, with their changes.
  var groups: [(action: String, changes: [RuleListDifference.Change], moves: [RuleListDifference.Move])] {
    let names = [
      "block", "block-cookies", "css-display-none", "make-https", "ignore-previous-rules",
      "ignore-following-rules",
    ]
    return names.compactMap { name in
      let changes = difference.changes.filter { rule(of: $0).action.name == name }
      let moves = difference.moves.filter { new.list.rules[$0.new].action.name == name }
      return changes.isEmpty && moves.isEmpty ? nil : (name, changes, moves)
    }
  }
}
