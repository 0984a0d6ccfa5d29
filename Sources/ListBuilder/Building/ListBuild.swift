import ContentBlocker
import Conversion
import FilterSyntax

/// Converts one list and gives its files.
struct ListBuild {
  let recipe: ListRecipe
  let inputs: [ListInput]
  /// Tracker Radar's data.
  let trackers: [ListDocument]
  let threads: Int?

  /// A rule list with the name of its file.
  struct File {
    let name: String
    let list: RuleList
    let inputs: [String]?
  }

  /// A source map, to be completed with the JSON of its lists.
  struct MapFile {
    let name: String
    var map: SourceMap
    /// The files of the map's lists, in their order.
    var files: [String]
  }

  /// What a conversion gives.
  struct Result {
    var files: [File] = []
    var maps: [MapFile] = []
    /// Tracker Radar's inputs and ids, for the manifest.
    var trackerManifest: Manifest?
    /// Of the report.
    var sections: [[UInt8]] = []
    /// The document with the filters that need a script.
    var advanced: [UInt8] = []
    var filters = 0
    var notExpressible = 0
  }

  /// Converts for each target. `write` gets the files one by one, since their JSON is the largest thing in
  /// memory.
  func run() throws(BuildFailure) -> Result {
    var result = Result()
    for (number, target) in recipe.targets.enumerated() {
      let stem = recipe.targets.count > 1 ? "\(recipe.name).\(target.rawValue)" : recipe.name
      if recipe.split == .source {
        for source in Set(inputs.compactMap(\.number)).sorted() {
          try convert(
            inputs(of: source), target, "\(stem).\(name(of: source))", isFirst: number == 0, &result)
        }
      } else {
        try convert(inputs, target, stem, isFirst: number == 0, &result)
      }
      if !trackers.isEmpty { try addTrackers(target, stem, &result) }
    }
    if recipe.split != .source { return result }
    // Each part only has its own filters: what needs a script is told once, for all of them.
    let converter = Converter(options: options(for: recipe.targets[0]))
    let parsed = converter.parse(inputs.map(\.source))
    if let whole = try? converter.convert(parsed) {
      result.advanced = advanced(parsed, whole.report, converter)
    }
    return result
  }

  private func options(for target: Target) -> ConversionOptions {
    var options = ConversionOptions()
    options.target = target
    options.splitsByAction = recipe.split == .action
    options.maximumRules = recipe.maximumRules
    options.limitPolicy = recipe.excess == .truncate ? .truncate : .stop
    options.ignoresLimit = recipe.excess == .shard
    options.constants = recipe.constants
    options.makesSourceMap = recipe.makesSourceMaps
    options.threads = threads
    return options
  }

  private func convert(
    _ inputs: [ListInput], _ target: Target, _ stem: String, isFirst: Bool, _ result: inout Result
  ) throws(BuildFailure) {
    let converter = Converter(options: options(for: target))
    let sources = inputs.map(\.source)
    let parsed = converter.parse(sources)
    let conversion: ConversionResult
    do throws(ConversionError) {
      conversion = try converter.convert(parsed)
    } catch {
      throw BuildFailure(problems: [problem(of: error)])
    }
    var mapped: [(file: String, list: SourceMap.List)] = []
    for (index, list) in conversion.lists.enumerated() {
      let partStem = list.part == .all ? stem : "\(stem).\(list.part.rawValue)"
      let names = recipe.split == .source ? [sources[0].name] : inputs.map(\.source.name)
      for (number, positions) in try shards(of: list.rules, target).enumerated() {
        let name = number == 0 ? "\(partStem).json" : "\(partStem).\(number + 1).json"
        let isWhole = positions.count == list.rules.rules.count
        let rules = isWhole ? list.rules : RuleList(positions.map { list.rules.rules[$0] })
        result.files.append(File(name: name, list: rules, inputs: names))
        if let map = conversion.sourceMap?.lists[index] { mapped.append((name, map.rules(at: positions))) }
      }
    }
    if var map = conversion.sourceMap {
      map.lists = mapped.map(\.list)
      result.maps.append(MapFile(name: "\(stem).map", map: map, files: mapped.map(\.file)))
    }
    result.sections.append(
      BuildReport.section(
        list: recipe.name, part: stem, conversion.report, parsed, sources: sources,
        removed: inputs.reduce(0) { $0 + $1.removed }, constants: recipe.constants))
    guard isFirst else { return }
    result.filters += conversion.report.filters
    result.notExpressible += conversion.report.count(.deferred) + conversion.report.count(.dropped)
    if recipe.split != .source { result.advanced = advanced(parsed, conversion.report, converter) }
  }

  /// The positions of the rules of each file: one for all of them, or as many as the limit asks for.
  private func shards(of list: RuleList, _ target: Target) throws(BuildFailure) -> [[Int]] {
    guard recipe.excess == .shard else { return [Array(list.rules.indices)] }
    let limit = min(recipe.maximumRules ?? .max, target.abilities.maximumRules)
    do throws(RuleShards.NoRoom) {
      return try RuleShards(limit: limit).shards(of: list.rules)
    } catch {
      throw BuildFailure(problems: [
        BuildProblem(recipe.name, "has exceptions for which there is no room within \(limit) rules")
      ])
    }
  }

  /// Tracker Radar's rules as lists of their own.
  private func addTrackers(
    _ target: Target, _ stem: String, _ result: inout Result
  ) throws(BuildFailure) {
    var merge = Merge()
    merge.options.conversion = options(for: target)
    do throws(MergeError) {
      let merged = try merge.run(trackers.map { MergeInput(name: $0.name, bytes: $0.bytes, etag: $0.etag) })
      for (name, list) in zip(merged.names(like: "\(stem).trackers.json"), merged.lists) {
        result.files.append(File(name: name, list: list.rules, inputs: list.inputs))
      }
      result.trackerManifest = merged.manifest(toolVersion: "", outputs: [])
    } catch {
      throw BuildFailure(problems: [
        BuildProblem(trackers[0].name, "cannot be used as Tracker Radar's data: \(error)")
      ])
    }
  }

  private func problem(of error: ConversionError) -> BuildProblem {
    switch error {
    case .tooManyRules(let part, let rules, let limit, _):
      BuildProblem(
        recipe.name,
        "has \(rules) rules\(part == .all ? "" : " in its \(part.rawValue) list"), more than \(limit)",
        advice: "set 'onLimit' to \"shard\" or 'split' to \"action\" in 'outputs', or name fewer sources")
    }
  }

  /// Scripts of a source that is not trusted stay out: a program would run them in every page.
  private func advanced(_ parsed: [ParsedSource], _ report: ConversionReport, _ converter: Converter)
    -> [UInt8]
  {
    var deferred = DeferredFilters(parsed, report, options: converter.options)
    deferred.filters.removeAll { !inputs[$0.source].isTrusted && $0.action.needsTrust }
    return deferred.encodedJSON()
  }

  /// A source with the exceptions of all others, which hold for it too.
  private func inputs(of number: Int) -> [ListInput] {
    let own = inputs.filter { $0.number == number }
    let others = inputs.filter { $0.number != number }.map { input in
      var editor = LineEditor(input.source.bytes)
      editor.removeFilters { !Self.actsOnOthers($0) }
      var input = input
      input.source.bytes = editor.bytes
      return input
    }
    return own + others
  }

  private static func actsOnOthers(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: "@@".utf8) { return true }
    let text = String(decoding: line, as: UTF8.self)
    return text.contains("#@") || text.contains("$@$") || text.contains("badfilter")
  }

  /// What a source is called in names of files.
  private func name(of number: Int) -> String {
    let names = recipe.sources.map { source in
      let last = source.place.text.split(separator: "/").last.map(String.init) ?? ""
      return ListRecipe.name(from: source.name ?? (last.hasSuffix(".txt") ? String(last.dropLast(4)) : last))
    }
    let isFirst = !names[..<number].contains(names[number])
    return isFirst ? names[number] : "\(names[number])-\(number + 1)"
  }
}

extension DeferredAction {
  /// Whether a program that runs this gives the list's author its powers: a script of theirs, or a scriptlet
  /// that uBlock Origin and AdGuard also take from trusted lists only.
  fileprivate var needsTrust: Bool {
    switch self {
    case .script: true
    case .scriptlet(let name, _, _): name.map { $0.hasPrefix("trusted-") } ?? false
    default: false
    }
  }
}
