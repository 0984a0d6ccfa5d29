import ContentBlocker
import Conversion
import Platform

/// `sluice convert [FILE...]`
enum ConvertCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitCode {
    let destinations = try destinations(for: arguments)
    let advanced = try ownDestination(
      arguments.advanced, of: "--advanced", besides: destinations)
    let others = destinations + (advanced.map { [$0] } ?? [])
    let map = try ownDestination(
      arguments.sourceMaps.last, of: "--source-map", besides: others)
    let inputs = try InputFile.all(arguments.operands, of: .convert)
    try refuseOverwriting(inputs, by: others + (map.map { [$0] } ?? []))

    // EasyList needs eighteen times its size; small lists fit into what there is.
    LargePages.reserve(inputs.reduce(0) { $0 + $1.bytes.count } * 12)
    let sources = inputs.map { Source(name: $0.name, bytes: $0.bytes) }
    let converter = Converter(options: arguments.conversionOptions)
    let parsed = converter.parse(sources)
    let result = try convert(parsed, converter)
    let batch = OutputBatch()
    var sourceMap = result.sourceMap
    let outputs = try write(result.lists, to: destinations, in: batch, &sourceMap)
    if let map, let sourceMap {
      try CommandError.ofOutput { () throws(OutputError) in
        try batch.write(sourceMap.encodedJSON(), to: map)
      }
    }
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
    summary.remarks = outputs.flatMap {
      SizeRemark.remarks(on: $0.name, bytes: $0.bytes, form: $0.form, isWhole: $0.part == .all, arguments)
    }
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

  /// Where one more file goes that a flag asks for; it must not be where another output goes.
  private static func ownDestination(
    _ path: String?, of flag: String, besides others: [Destination]
  ) throws(CommandError) -> Destination? {
    guard let path else { return nil }
    let destination = try destination(path)
    guard !others.contains(where: { $0.isSamePlace(as: destination) }) else {
      throw .usage(UsageError(.needsOwnFile(flag: flag), command: .convert))
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

  /// Converts, with what went wrong as the command's error.
  static func convert(
    _ sources: [ParsedSource], _ converter: Converter
  ) throws(CommandError) -> ConversionResult {
    do throws(ConversionError) {
      return try converter.convert(sources)
    } catch {
      throw .limit(error)
    }
  }

  /// Writes each list as it is encoded; the map learns what it is.
  private static func write(
    _ lists: [ConvertedList], to destinations: [Destination], in batch: OutputBatch,
    _ sourceMap: inout SourceMap?
  ) throws(CommandError) -> [Summary.Output] {
    var outputs: [Summary.Output] = []
    for (index, (list, destination)) in zip(lists, destinations).enumerated() {
      var size = 0
      var fingerprint = sourceMap.map { _ in SourceMap.Fingerprint() }
      try CommandError.ofOutput { () throws(OutputError) in
        try batch.write(to: destination) { file throws(SystemError) in
          try list.rules.writeJSON { piece throws(SystemError) in
            try file.write(piece)
            size += piece.count
            fingerprint?.add(piece)
          }
        }
      }
      sourceMap?.lists[index].fingerprint = fingerprint?.value
      outputs.append(
        Summary.Output(
          part: list.part, name: destination.name, rules: list.rules.rules.count, bytes: size,
          form: list.form))
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
