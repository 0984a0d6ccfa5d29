import ContentBlocker
import Conversion
import ListBuilding
import Platform
import TrackerRadar

/// `sluice merge FILE... -o NAME.json`
enum MergeCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
    guard let output = arguments.output, output != "-" else {
      throw .usage(UsageError(.mergeNeedsOutput, command: .merge))
    }
    var files: [InputFile] = []
    for path in try inputPaths(of: arguments) { files.append(try InputFile(path)) }
    let result = try merge(files.map { MergeInput(name: $0.name, bytes: $0.bytes) }, arguments)

    let names = try result.names(like: Path.name(of: output)).map(fileName)
    var documents: [(name: FileName, bytes: [UInt8])] = []
    var outputs: [Manifest.Output] = []
    for (list, name) in zip(result.lists, names) {
      let json = list.rules.encodedJSON()
      outputs.append(
        Manifest.Output(name: name, list: list.rules, json: json, inputs: list.inputs, form: list.form))
      documents.append((name, json))
    }
    var manifest = result.manifest(toolVersion: Program.version, outputs: outputs)
    if let folder = arguments.surrogates {
      let json = try surrogates(result.trackerRadar, folder, &files)
      manifest.surrogates = Manifest.File(name: surrogatesName, content: json)
      documents.append((surrogatesName, json))
    }
    guard let json = try? manifest.encodedJSON() else { throw .notEncodable("manifest.json") }
    documents.append((Manifest.fileName, json))
    try write(documents, output, besides: files)
    // The process ends now. To free all rules one by one would take longer than that.
    _ = Unmanaged.passRetained(Leftovers(result: result))

    if !arguments.isQuiet {
      MergeReport(arguments: arguments, console: console).write(result, files.count, outputs)
    }
    return .success
  }

  private static let surrogatesName: FileName = "surrogates.json"
  /// What is written besides the lists.
  private static let companions = [Manifest.fileName, surrogatesName]

  /// What is not freed.
  private final class Leftovers {
    let result: MergeResult

    init(result: MergeResult) { self.result = result }
  }

  private static func inputPaths(of arguments: Arguments) throws(CommandError) -> [String] {
    guard !arguments.operands.isEmpty else { throw .usage(UsageError(.noInput, command: .merge)) }
    guard arguments.operands.count(where: { $0 == "-" }) <= 1 else {
      throw .usage(UsageError(.standardInputTwice, command: .merge))
    }
    return arguments.operands
  }

  private static func merge(
    _ inputs: [MergeInput], _ arguments: Arguments
  ) throws(CommandError) -> MergeResult {
    var options = MergeOptions()
    options.conversion = arguments.conversionOptions
    options.trackers.blocksClickToLoad = arguments.blocksClickToLoad
    options.appVersion = arguments.appVersion
    options.sharesExceptions = arguments.sharesExceptions
    options.appendsExceptions = arguments.appendsExceptions
    options.mixesLicences = arguments.mixesLicences
    options.split = arguments.mergeSplit
    do throws(MergeError) {
      return try Merge(options: options).run(inputs)
    } catch {
      throw .merge(error)
    }
  }

  private static func fileName(_ text: String) throws(CommandError) -> FileName {
    guard let name = FileName(text) else { throw .output(.isFolder(text)) }
    return name
  }

  /// The JSON of the surrogates. The files of their folder are inputs, too.
  private static func surrogates(
    _ radar: TrackerRadar?, _ folder: String, _ inputs: inout [InputFile]
  ) throws(CommandError) -> [UInt8] {
    guard let radar else { throw .usage(UsageError(.surrogatesNeedTrackers, command: .merge)) }
    let surrogates = Surrogates(radar.data)
    let mapping = try InputFile(folder + "/mapping.json")
    inputs.append(mapping)
    do throws(Surrogates.Problem) {
      // What is no name of a file is no script in this folder.
      let names = try surrogates.scripts(alsoIn: mapping.bytes).filter { FileName($0) != nil }
      let scripts = names.filter { isFile("\(folder)/\($0)") }
      try surrogates.check(mapping: mapping.bytes, available: scripts)
    } catch {
      throw .surrogates(folder, error)
    }
    guard let json = try? surrogates.encodedJSON() else { throw .notEncodable("surrogates.json") }
    return json
  }

  private static func isFile(_ path: String) -> Bool { (try? FileStatus.of(path))?.kind == .regular }

  /// Writes all files, or none.
  private static func write(
    _ documents: [(name: FileName, bytes: [UInt8])], _ output: String, besides inputs: [InputFile]
  ) throws(CommandError) {
    let prefix = String(output.dropLast(Path.name(of: output).count))
    var destinations: [Destination] = []
    for document in documents {
      let destination = try ConvertCommand.destination("\(prefix)\(document.name)")
      if destinations.contains(where: { $0.isSamePlace(as: destination) }) {
        throw .sameOutput(destination.name)
      }
      destinations.append(destination)
    }
    try ConvertCommand.refuseOverwriting(inputs, by: destinations)
    try refuseOverwritingOthers(zip(documents, destinations), Path.folder(of: output))
    let batch = OutputBatch()
    for (document, destination) in zip(documents, destinations) {
      try CommandError.ofOutput { () throws(OutputError) in
        try batch.write(document.bytes, to: destination)
      }
    }
    try CommandError.ofOutput { () throws(OutputError) in try batch.commit() }
  }

  /// The user has named the lists, but not what stands beside them: that is replaced only where the manifest
  /// there says that a merge wrote it, or where nothing changes by it.
  private static func refuseOverwritingOthers(
    _ outputs: some Sequence<((name: FileName, bytes: [UInt8]), Destination)>, _ path: String
  ) throws(CommandError) {
    guard let folder = try? Directory(path) else { return }
    let manifest = Manifest(in: folder, of: .merge)
    let own = Set(manifest.map { $0.files.keys + [Manifest.fileName] } ?? [])
    for (document, destination) in outputs where companions.contains(document.name) {
      guard case .file(_, _?) = destination.place, !own.contains(document.name) else { continue }
      guard (try? folder.contents(of: document.name)) == document.bytes else {
        throw .outputIsForeign(destination.name)
      }
    }
  }
}
