import ContentBlocker
import Conversion
import PageInspection

/// One of the two lists of `sluice diff`, and where its rules come from.
struct ComparedList {
  let name: String
  let list: RuleList
  /// The filters behind its rules, when they are known.
  let mapped: MappedFilters?
  /// What is to be said about it on standard error.
  let note: String?

  /// A rule list in JSON, or what filter lists become as one.
  init(
    _ version: ListVersion, _ conversion: ConversionOptions, _ maps: SourceMapFiles, _ steps: Steps
  ) throws(CommandError) {
    guard let file = version.single, RuleListFile.isJSON(file) else {
      self = try ConvertedFilters(version, conversion, steps).list
      return
    }
    steps.begin(Step("parsing", file.name))
    name = file.name
    (list, note) = try RuleListFile.ruleList(file.name, file.bytes)
    mapped = maps.filters(of: file.bytes)
    steps.end([.rules: list.rules.count])
  }

  init(name: String, list: RuleList, mapped: MappedFilters?, note: String?) {
    (self.name, self.list, self.mapped, self.note) = (name, list, mapped, note)
  }
}

/// One version of filter lists, converted as one.
struct ConvertedFilters {
  let sources: [ParsedSource]
  let report: ConversionReport
  let list: ComparedList

  init(_ version: ListVersion, _ conversion: ConversionOptions, _ steps: Steps) throws(CommandError) {
    var options = conversion
    options.makesSourceMap = true
    // What is too much for WebKit can be compared all the same.
    options.ignoresLimit = true
    let files = version.files.map { Source(name: $0.name, bytes: $0.bytes) }
    let (parsed, result) = try steps.convert(files, Converter(options: options), version.name)
    sources = parsed
    report = result.report
    list = ComparedList(
      name: version.name, list: result.lists.first?.rules ?? RuleList(), mapped: result.filters(ofList: 0),
      note: result.report.note(of: version.name))
  }
}

/// Two lists and what is different between them.
struct Comparison {
  let old: ComparedList
  let new: ComparedList
  /// Both in the smaller form: one may have been written in it, and the other not.
  let smaller: NumberedRuleLists
  let difference: RuleListDifference

  init(_ old: ComparedList, _ new: ComparedList) {
    self.old = old
    self.new = new
    smaller = NumberedRuleLists(Self.smaller(old.list), Self.smaller(new.list))
    difference = RuleListDifference(smaller)
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

  /// What changed of an action.
  typealias Group = (
    action: String, changes: [RuleListDifference.Change], moves: [RuleListDifference.Move]
  )

  /// The rule of a change, of a hiding rule with the selectors alone that the change is about.
  func shownRule(of change: RuleListDifference.Change) -> Rule {
    var rule = rule(of: change)
    if let selectors = NonEmpty(change.selectors) { rule.action = .hide(selectors) }
    return rule
  }

  /// How many rules of a group are of a kind; of hiding rules selectors are counted.
  func count(_ kind: Kind, in group: Group) -> Int {
    kind == .moved
      ? group.moves.count
      : group.changes.reduce(0) { $0 + (self.kind(of: $1) == kind ? max($1.selectors.count, 1) : 0) }
  }

  /// The actions that something changed of, in the order of the lists' actions, with their changes.
  var groups: [Group] {
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
