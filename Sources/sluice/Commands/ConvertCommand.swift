import ContentBlocker
import Conversion
import ListBuilder

/// `sluice convert [FILE...]`
enum ConvertCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
    let destinations = try destinations(for: arguments)
    let advanced = try advancedDestination(for: arguments, besides: destinations)
    let inputs = try read(inputPaths(of: arguments))
    try refuseOverwriting(inputs, by: destinations + (advanced.map { [$0] } ?? []))

    let sources = inputs.map { Source(name: $0.name, bytes: $0.bytes) }
    let converter = Converter(options: options(for: arguments))
    let parsed = converter.parse(sources)
    let result = try convert(parsed, converter)
    let batch = OutputBatch()
    let outputs = try write(result.lists, to: destinations, in: batch)
    var deferred: Summary.Deferred?
    if let advanced {
      let filters = DeferredFilters(parsed, result.report, options: converter.options)
      deferred = try write(filters, to: advanced, in: batch)
    }
    try CommandError.ofOutput { () throws(OutputError) in try batch.commit() }
    // The process ends now. To free a hundred thousand small arrays one by one would take longer than that.
    _ = Unmanaged.passRetained(Leftovers(parsed: parsed, result: result))

    guard !arguments.isQuiet else { return .success }
    var summary = Summary(
      result.report, inputs: sources.map(\.name), outputs: outputs,
      duration: console.start.duration(to: .now))
    summary.deferred = deferred
    DiagnosticsReport(arguments: arguments, console: console)
      .write(result.report.diagnostics, of: sources, summary)
    return .success
  }

  /// What is not freed.
  private final class Leftovers {
    let parsed: [ParsedSource]
    let result: ConversionResult

    init(parsed: [ParsedSource], result: ConversionResult) {
      self.parsed = parsed
      self.result = result
    }
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
      return [try destination(path)]
    }
    guard let path = arguments.output else {
      throw .usage(UsageError(.splitNeedsOutput, command: .convert))
    }
    // A stream or device cannot be two files, and a folder is not part of their names.
    switch try? FileStatus.of(path).kind {
    case .folder: throw .output(.isFolder(path))
    case .special: throw .usage(UsageError(.splitNeedsOutput, command: .convert))
    case .regular, .link, nil: break
    }
    guard path != "-" else { throw .usage(UsageError(.splitNeedsOutput, command: .convert)) }
    var destinations: [Destination] = []
    for part in [ConvertedList.Part.network, .cosmetic] {
      destinations.append(try destination(splitName(path, part)))
    }
    return destinations
  }

  static func destination(_ path: String) throws(CommandError) -> Destination {
    try CommandError.ofOutput { () throws(OutputError) in try Destination(path) }
  }

  /// `NAME.network.json` for `NAME.json` or `NAME`.
  static func splitName(_ path: String, _ part: ConvertedList.Part) -> String {
    let stem = path.hasSuffix(".json") && Path.name(of: path) != ".json" ? String(path.dropLast(5)) : path
    return "\(stem).\(part.rawValue).json"
  }

  private static func advancedDestination(
    for arguments: Arguments, besides others: [Destination]
  ) throws(CommandError) -> Destination? {
    guard let path = arguments.advanced else { return nil }
    let destination = try destination(path)
    guard !others.contains(where: { $0.isSamePlace(as: destination) }) else {
      throw .usage(UsageError(.advancedNeedsOwnFile, command: .convert))
    }
    return destination
  }

  static func refuseOverwriting(
    _ inputs: [InputFile], by destinations: [Destination]
  ) throws(CommandError) {
    for destination in destinations {
      guard let identity = destination.identity else { continue }
      if inputs.contains(where: { $0.identity == identity }) { throw .outputIsInput(destination.name) }
    }
  }

  static func options(for arguments: Arguments) -> ConversionOptions {
    var options = ConversionOptions()
    options.target = arguments.target
    options.splitsByAction = arguments.splits
    options.maximumRules = arguments.maximumRules
    options.limitPolicy = arguments.limitPolicy
    options.threads = arguments.threads
    options.dialect = arguments.dialect.dialect
    for definition in arguments.constants {
      if definition.hasSuffix("=false") {
        options.constants.remove(String(definition.dropLast("=false".count)))
      } else {
        options.constants.insert(definition)
      }
    }
    return options
  }

  private static func convert(
    _ sources: [ParsedSource], _ converter: Converter
  ) throws(CommandError) -> ConversionResult {
    do throws(ConversionError) {
      return try converter.convert(sources)
    } catch {
      switch error {
      case .tooManyRules(let part, let rules, let limit):
        throw .tooManyRules(part: part, rules: rules, limit: limit, policy: converter.options.limitPolicy)
      }
    }
  }

  /// Encodes and writes one list after the other: their JSON is the largest thing in memory.
  private static func write(
    _ lists: [ConvertedList], to destinations: [Destination], in batch: OutputBatch
  ) throws(CommandError) -> [Summary.Output] {
    var outputs: [Summary.Output] = []
    for (list, destination) in zip(lists, destinations) {
      let json = list.rules.encodedJSON()
      try CommandError.ofOutput { () throws(OutputError) in try batch.write(json, to: destination) }
      outputs.append(
        Summary.Output(
          part: list.part, name: destination.name, rules: list.rules.rules.count, bytes: json.count))
    }
    return outputs
  }

  private static func write(
    _ deferred: DeferredFilters, to destination: Destination, in batch: OutputBatch
  ) throws(CommandError) -> Summary.Deferred {
    let json = deferred.encodedJSON()
    try CommandError.ofOutput { () throws(OutputError) in try batch.write(json, to: destination) }
    return Summary.Deferred(name: destination.name, filters: deferred.filters.count, bytes: json.count)
  }
}
