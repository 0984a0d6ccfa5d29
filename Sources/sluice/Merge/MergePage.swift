import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluicePageScript
import SluiceSystem
import SluiceTrackers

/// The page scripts of a merge.
struct MergePage {
  /// The prefix of the file names.
  let name: String
  /// The scripts; nil if no script is needed.
  let script: PageScript?
  let surrogates: Int
  /// The number of Tracker Radar rules for requests that only page scripts can block.
  let blockedRequests: Int
  var written: [PageScriptFiles.File] = []
  private let problems: [PageFilterProblem]
  private let lists: [String]

  /// Creates the scripts for the filters of all filter lists, for surrogates, and for requests that rules
  /// cannot block. Marks the filters in the result that the scripts apply.
  init(
    name: String, _ result: inout MergeResult, surrogates: PageSurrogates?,
    blockedRequests: BlockedPageRequests?, elements: HiddenPageElements?,
    options: ConversionOptions
  ) {
    self.name = name
    self.surrogates = surrogates?.count ?? 0
    self.blockedRequests = blockedRequests?.count ?? 0
    let advancedFilters = result.advancedFilters ?? (filters: AdvancedFilters(), lists: [])
    lists = advancedFilters.lists.map(\.name)
    var problems: [PageFilterProblem] = []
    // Naming a list on the command line does not make it trusted.
    script = PageScript(
      advancedFilters.filters, of: advancedFilters.lists.map { PageScript.List($0, options: options) },
      surrogates: surrogates, blockedRequests: blockedRequests, elements: elements, problems: &problems)
    self.problems = problems
    if let script { result.settleInPages(script.places) }
  }

  /// Returns the script files for the manifest; nil if they are not in the folder of the list.
  func files(nextTo list: String) throws(CommandError) -> [Manifest.File]? {
    guard Pathname.folder(of: name) == Pathname.folder(of: list) else { return nil }
    var files: [Manifest.File] = []
    for (world, content) in [(PageScript.World.isolated, script?.isolated), (.page, script?.page)] {
      guard let content else { continue }
      let path = PageScriptFiles.name(name, world: world)
      guard let name = FileName(Pathname.name(of: path)) else {
        throw OutputError.isFolder(path).report
      }
      files.append(Manifest.File(name: name, content: content))
    }
    return files
  }

  var summary: Summary.Page { Summary.Page(script, files: written, problems: problems, in: lists) }

  /// Describes the applied filters, the files, and the reasons why other filters are not applied.
  func text(style: TextStyle) -> String {
    var text =
      "\(Format.counted(summary.filters, noun: "filter")) and \(Format.counted(surrogates, noun: "surrogate"))"
    text += " for pages  "
    text +=
      written.isEmpty
      ? "no script is needed, and none is written"
      : written.map { "\(Format.size($0.bytes))  \(DisplayText.escaping($0.name))" }.joined(separator: ", ")
    text += "\n"
    if blockedRequests > 0 {
      text +=
        "\(Format.counted(blockedRequests, noun: "rule")) of trackers in these, for requests that no list can block\n"
    }
    for reason in summary.reasons {
      text += "  \(reason.id)  \(Format.grouped(reason.count))"
      text += style.dim("  \(DisplayText.escaping(reason.example))") + "\n"
    }
    return text
  }
}

/// A folder with surrogates and their `mapping.json`: the value of `--surrogates`.
struct SurrogateFolder {
  let path: String

  /// Returns the surrogate rules as JSON, and the rules that only the mapping contains. Throws if a script is
  /// missing. Adds mapping.json to the inputs.
  func document(
    of radar: TrackerRadar?, _ inputs: inout [InputFile]
  ) throws(CommandError) -> (json: [UInt8], unused: [String]) {
    guard let radar else {
      throw .usage(
        "option '--surrogates' needs a Tracker Radar file among the inputs", advice: "name the tds.json too",
        of: .merge)
    }
    let surrogates = Surrogates(radar.data)
    let mapping = try InputFile("mapping.json", in: path, atMost: Self.largestMapping)
    inputs.append(mapping)
    let unused = try CommandError.of({ .surrogates($0, folder: path) }) {
      () throws(Surrogates.Problem) in
      // A name that is not a file name cannot be a script in this folder.
      let names = try surrogates.scripts(alsoIn: mapping.bytes).filter { FileName($0) != nil }
      return try surrogates.check(
        mapping: mapping.bytes, available: names.filter { isFile("\(path)/\($0)") })
    }
    guard let json = try? surrogates.encodedJSON() else {
      throw .failure("cannot write 'surrogates.json' as JSON")
    }
    return (json, unused)
  }

  /// Returns the surrogates that replace blocked scripts; nil if the Tracker Radar data needs no surrogates.
  /// Only files directly in the folder are used, and links are not followed.
  func scripts(
    of radar: TrackerRadar?, _ inputs: inout [InputFile]
  ) throws(CommandError) -> PageSurrogates? {
    let rules = radar?.surrogateRules() ?? []
    var scripts: [String: SurrogateScript] = [:]
    for name in PageSurrogates.names(in: rules) {
      guard let file = FileName(name) else { continue }
      let input = try InputFile(file, in: path, atMost: SurrogateScript.maximumBytes)
      scripts[name] = try CommandError.of({
        CommandError.failure("\(input.name.quotedName) cannot be a surrogate: \($0)")
      }) { () throws(SurrogateScript.Problem) in try SurrogateScript(parsing: input.bytes) }
      inputs.append(input)
    }
    return PageSurrogates(rules, scripts: scripts)
  }

  /// The maximum size of a mapping in bytes. DuckDuckGo's mapping has a few kilobytes.
  private static let largestMapping = 1 << 26

  private func isFile(_ path: String) -> Bool { (try? FileStatus.of(path))?.kind == .regular }
}

extension CommandError {
  fileprivate static func surrogates(_ problem: Surrogates.Problem, folder: String) -> CommandError {
    switch problem {
    case .noMapping: .failure("'\(folder)/mapping.json' is not a mapping of trackers to surrogates")
    case .missingScripts(let names):
      .failure("surrogates are missing in '\(folder)': \(names.map { "'\($0)'" }.joined(separator: ", "))")
    }
  }
}
