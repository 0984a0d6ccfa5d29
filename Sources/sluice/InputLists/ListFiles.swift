import SluiceAnalysis
import SluiceConversion
import SluiceLists
import SluicePageInspection
import SluiceRules
import SluiceSyntax
import SluiceText

/// The lists given on the command line, for testing requests.
///
/// Each JSON list is used separately. All filter lists become the one or two lists that `sluice convert`
/// would produce.
struct ListFiles: Sendable {
  private(set) var lists = Blocklists()
  /// The files of the lists, in the order of the command line.
  private(set) var files: [InputFile] = []
  /// Whether one of the source maps belongs to one of the lists.
  private(set) var usesMaps = false
  /// Notes for standard error.
  var notes: [String] {
    [report?.note(of: Self.title(of: sources))].compactMap { $0 } + listNotes
  }
  /// The notes about rule lists.
  private var listNotes: [String] = []
  /// The outcomes of the filters; nil without filter lists.
  private var report: ConversionReport?
  private(set) var sources: [Source] = []
  /// The effects of page scripts for the filter lists; nil without filter lists.
  private(set) var scripted: ScriptedFilters?
  let conversion: ConversionOptions

  init(
    _ paths: [String], sourceMaps: [String], conversion: ConversionOptions, steps: Steps
  ) throws(CommandError) {
    let maps = try SourceMapFiles(sourceMaps)
    let files = try steps.read(paths) { () throws(CommandError) in try InputFile.lists(paths) }
    try self.init(files, maps: maps, conversion: conversion, steps: steps)
    try maps.refuse(unlessUsed: usesMaps)
  }

  /// Creates lists from files. Source maps that match no list are not reported here.
  init(
    _ files: [InputFile], maps: SourceMapFiles, conversion: ConversionOptions, steps: Steps
  ) throws(CommandError) {
    if !files.isEmpty { steps.begin(Step("preparing lists")) }
    (self.files, self.conversion) = (files, conversion)
    var named: [(name: String, json: [UInt8]?)] = []
    for file in files {
      if RuleListFile.isJSON(file) {
        named.append((file.name, file.bytes))
      } else {
        if sources.isEmpty { named.append((file.name, nil)) }
        sources += FilterListFile.sources([file], options: conversion)
      }
    }
    for (name, json) in named {
      guard let json else {
        var result = try Self.append(sources, conversion: conversion, to: &lists)
        steps.record(lists.lists.flatMap(\.sources), options: conversion)
        let scripted = ScriptedFilters(result)
        result.report.settleInPages { scripted.places.contains($0) }
        (self.scripted, report) = (scripted, result.report)
        continue
      }
      let (list, note) = try RuleListFile.ruleList(name, in: json)
      if let note { listNotes.append(note) }
      let filters = maps.filters(of: json)
      usesMaps = usesMaps || filters != nil
      lists.append(Blocklist(name: name, rules: list, filters: filters))
    }
    steps.end([.lists: lists.lists.count])
  }

  /// Counts the filters that a web extension applies as converted.
  mutating func settleNote(in changes: RequestChanges, of sources: [ParsedSource]) {
    report?.settle(in: changes, sources)
  }

  /// Returns the lists with additional filters. JSON lists do not change.
  func lists(adding filters: [String]) throws(CommandError) -> Blocklists {
    guard !filters.isEmpty, !sources.isEmpty else { return lists }
    var grown = Blocklists()
    for list in lists.lists where !list.canGrow { grown.append(list) }
    let added = Source(
      name: "exceptions", bytes: Array(filters.joined(separator: "\n").utf8), accepts: .anything)
    _ = try Self.append(sources + [added], conversion: conversion, to: &grown)
    return grown
  }

  private static func append(
    _ sources: [Source], conversion: ConversionOptions, to lists: inout Blocklists
  ) throws(CommandError) -> ConversionResult {
    var grown = lists
    let result = try CommandError.of { () throws(ConversionError) in
      try grown.append(converting: sources, named: title(of: sources), conversion)
    }
    lists = grown
    return result
  }

  private static func title(of sources: [Source]) -> String {
    guard let first = sources.first else { return "" }
    return sources.count == 1 ? first.name : "\(first.name) and \(sources.count - 1) more"
  }
}

/// Files with rule lists in WebKit's JSON.
enum RuleListFile {
  /// Returns whether a file is meant to be a rule list in JSON, according to its beginning or its name.
  static func isJSON(_ file: InputFile) -> Bool {
    switch InputShape(of: file.bytes) {
    case .rules: true
    case .object, .names, .filters: file.name.hasSuffix(".json") && isMeantAsRules(file)
    }
  }

  /// Returns whether the content of a file can be what its name says. A list of domains is a filter list, and an
  /// error page is not a list.
  private static func isMeantAsRules(_ file: InputFile) -> Bool {
    switch ListJudgement(of: file.bytes) {
    case .list(.json): false
    case .list, .conflicted, .foreign(.json), .foreign(.ruleList): true
    case .foreign(let content): !content.isNeverTyped
    }
  }

  /// Reads a rule list as WebKit does, and throws if WebKit would reject it. Also returns a note about rules
  /// that Sluice does not support, if any.
  static func ruleList(_ name: String, in json: [UInt8]) throws(CommandError) -> (RuleList, note: String?) {
    let (list, report) = RuleList.decodingJSON(json)
    if let problem = report.findings.first(where: { $0.reason.severity == .error }) {
      throw .failure(
        "\("\(name):\(problem.location)"): WebKit rejects this rule list: \(problem.reason.message)",
        advice: "'sluice check' shows all problems")
    }
    let unsupported = report.findings.count { !$0.reason.isHeld }
    return (
      list,
      unsupported == 0
        ? nil
        : "\(name): \(Format.counted(unsupported, noun: "rule")) \(unsupported == 1 ? "is" : "are") ignored here:"
          + " an action (notify, redirect, modify-headers) or a selector is unsupported"
    )
  }
}

struct SourceMapFiles: Sendable {
  private let paths: [String]
  private let maps: [SourceMap]

  init(_ paths: [String]) throws(CommandError) {
    self.paths = paths
    maps = try paths.map { path throws(CommandError) in
      let file = try InputFile(path)
      return try CommandError.of({
        .failure(
          to: "read", file.name, reason: $0.message, advice: "'sluice convert --source-map FILE' writes one")
      }) {
        () throws(SourceMapProblem) in try SourceMap(decodingJSON: file.bytes)
      }
    }
  }

  /// Returns the filters that the rules of a list come from, if a map belongs to exactly this JSON.
  func filters(of json: [UInt8]) -> MappedFilters? {
    maps.lazy.compactMap { map in map.list(of: json).map { MappedFilters(map: map, list: $0) } }.first
  }

  /// Throws if there are maps but none belongs to a list that was read.
  func refuse(unlessUsed isUsed: Bool) throws(CommandError) {
    guard maps.isEmpty || isUsed else {
      throw .failure(
        "\(paths.joined(separator: ", ").quotedName) is the map of another rule list",
        advice: "convert again with --source-map: a map belongs to exactly one JSON file")
    }
  }
}

extension MappedFilters {
  /// Returns the filter of each rule; nil if the rule does not come from exactly one filter.
  func filters(of costs: [PageCost.RuleCost]) -> [PlacedFilter?] {
    costs.map { cost in
      let origin = origin(ofRule: cost.ruleIndex, limit: 1)
      return origin.filterCount == 1 ? origin.filters.first.map(placed) : nil
    }
  }

  /// Returns a filter as text: `easylist.txt:512: ||ads.example^`.
  func text(of filter: SourceMap.Filter) -> String { placed(filter).words }

  func append(_ name: StaticString, filters: some Sequence<SourceMap.Filter>, to json: inout JSONWriter) {
    json.add(name, objects: filters) { json, filter in json.add(placed(filter)) }
  }
}

/// The public suffix list that determines sites, and its source.
struct SuffixSource: Sendable {
  let suffixes: PublicSuffixList
  /// The name in the output.
  let name: String

  private static let systemPaths = [
    "/usr/share/publicsuffix/public_suffix_list.dat", "/usr/share/publicsuffix/effective_tld_names.dat",
    "/usr/local/share/publicsuffix/public_suffix_list.dat",
    "/opt/homebrew/share/publicsuffix/public_suffix_list.dat",
  ]

  /// Reads the file at a path, or the system's list if `path` is nil. If the system has no list, uses a small
  /// built-in table.
  init(_ path: String?) throws(CommandError) {
    if let path {
      let file = try InputFile(path)
      suffixes = PublicSuffixList(parsing: file.bytes)
      guard suffixes.count > 0 else {
        throw .failure(
          "\(file.name.quotedName) is not a public suffix list",
          advice: "https://publicsuffix.org/list/public_suffix_list.dat is one")
      }
      name = file.name
      return
    }
    for path in Self.systemPaths {
      guard let file = try? InputFile(path) else { continue }
      let list = PublicSuffixList(parsing: file.bytes)
      guard list.count > 0 else { continue }
      (suffixes, name) = (list, path)
      return
    }
    (suffixes, name) = (.wellKnown, "a built-in table of \(PublicSuffixList.wellKnown.count) suffixes")
  }
}
