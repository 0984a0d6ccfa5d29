import SluiceConversion
import SluicePageScript
import SluiceRules
import SluiceSystem

/// `sluice convert [FILE...]`
enum ConvertCommand {
  static let command = Command(
    name: .convert,
    summary: "Convert filter lists into WebKit Content Blocker JSON",
    details: [
      """
      Reads filter lists in the syntax of Adblock Plus, uBlock Origin or AdGuard, several files as one \
      list, and writes a rule list for WebKit. Without FILE, or if FILE is '-', it reads standard input.
      """,
      """
      The JSON goes to --output or standard output. Filters that are not converted exactly, and a summary, go \
      to standard error. Lines and columns count from 1, columns in Unicode scalars.
      """,
    ],
    operands: "[FILE...]",
    usualOptions: [
      "output", "split", "target", "source-map", "page-script", "request-changes", "dialect", "prefer",
      "format", "max-diagnostics",
    ],
    examples: [
      ("sluice convert easylist.txt -o easylist.json", "one list for Safari"),
      ("sluice convert --split -o ads.json ads.txt", "ads.network.json and ads.cosmetic.json"),
      ("curl -sf $URL | sluice convert - --target webkitgtk > list.json", "from a pipe, for GNOME Web"),
    ])

  static func run(_ arguments: ConvertArguments, console: Console) throws(CommandError) -> ExitCode {
    guard arguments.watches else {
      try convert(arguments, console: console)
      return .success
    }
    try Watch.refuseStandardInput(arguments.files, of: .convert)
    guard arguments.output != nil else {
      throw .usage(
        "option '--watch' needs the name of the file to write after each change", advice: "add --output FILE",
        of: .convert)
    }
    var watch = Watch(console)
    try watch.run { console throws(CommandError) in try convert(arguments, console: console) }
  }

  private static func convert(_ arguments: ConvertArguments, console: Console) throws(CommandError) {
    let format = console.reporting.findingFormat
    if console.reporting.detail == .verbose, case .document = format.form(of: .conversion) {
      throw .usage(
        "option '--verbose' writes steps to standard error, where '--format \(format.rawValue)' writes one document",
        advice: "use --format jsonl, which has both", of: .convert)
    }
    let destinations = try destinations(for: arguments)
    let advanced = try ownDestination(arguments.advanced, of: "--advanced", besides: destinations)
    var others = destinations + (advanced.map { [$0] } ?? [])
    let changes = try ownDestination(arguments.requestChanges, of: "--request-changes", besides: others)
    others += changes.map { [$0] } ?? []
    let ruleset = changes.flatMap { Self.ruleset(of: $0) }
    let ofScripts = [
      ("--page-reports", arguments.pageReports), ("--page-collapse", arguments.pageCollapse),
      ("--trusted", arguments.isTrusted),
    ]
    for (flag, isSet) in ofScripts where isSet && arguments.pageScript == nil {
      throw .usage(
        "option '\(flag)' requires '--page-script'", advice: "add --page-script NAME", of: .convert)
    }
    let scripts = try PageScriptFiles(arguments.pageScript, of: .convert, besides: others)
    others += scripts?.destinations ?? []
    let map = try ownDestination(arguments.sourceMap, of: "--source-map", besides: others)
    let steps = console.steps
    let inputs = try steps.read(arguments.files) { () throws(CommandError) in
      try InputFile.lists(arguments.files, of: .convert)
    }
    others += map.map { [$0] } ?? []
    try others.refuse(inputs: inputs)

    // Converting EasyList takes 18 times its size in memory. For small lists, this reserves nothing.
    LargePages.reserve(inputs.reduce(0) { $0 + $1.bytes.count } * 12)
    let sources = FilterListFile.sources(inputs, options: arguments.conversion)
    var options = arguments.conversion
    options.makesSourceMap = map != nil
    options.redirectRuleset = ruleset?.name
    var converter = Converter(options: options)
    let reporting = console.reporting
    converter.estimatesTwoLists = !reporting.isQuiet && reporting.isText && reporting.listing == .groups
    let (parsed, converted) = try steps.convert(sources, converter: converter)
    var result = converted
    steps.begin(Step("writing"), isShown: others.areFiles)
    let batch = OutputBatch()
    var sourceMap = result.sourceMap
    let outputs = try write(
      result.lists, to: destinations, in: batch, sourceMap: &sourceMap,
      costs: console.reporting.isQuiet ? nil : arguments.costs, of: parsed)
    if let map, let sourceMap { try batch.add(sourceMap.encodedJSON(), to: map) }
    steps.end([.files: outputs.count, .rules: result.rules, .bytes: outputs.reduce(0) { $0 + $1.bytes }])
    var changed: Summary.RequestChanges?
    if let changes {
      let made = result.requestChanges()
      result.settle(in: made)
      let json = made.encodedJSON()
      try batch.add(json, to: changes)
      if let ruleset {
        for resource in made.resources {
          let path = "\(ruleset.folder)/\(resource.fileName(of: ruleset.name))"
          try batch.add(resource.contents, to: try .unnamed(path))
        }
      }
      changed = Summary.RequestChanges(
        name: changes.name, filters: made.filterCount, rules: made.rules.count,
        resources: made.resources.count, bytes: json.count)
    }
    var advancedFilters: Summary.AdvancedFiltersFile?
    var page: Summary.Page?
    if advanced != nil || scripts != nil {
      steps.begin(Step("writing filters that need a script"), isShown: others.areFiles)
      let filters = result.advancedFilters()
      if let advanced { advancedFilters = try write(filters, to: advanced, in: batch) }
      if scripts != nil {
        var problems: [PageFilterProblem] = []
        // Naming a list on the command line does not make it trusted.
        let lists = parsed.map {
          PageScript.List($0, options: converter.options, isTrusted: arguments.isTrusted)
        }
        let script = PageScript(
          filters, of: lists,
          watching: PageWatching(reports: arguments.pageReports, collapses: arguments.pageCollapse),
          problems: &problems)
        if let script { result.report.settleInPages { script.places.contains($0) } }
        let files = try scripts?.write(script, in: batch) ?? []
        page = Summary.Page(script, files: files, problems: problems, in: sources.map(\.name))
      }
    }
    try batch.finish()
    steps.end()
    LeakedAtExit.keep((parsed, result))

    guard !console.reporting.isQuiet else { return }
    var summary = Summary(
      result.report, inputs: sources.map(\.name), outputs: outputs,
      duration: console.start.duration(to: .now))
    summary.lists = parsed.map { .init(name: $0.name, reading: $0.reading(converter.options)) }
    summary.requestChanges = changed
    summary.advancedFilters = advancedFilters
    summary.page = page
    summary.sizeFindings = outputs.flatMap {
      SizeFinding.findings(on: $0.name, bytes: $0.bytes, form: $0.form, isWhole: $0.part == .all, options)
    }
    summary.microsecondsInTwoLists = result.microsecondsPerDocumentInTwoLists
    ConvertReport(console: console).write(result.report.diagnostics, of: sources, summary: summary)
  }

  private static func destinations(for arguments: ConvertArguments) throws(CommandError) -> [Destination] {
    guard arguments.conversion.split == .action else {
      guard let path = arguments.output else { return [.standardOutput] }
      return [try .named(path)]
    }
    guard let path = arguments.output else { throw .splitNeedsOutput }
    // The names of both files derive from the path, so it cannot be a stream, device or folder.
    switch try? FileStatus.of(path).kind {
    case .folder: throw OutputError.isFolder(path).report
    case .special: throw .splitNeedsOutput
    case .regular, .link, nil: break
    }
    guard path != "-" else { throw .splitNeedsOutput }
    return [try .unnamed(splitName(path, part: .network)), try .unnamed(splitName(path, part: .cosmetic))]
  }

  /// Returns `NAME.network.json` for `NAME.json` or `NAME`.
  static func splitName(_ path: String, part: ConvertedList.Part) -> String {
    let stem = path.hasSuffix(".json") && Pathname.name(of: path) != ".json" ? String(path.dropLast(5)) : path
    return "\(stem).\(part.rawValue).json"
  }

  /// Returns the folder of a ruleset and its name without `.json`, for the resources that its rules redirect to; nil if
  /// the rules do not go to a file.
  private static func ruleset(of destination: Destination) -> (folder: String, name: String)? {
    switch destination.kind {
    case .file(let path, _):
      let name = Pathname.name(of: path)
      return (Pathname.folder(of: path), name.hasSuffix(".json") ? String(name.dropLast(5)) : name)
    case .stream, .special: return nil
    }
  }

  /// Returns the destination of an additional file that a flag requests. Throws if it is one of the other
  /// destinations.
  static func ownDestination(
    _ path: String?, of flag: String, besides others: [Destination]
  ) throws(CommandError) -> Destination? {
    guard let path else { return nil }
    let destination = try Destination.named(path)
    guard !others.contains(where: { $0.isSame(as: destination) }) else {
      throw .usage(
        "option '\(flag)' needs a file of its own: another output has the same name",
        advice: "name another file", of: .convert)
    }
    return destination
  }

  /// Writes each list and adds its digest to the source map.
  ///
  /// - Parameter costs: The number of the most expensive filters to print; nil to estimate no costs.
  private static func write(
    _ lists: [ConvertedList], to destinations: [Destination], in batch: OutputBatch,
    sourceMap: inout SourceMap?, costs: Int?, of sources: [ParsedSource]
  ) throws(CommandError) -> [Summary.Output] {
    var outputs: [Summary.Output] = []
    for (index, (list, destination)) in zip(lists, destinations).enumerated() {
      var size = 0
      var fingerprint = sourceMap.map { _ in SourceMap.Fingerprint() }
      try CommandError.of { () throws(OutputError) in
        try batch.write(to: destination) { file throws(SystemError) in
          try list.rules.writeJSON { piece throws(SystemError) in
            try file.write(piece)
            size += piece.count
            fingerprint?.add(piece)
          }
        }
      }
      sourceMap?.lists[index].fingerprint = fingerprint?.value
      let cost = costs.map { list.rules.pageCost(mostExpensive: $0, by: .filter) } ?? PageCost()
      outputs.append(
        Summary.Output(
          part: list.part, name: destination.name, rules: list.rules.rules.count, bytes: size,
          form: list.form, cost: cost, mostExpensive: list.filters(of: cost.mostExpensive, in: sources)))
    }
    return outputs
  }

  private static func write(
    _ advancedFilters: AdvancedFilters, to destination: Destination, in batch: OutputBatch
  ) throws(CommandError) -> Summary.AdvancedFiltersFile {
    let json = advancedFilters.encodedJSON()
    try batch.add(json, to: destination)
    return Summary.AdvancedFiltersFile(
      name: destination.name, filters: advancedFilters.filters.count, bytes: json.count)
  }
}

struct ConvertArguments: Sendable {
  /// The lists, which are converted together; empty for standard input.
  var files: [String] = []
  /// The output file; nil for standard output. With `--split`, the names of both files are derived from it.
  var output: String?
  /// The file for filters that need a content script; nil to not write it.
  var advanced: String?
  /// The file for rules of a web extension that change requests, next to which are the resources that they redirect to;
  /// nil to not write it.
  var requestChanges: String?
  /// The prefix of the page script file names; nil to not write them.
  var pageScript: String?
  /// Whether the page scripts tell the host app which requests seem to be blocked.
  var pageReports = false
  /// Whether the page scripts hide images and frames whose requests seem to be blocked.
  var pageCollapse = false
  /// Whether the page scripts run trusted scriptlets of the lists.
  var isTrusted = false
  /// The file for the source map, which traces rules to filters; nil to not write it.
  var sourceMap: String?
  /// The number of the most expensive filters to print.
  var costs = 0
  var watches = false
  var conversion = ConversionOptions()
}

extension ConversionOptions {
  var isSplit: Bool {
    get { split == .action }
    set { split = newValue ? .action : .none }
  }
}

extension CommandError {
  fileprivate static let splitNeedsOutput = usage(
    "option '--split' needs a name for the two files that it writes",
    advice: "--output NAME writes NAME.network.json and NAME.cosmetic.json", of: .convert)
}
