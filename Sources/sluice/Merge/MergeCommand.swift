import SluiceListFiles
import SluiceLists
import SluicePageScript
import SluiceSystem
import SluiceTrackers

/// `sluice merge FILE... -o NAME.json`
enum MergeCommand {
  static let command = Command(
    name: .merge,
    summary: "Merge rule lists, filter lists and Tracker Radar for deployment",
    details: [
      """
      Reads rule lists (JSON), filter lists, Tracker Radar blocklists (tds.json) and their exceptions, \
      distinguished by content. Writes lists that block every request that an input blocks. Exceptions of one \
      input do not undo rules of another, so the output may be several lists: NAME.1.json, NAME.2.json and so on \
      for --output NAME.json.
      """,
      """
      A manifest.json with names, hashes and ids is written next to them. All files are written, or none.
      """,
    ],
    operands: "FILE...",
    usualOptions: [
      "output", "split", "target", "click-to-load", "app-version", "surrogates", "mix-licenses", "prefer",
      "format",
    ],
    examples: [
      ("sluice merge tds.json allowlist.json -o trackers.json", "Tracker Radar with its exceptions"),
      ("sluice merge easylist.txt hosts.txt tds.json -o all.json", "as few lists as possible"),
      (
        "sluice merge --append-exceptions list.json sites.json -o out.json",
        "exceptions at the end of a finished list"
      ),
    ])

  static func run(_ arguments: MergeArguments, console: Console) throws(CommandError) -> ExitCode {
    guard let output = arguments.output, output != "-" else {
      throw .usage(
        "a merge needs the name of the first file to write", advice: "add --output NAME.json (not '-')",
        of: .merge
      )
    }
    guard
      arguments.pageScript == nil || arguments.surrogates == nil || !arguments.options.sharesExceptions
    else {
      throw .usage(
        "with '--shared-exceptions' lists override rules of Tracker Radar, but the surrogates of '--page-script' would"
          + " still run",
        advice: "leave out one of the two, or '--surrogates'", of: .merge)
    }
    guard !arguments.files.isEmpty else { throw .usage(.noInput, of: .merge) }
    let steps = console.steps
    var files = try steps.read(arguments.files) { () throws(CommandError) in
      try InputFile.lists(arguments.files, of: .merge)
    }
    let inputs = files.map { MergeInput(name: $0.name, bytes: $0.bytes) }
    var options = arguments.options
    options.findsAdvancedFilters = arguments.pageScript != nil
    var result = try CommandError.of { () throws(MergeError) in
      try Merge(options: options).run(inputs) { steps.begin(Step($0)) }
    }

    for (input, reading) in result.readings where steps.isRecording {
      steps.record(
        Step("judging", subject: result.inputs[input].name, reading: reading), amounts: [:], duration: .zero)
    }
    steps.begin(Step("encoding"))
    let names = try result.names(like: Pathname.name(of: output)).map(fileName)
    var documents: [Document] = []
    var outputs: [Manifest.Output] = []
    for (list, name) in zip(result.lists, names) {
      let json = list.rules.encodedJSON()
      outputs.append(
        Manifest.Output(name: name, list: list.rules, json: json, inputs: list.inputs, form: list.form))
      documents.append(Document(name: name, bytes: json))
    }
    steps.end([
      .lists: outputs.count, .rules: outputs.reduce(0) { $0 + $1.rules },
      .bytes: outputs.reduce(0) { $0 + $1.bytes },
    ])
    var manifest = result.manifest(toolVersion: Program.version, outputs: outputs)
    var surrogates: PageSurrogates?
    var unusedRules: [String] = []
    if let folder = arguments.surrogates {
      let folder = SurrogateFolder(path: folder)
      let json: [UInt8]
      (json, unusedRules) = try folder.document(of: result.trackerRadar, &files)
      manifest.surrogates = Manifest.File(name: surrogatesName, content: json)
      documents.append(Document(name: surrogatesName, bytes: json))
      if arguments.pageScript != nil { surrogates = try folder.scripts(of: result.trackerRadar, &files) }
    }
    var page: MergePage?
    if let name = arguments.pageScript {
      steps.begin(Step("composing page scripts"))
      // With shared exceptions, other lists can allow requests that Tracker Radar blocks, but the scripts do
      // not know these exceptions.
      let blockedRequests =
        options.sharesExceptions ? nil : result.trackerRadar.flatMap(BlockedPageRequests.init)
      let elements = result.trackerRadar.flatMap { HiddenPageElements($0.exceptions) }
      page = MergePage(
        name: name, &result, surrogates: surrogates, blockedRequests: blockedRequests, elements: elements,
        options: options.conversion)
      manifest.pageScripts = try page?.files(nextTo: output)
    }
    guard let json = try? manifest.encodedJSON() else {
      throw .failure("cannot write 'manifest.json' as JSON")
    }
    documents.append(Document(name: Manifest.fileName, bytes: json))
    steps.begin(Step("writing"), isShown: false)
    try write(documents, output: output, page: &page, besides: files)
    steps.end([.files: documents.count + (page?.written.count ?? 0)])

    let report = MergeReport(
      result: result, inputs: files.count, outputs: outputs, page: page, unusedRules: unusedRules,
      options: arguments.options, duration: console.start.duration(to: .now))
    switch console.reporting.objectFormat {
    case .text: if !console.reporting.isQuiet { report.writeText(to: console) }
    case .json: try console.writeObject(report.append)
    }
    LeakedAtExit.keep(result)
    return .success
  }

  private struct Document {
    let name: FileName
    let bytes: [UInt8]
  }

  private static let surrogatesName: FileName = "surrogates.json"
  /// The files that are written in addition to the lists.
  private static let companions = [Manifest.fileName, surrogatesName]

  private static func fileName(_ text: String) throws(CommandError) -> FileName {
    guard let name = FileName(text) else { throw OutputError.isFolder(text).report }
    return name
  }

  /// Writes all files, or none.
  private static func write(
    _ documents: [Document], output: String, page: inout MergePage?, besides inputs: [InputFile]
  ) throws(CommandError) {
    let prefix = String(output.dropLast(Pathname.name(of: output).count))
    var outputs: [(document: Document, destination: Destination)] = []
    for document in documents {
      let path = "\(prefix)\(document.name)"
      let destination = path == output ? try Destination.named(path) : try Destination.unnamed(path)
      if outputs.contains(where: { $0.destination.isSame(as: destination) }) {
        throw .failure("two outputs would be '\(destination.name)'", advice: "choose another --output")
      }
      outputs.append((document, destination))
    }
    let destinations = outputs.map(\.destination)
    let scripts = try PageScriptFiles(page?.name, of: .merge, besides: destinations)
    try (destinations + (scripts?.destinations ?? [])).refuse(inputs: inputs)
    try refuseOverwritingOthers(outputs, path: Pathname.folder(of: output))
    let batch = OutputBatch()
    // The manifest is last, because it names the other files.
    for (document, destination) in outputs where document.name != Manifest.fileName {
      try batch.add(document.bytes, to: destination)
    }
    let written = try scripts?.write(page?.script, in: batch) ?? []
    for (document, destination) in outputs where document.name == Manifest.fileName {
      try batch.add(document.bytes, to: destination)
    }
    page?.written = written
    try batch.finish()
  }

  /// Throws if a file that the user did not name would be overwritten.
  ///
  /// Files next to the lists are replaced only if the manifest there says that a merge wrote them, or if
  /// their contents stay the same.
  private static func refuseOverwritingOthers(
    _ outputs: [(document: Document, destination: Destination)], path: String
  ) throws(CommandError) {
    guard let folder = try? Directory(path) else { return }
    let manifest = Manifest(in: folder, of: .merge)
    let own = Set(manifest.map { $0.files.keys + [Manifest.fileName] } ?? [])
    for (document, destination) in outputs where companions.contains(document.name) {
      guard case .file(_, _?) = destination.kind, !own.contains(document.name) else { continue }
      guard (try? folder.contents(of: document.name)) == document.bytes else {
        throw .failure(
          "\(destination.name.quotedName) would be overwritten, and the last merge did not write it",
          advice: "move it away, or write into another folder with --output")
      }
    }
  }
}

extension Step {
  fileprivate init(_ step: Merge.Step) {
    switch step {
    case .reading(let name, let number, let count):
      self.init("parsing", subject: name, done: number, of: count)
    case .converting: self.init("converting")
    case .joining: self.init("joining")
    case .finishing(let number, let count): self.init("finishing", subject: nil, done: number, of: count)
    }
  }
}

struct MergeArguments: Sendable {
  var files: [String] = []
  /// The name of the list, or the base for the names of several lists.
  var output: String?
  /// The folder with surrogate scripts; nil for none.
  var surrogates: String?
  /// The prefix of the page script file names; nil to not write them.
  var pageScript: String?
  var options = MergeOptions()
}

extension MergeError: CommandFailure {
  var report: CommandError { CommandError(message: description, advice: advice, exitCode: .failure) }

  private var advice: [String] {
    switch self {
    case .unusable, .conversion(_, .tooManyRules), .conversion(_, .tooManyBytes): []
    case .conversion(_, .foreign(_, let content, _)): content.advice
    case .invalidRules: ["WebKit must be able to compile the rule list; 'sluice check' names the mistakes"]
    case .exceptionsWithoutTrackers:
      [
        "--append-exceptions appends them to every list",
        // Arrays of hosts are also common as blocklists.
        "in a JSON array, hosts are sites where nothing is blocked: to block them, write one per line",
      ]
    case .severalTrackerFiles: ["merge them one by one; WebKit can use several lists"]
    case .tooManyExceptions: ["raise --max-rules"]
    case .tooLargeExceptions: ["raise --max-bytes"]
    case .tooManyLists: ["merge fewer files at once, or raise --max-rules and --max-bytes"]
    }
  }
}
