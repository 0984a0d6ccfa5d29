import SluiceAnalysis
import SluiceConversion
import SluiceLists
import SluicePageInspection
import SluiceRules

/// One of the two lists of `sluice diff`, with the origin of its rules.
struct ComparedList {
  let name: String
  let list: RuleList
  /// The filters that its rules come from, if known.
  let mapped: MappedFilters?
  /// A note for standard error.
  let note: String?

  /// Reads a rule list as JSON, or converts filter lists together.
  init(
    _ version: ListVersion, conversion: ConversionOptions, maps: SourceMapFiles, steps: Steps
  ) throws(CommandError) {
    guard let file = version.single, RuleListFile.isJSON(file) else {
      self = try ConvertedFilters(version, conversion: conversion, steps: steps).list
      return
    }
    steps.begin(Step("parsing", subject: file.name))
    name = file.name
    (list, note) = try RuleListFile.ruleList(file.name, in: file.bytes)
    mapped = maps.filters(of: file.bytes)
    steps.end([.rules: list.rules.count])
  }

  init(name: String, list: RuleList, mapped: MappedFilters?, note: String?) {
    (self.name, self.list, self.mapped, self.note) = (name, list, mapped, note)
  }
}

struct ConvertedFilters {
  let sources: [ParsedSource]
  let report: ConversionReport
  let list: ComparedList

  init(_ version: ListVersion, conversion: ConversionOptions, steps: Steps) throws(CommandError) {
    var options = conversion
    options.makesSourceMap = true
    // Lists that exceed WebKit's limit can be compared, too.
    options.ignoresLimit = true
    let files = version.files.map { file in
      // In folders and revisions, a list may have no filter.
      let accepts = version.single == nil ? AcceptedText.lists : conversion.acceptedFiles
      return FilterListFile.source(file, accepts: accepts)
    }
    let (parsed, result) = try steps.convert(
      files, converter: Converter(options: options), subject: version.name)
    sources = parsed
    report = result.report
    list = ComparedList(
      name: version.name, list: result.lists.first?.rules ?? RuleList(), mapped: result.filters(ofList: 0),
      note: result.report.note(of: version.name))
  }
}

struct Comparison {
  let old: ComparedList
  let new: ComparedList
  /// Both lists in the smaller form, so that lists in different forms can be compared.
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
    rules.rewrite(as: .size)
    return RuleList(rules)
  }

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

  /// Returns the rule that a change is about: the new one, if any.
  func rule(of change: RuleListDifference.Change) -> Rule {
    if let new = change.new { return self.new.list.rules[new] }
    return change.old.map { old.list.rules[$0] } ?? .noOperation
  }

  /// Whether the new list could affect more requests or elements than the old one.
  ///
  /// That is the case if a blocking or hiding rule matches more, if an exception is removed, matches less or
  /// overrides fewer rules, or if a rule matches different requests. New rules do not count.
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

  /// The changes to the rules of one action.
  typealias Group = (
    action: String, changes: [RuleListDifference.Change], moves: [RuleListDifference.Move]
  )

  /// Returns the rule of a change. For a hiding rule, it has only the selectors that the change is about.
  func shownRule(of change: RuleListDifference.Change) -> Rule {
    var rule = rule(of: change)
    if let selectors = NonEmpty(change.selectors) { rule.action = .hide(selectors) }
    return rule
  }

  /// Returns the number of rules of a kind in a group. For hiding rules, it counts selectors.
  func count(_ kind: Kind, in group: Group) -> Int {
    kind == .moved
      ? group.moves.count
      : group.changes.reduce(0) { $0 + (self.kind(of: $1) == kind ? max($1.selectors.count, 1) : 0) }
  }

  /// Returns text like `3 added, 1 widened`. For hiding rules, selectors are counted.
  func counts(of group: Group) -> String {
    Kind.allCases.compactMap { kind in
      let count = count(kind, in: group)
      return count > 0 ? "\(Format.grouped(count)) \(kind.rawValue)" : nil
    }.joined(separator: ", ")
  }

  /// The changes grouped by action, in the order in which lists contain the actions.
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
