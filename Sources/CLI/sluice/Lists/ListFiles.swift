import SluiceConversion
import SluicePageInspection

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
  private(set) var notes: [String] = []
  /// The filter lists among the files.
  private(set) var sources: [Source] = []
  let conversion: ConversionOptions

  init(
    _ paths: [String], sourceMaps: [String], _ conversion: ConversionOptions, _ steps: Steps
  ) throws(CommandError) {
    let maps = try SourceMapFiles(sourceMaps)
    let files = try steps.read(paths) { () throws(CommandError) in try InputFile.lists(paths) }
    try self.init(files, maps, conversion, steps)
    try maps.refuse(unlessUsed: usesMaps)
  }

  /// Creates lists from files. Source maps that match no list are not reported here.
  init(
    _ files: [InputFile], _ maps: SourceMapFiles, _ conversion: ConversionOptions, _ steps: Steps
  ) throws(CommandError) {
    if !files.isEmpty { steps.begin(Step("preparing lists")) }
    (self.files, self.conversion) = (files, conversion)
    var named: [(name: String, json: [UInt8]?)] = []
    for file in files {
      if RuleListFile.isJSON(file) {
        named.append((file.name, file.bytes))
      } else {
        if sources.isEmpty { named.append((file.name, nil)) }
        sources += FilterListFile.sources([file], conversion)
      }
    }
    for (name, json) in named {
      guard let json else {
        let report = try Self.append(sources, conversion, to: &lists)
        steps.record(lists.lists.flatMap(\.sources), conversion)
        if let note = report.note(of: Self.title(of: sources)) { notes.append(note) }
        continue
      }
      let (list, note) = try RuleListFile.ruleList(name, json)
      if let note { notes.append(note) }
      let filters = maps.filters(of: json)
      usesMaps = usesMaps || filters != nil
      lists.append(Blocklist(name: name, rules: list, filters: filters))
    }
    steps.end([.lists: lists.lists.count])
  }

  /// Returns the lists with additional filters. JSON lists do not change.
  func lists(adding filters: [String]) throws(CommandError) -> Blocklists {
    guard !filters.isEmpty, !sources.isEmpty else { return lists }
    var grown = Blocklists()
    for list in lists.lists where !list.canGrow { grown.append(list) }
    let added = Source(
      name: "exceptions", bytes: Array(filters.joined(separator: "\n").utf8), accepts: .anything)
    _ = try Self.append(sources + [added], conversion, to: &grown)
    return grown
  }

  private static func append(
    _ sources: [Source], _ conversion: ConversionOptions, to lists: inout Blocklists
  ) throws(CommandError) -> ConversionReport {
    var grown = lists
    let report = try CommandError.of { () throws(ConversionError) in
      try grown.append(converting: sources, named: title(of: sources), conversion)
    }
    lists = grown
    return report
  }

  private static func title(of sources: [Source]) -> String {
    guard let first = sources.first else { return "" }
    return sources.count == 1 ? first.name : "\(first.name) and \(sources.count - 1) more"
  }
}
