import ContentBlocker
import Conversion

/// A rule list to match with, and where its rules come from.
struct MatchList: Sendable {
  /// What answers call it.
  let name: String
  let evaluator: RuleListEvaluator
  /// The filters behind its rules, when they are known.
  let mapped: MappedFilters?

  /// A rule of the list, by its index.
  func rule(_ index: Int) -> Rule { evaluator.list.rules[index] }
}

/// The lists of a command line: each JSON list by itself, all filter lists as the one list, or two, that
/// `sluice convert` would make of them.
struct MatchLists: Sendable {
  private(set) var lists: [MatchList] = []
  /// What scripts for pages would do of the filter lists; nil where there are none.
  private(set) var pages: MatchPages?
  /// What is to be said about them on standard error.
  private(set) var notes: [String] = []

  init(_ paths: [String], _ arguments: MatchArguments) throws(CommandError) {
    let maps = try SourceMapFiles(arguments.sourceMaps)
    var sources: [Source] = []
    var files: [(name: String, json: [UInt8]?)] = []
    for path in paths {
      let file = try InputFile(path)
      if RuleListFile.isJSON(file) {
        files.append((file.name, file.bytes))
      } else {
        if sources.isEmpty { files.append((file.name, nil)) }
        sources.append(Source(name: file.name, bytes: file.bytes))
      }
    }
    var usesMaps = false
    for (name, json) in files {
      guard let json else {
        try append(sources, arguments.conversion)
        continue
      }
      let (list, note) = try RuleListFile.ruleList(name, json)
      if let note { notes.append(note) }
      let mapped = maps.filters(of: json)
      usesMaps = usesMaps || mapped != nil
      lists.append(MatchList(name: name, evaluator: RuleListEvaluator(list), mapped: mapped))
    }
    try maps.refuse(unlessUsed: usesMaps)
  }

  private mutating func append(
    _ sources: [Source], _ conversion: ConversionOptions
  ) throws(CommandError) {
    var options = conversion
    options.makesSourceMap = true
    let converter = Converter(options: options)
    let parsed = converter.parse(sources)
    var result = try converter.result(of: parsed)
    let pages = MatchPages(parsed, result.report, options)
    result.report.settleInPages { pages.lines.contains($0) }
    self.pages = pages
    let title = sources.count == 1 ? sources[0].name : "\(sources[0].name) and \(sources.count - 1) more"
    for (number, list) in result.lists.enumerated() {
      let name = list.part == .all ? title : "\(title) (\(list.part.rawValue))"
      let evaluator = RuleListEvaluator(list.rules)
      lists.append(MatchList(name: name, evaluator: evaluator, mapped: result.filters(ofList: number)))
    }
    if let note = result.report.note(of: title) { notes.append(note) }
  }
}
