import ContentBlocker
import Conversion
import PageInspection

/// The lists of a command line that loads are judged by: each JSON list by itself, all filter lists as the one list, or two,
/// that `sluice convert` would make of them.
struct ListFiles: Sendable {
  private(set) var lists = Blocklists()
  /// The files.
  private(set) var files: [InputFile] = []
  /// Whether a source map was of use.
  private(set) var usesMaps = false
  /// What is to be said about them on standard error.
  private(set) var notes: [String] = []

  init(
    _ paths: [String], sourceMaps: [String], _ conversion: ConversionOptions
  ) throws(CommandError) {
    let maps = try SourceMapFiles(sourceMaps)
    var files: [InputFile] = []
    for path in paths { files.append(try InputFile(path)) }
    try self.init(files, maps, conversion)
    try maps.refuse(unlessUsed: usesMaps)
  }

  /// Lists that were read. Nobody is told of maps that are of none of them.
  init(
    _ files: [InputFile], _ maps: SourceMapFiles, _ conversion: ConversionOptions
  ) throws(CommandError) {
    self.files = files
    var sources: [Source] = []
    var named: [(name: String, json: [UInt8]?)] = []
    for file in files {
      if RuleListFile.isJSON(file) {
        named.append((file.name, file.bytes))
      } else {
        if sources.isEmpty { named.append((file.name, nil)) }
        sources.append(Source(name: file.name, bytes: file.bytes))
      }
    }
    for (name, json) in named {
      guard let json else {
        try append(sources, conversion)
        continue
      }
      let (list, note) = try RuleListFile.ruleList(name, json)
      if let note { notes.append(note) }
      let filters = maps.filters(of: json)
      usesMaps = usesMaps || filters != nil
      lists.append(Blocklist(name: name, rules: list, filters: filters))
    }
  }

  private mutating func append(_ sources: [Source], _ conversion: ConversionOptions) throws(CommandError) {
    let title = sources.count == 1 ? sources[0].name : "\(sources[0].name) and \(sources.count - 1) more"
    var lists = lists
    let report = try CommandError.of { () throws(ConversionError) in
      try lists.append(converting: sources, named: title, conversion)
    }
    self.lists = lists
    if let note = report.note(of: title) { notes.append(note) }
  }
}
