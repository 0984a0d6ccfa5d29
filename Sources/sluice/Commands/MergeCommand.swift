import ContentBlocker
import Conversion
import ListBuilder
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

    let folder = Path.folder(of: output)
    let prefix = output.contains("/") ? (folder == "/" ? "/" : folder + "/") : ""
    let names = result.names(like: Path.name(of: output))
    var documents: [(name: String, bytes: [UInt8])] = []
    var outputs: [Manifest.Output] = []
    for (list, name) in zip(result.lists, names) {
      let json = list.rules.encodedJSON()
      outputs.append(Manifest.Output(name: name, list: list.rules, json: json, inputs: list.inputs))
      documents.append((name, json))
    }
    if let folder = arguments.surrogates {
      documents.append(("surrogates.json", try surrogates(result.trackerRadar, folder)))
    }
    let manifest = result.manifest(toolVersion: Program.version, outputs: outputs)
    guard let json = try? manifest.encodedJSON() else { throw .notEncodable("manifest.json") }
    documents.append(("manifest.json", json))
    try write(documents, in: prefix, besides: files)
    // The process ends now. To free all rules one by one would take longer than that.
    _ = Unmanaged.passRetained(Leftovers(result: result))

    if !arguments.isQuiet {
      MergeReport(arguments: arguments, console: console).write(result, files.count, outputs)
    }
    return .success
  }

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

  private static func surrogates(_ radar: TrackerRadar?, _ folder: String) throws(CommandError) -> [UInt8] {
    guard let radar else { throw .usage(UsageError(.surrogatesNeedTrackers, command: .merge)) }
    let surrogates = Surrogates(radar.data)
    let mapping = try InputFile(folder + "/mapping.json").bytes
    do throws(Surrogates.Problem) {
      let names = try surrogates.scripts(alsoIn: mapping)
      try surrogates.check(mapping: mapping, available: names.filter { isFile("\(folder)/\($0)") })
    } catch {
      throw .surrogates(folder, error)
    }
    guard let json = try? surrogates.encodedJSON() else { throw .notEncodable("surrogates.json") }
    return json
  }

  private static func isFile(_ path: String) -> Bool { (try? FileStatus.of(path))?.kind == .regular }

  /// Writes all files, or none.
  private static func write(
    _ documents: [(name: String, bytes: [UInt8])], in prefix: String, besides inputs: [InputFile]
  ) throws(CommandError) {
    var destinations: [Destination] = []
    for document in documents {
      let destination = try ConvertCommand.destination(prefix + document.name)
      if destinations.contains(where: { $0.isSamePlace(as: destination) }) {
        throw .sameOutput(destination.name)
      }
      destinations.append(destination)
    }
    try ConvertCommand.refuseOverwriting(inputs, by: destinations)
    let batch = OutputBatch()
    for (document, destination) in zip(documents, destinations) {
      try CommandError.ofOutput { () throws(OutputError) in
        try batch.write(document.bytes, to: destination)
      }
    }
    try CommandError.ofOutput { () throws(OutputError) in try batch.commit() }
  }
}
