import ContentBlocker
import Conversion

/// `sluice convert [FILE...]`
enum ConvertCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
    let destinations = try destinations(for: arguments)
    let inputs = try read(inputPaths(of: arguments))
    try refuseOverwriting(inputs, by: destinations)

    let sources = inputs.map { Source(name: $0.name, bytes: $0.bytes) }
    let result = try convert(sources, arguments)
    let outputs = try write(result.lists, to: destinations)

    guard !arguments.isQuiet else { return .success }
    let summary = Summary(
      result.report, inputs: sources.map(\.name), outputs: outputs,
      duration: console.start.duration(to: .now))
    DiagnosticsReport(arguments: arguments, console: console)
      .write(result.report.diagnostics, of: sources, summary)
    return .success
  }

  private static func inputPaths(of arguments: Arguments) throws(CommandError) -> [String] {
    guard !arguments.operands.isEmpty else {
      guard !FileDescriptor.standardInput.isTerminal else {
        throw .usage(UsageError(.noInput, command: .convert))
      }
      return ["-"]
    }
    guard arguments.operands.count(where: { $0 == "-" }) <= 1 else {
      throw .usage(UsageError(.standardInputTwice, command: .convert))
    }
    return arguments.operands
  }

  private static func read(_ paths: [String]) throws(CommandError) -> [InputFile] {
    var files: [InputFile] = []
    for path in paths { files.append(try InputFile(path)) }
    return files
  }

  private static func destinations(for arguments: Arguments) throws(CommandError) -> [Destination] {
    guard arguments.splits else {
      guard let path = arguments.output else { return [.standardOutput] }
      return [try Destination(path)]
    }
    guard let path = arguments.output else {
      throw .usage(UsageError(.splitNeedsOutput, command: .convert))
    }
    // A stream or device cannot be two files, and a folder is not part of their names.
    switch try? FileStatus.of(path).kind {
    case .folder: throw .outputIsFolder(path)
    case .special: throw .usage(UsageError(.splitNeedsOutput, command: .convert))
    case .regular, .link, nil: break
    }
    guard path != "-" else { throw .usage(UsageError(.splitNeedsOutput, command: .convert)) }
    var destinations: [Destination] = []
    for part in [ConvertedList.Part.network, .cosmetic] {
      destinations.append(try Destination(splitName(path, part)))
    }
    return destinations
  }

  /// `NAME.network.json` for `NAME.json` or `NAME`.
  static func splitName(_ path: String, _ part: ConvertedList.Part) -> String {
    let stem = path.hasSuffix(".json") && Path.name(of: path) != ".json" ? String(path.dropLast(5)) : path
    return "\(stem).\(part.rawValue).json"
  }

  private static func refuseOverwriting(
    _ inputs: [InputFile], by destinations: [Destination]
  ) throws(CommandError) {
    for destination in destinations {
      guard let identity = destination.identity else { continue }
      if inputs.contains(where: { $0.identity == identity }) { throw .outputIsInput(destination.name) }
    }
  }

  private static func convert(
    _ sources: [Source], _ arguments: Arguments
  ) throws(CommandError) -> ConversionResult {
    var options = ConversionOptions()
    options.target = arguments.target
    options.splitsByAction = arguments.splits
    options.maximumRules = arguments.maximumRules
    options.limitPolicy = arguments.limitPolicy
    options.threads = arguments.threads
    do throws(ConversionError) {
      return try Converter(options: options).convert(sources)
    } catch {
      switch error {
      case .tooManyRules(let part, let rules, let limit):
        throw .tooManyRules(part: part, rules: rules, limit: limit, policy: arguments.limitPolicy)
      }
    }
  }

  /// Encodes and writes one list after the other: their JSON is the largest thing in memory.
  private static func write(
    _ lists: [ConvertedList], to destinations: [Destination]
  ) throws(CommandError) -> [Summary.Output] {
    let batch = OutputBatch()
    var outputs: [Summary.Output] = []
    for (list, destination) in zip(lists, destinations) {
      let json = list.rules.encodedJSON()
      try batch.write(json, to: destination)
      outputs.append(
        Summary.Output(
          part: list.part, name: destination.name, rules: list.rules.rules.count, bytes: json.count))
    }
    try batch.commit()
    return outputs
  }
}
