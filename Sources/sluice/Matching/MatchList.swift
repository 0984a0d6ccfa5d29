import ContentBlocker
import Conversion

/// A rule list to match with, and where its rules come from.
struct MatchList: Sendable {
  /// What answers call it.
  let name: String
  let evaluator: RuleListEvaluator
  private let map: SourceMap?
  private let mapped: SourceMap.List?
  /// Whether it was converted from filter lists just now.
  let isConverted: Bool

  /// A rule list that was read from JSON; `maps` are all that are there.
  init(_ name: String, _ list: RuleList, json: [UInt8], maps: [SourceMap]) {
    self.name = name
    evaluator = RuleListEvaluator(list)
    map = maps.first { $0.list(of: json) != nil }
    mapped = map?.list(of: json)
    isConverted = false
  }

  /// A rule list that was converted just now.
  init(_ name: String, _ list: ConvertedList, _ map: SourceMap?, number: Int) {
    self.name = name
    evaluator = RuleListEvaluator(list.rules)
    self.map = map
    mapped = map?.lists[number]
    isConverted = true
  }

  var hasMap: Bool { mapped != nil }

  /// A rule of the list, by its index.
  func rule(_ index: Int) -> Rule { evaluator.list.rules[index] }

  /// The filters that a rule comes from, at most `limit` of them; nil when they are not known.
  func origin(ofRule index: Int, limit: Int) -> SourceMap.Origin? {
    guard let map, let mapped else { return nil }
    return map.origin(ofRule: index, in: mapped, limit: limit)
  }

  /// `easylist.txt:512`
  func place(of filter: SourceMap.Filter) -> String { "\(file(of: filter)):\(filter.line)" }

  func file(of filter: SourceMap.Filter) -> String {
    map.flatMap { $0.sources.indices.contains(filter.source) ? $0.sources[filter.source] : nil } ?? "?"
  }
}

/// The lists of a command line: each JSON list by itself, all filter lists as the one list, or two, that
/// `sluice convert` would make of them.
struct MatchLists: Sendable {
  private(set) var lists: [MatchList] = []
  /// What is to be said about them on standard error.
  private(set) var notes: [String] = []

  init(_ paths: [String], _ arguments: Arguments) throws(CommandError) {
    var maps: [SourceMap] = []
    for path in arguments.sourceMaps { maps.append(try RuleListFile.sourceMap(path)) }
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
    for (name, json) in files {
      guard let json else {
        try append(sources, arguments)
        continue
      }
      let (list, note) = try RuleListFile.ruleList(name, json)
      if let note { notes.append(note) }
      lists.append(MatchList(name, list, json: json, maps: maps))
    }
    if !maps.isEmpty, !lists.contains(where: { $0.hasMap && !$0.isConverted }) {
      throw .mapOfOtherList(arguments.sourceMaps.joined(separator: ", "))
    }
  }

  private mutating func append(_ sources: [Source], _ arguments: Arguments) throws(CommandError) {
    var options = arguments.conversionOptions
    options.makesSourceMap = true
    let converter = Converter(options: options)
    let result = try ConvertCommand.convert(converter.parse(sources), converter)
    let title = sources.count == 1 ? sources[0].name : "\(sources[0].name) and \(sources.count - 1) more"
    for (number, list) in result.lists.enumerated() {
      let name = list.part == .all ? title : "\(title) (\(list.part.rawValue))"
      lists.append(MatchList(name, list, result.sourceMap, number: number))
    }
    let left = result.report.count(.dropped) + result.report.count(.deferred)
    if left > 0 { notes.append(Self.note(left, of: title)) }
  }

  /// That some filters of a list are not in what it became.
  static func note(_ left: Int, of name: String) -> String {
    "\(name): \(Format.counted(left, "filter")) cannot be expressed and take no part;"
      + " 'sluice convert' says which"
  }
}
