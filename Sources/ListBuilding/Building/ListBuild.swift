import ContentBlocker
import Conversion
import FilterSyntax
import PageScript

/// Converts one list and gives its files.
struct ListBuild {
  let recipe: ListRecipe
  let inputs: [ListInput]
  /// Tracker Radar's data.
  let trackers: [ListDocument]
  /// Scripts that could be surrogates, by their names.
  let surrogates: [String: ListDocument]
  let threads: Int?
  /// What is wrong with scripts that could not be fetched, by their names.
  var surrogateProblems: [String: BuildProblem] = [:]
  /// The base of the list's shards as the last build left it, by the names of its files; empty for none.
  var base: [FileName: RuleList] = [:]

  /// A rule list with the name of its file.
  struct File {
    let name: String
    let list: RuleList
    let inputs: [String]?
    var form: ListForm?
    var shard: Manifest.Shard?
  }

  /// A source map, to be completed with the JSON of its lists.
  struct MapFile {
    let name: String
    var map: SourceMap
    /// The files of the map's lists, in their order.
    var files: [String]
  }

  /// A script for one of the worlds of pages.
  struct ScriptFile {
    let name: String
    let content: [UInt8]
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
    var deferred: [UInt8] = []
    /// The scripts for pages; nil when they are not asked for.
    var pageScripts: [ScriptFile]?
    /// The lines of the filters that these do.
    var linesInPages: Set<FilterLine> = []
    /// What these put in the place of blocked scripts.
    var surrogates: PageSurrogates?
    /// What these block because no rule can.
    var gaps: PageGaps?
    var filters = 0
    var inPage = 0
    var notExpressible = 0
    /// What the rule lists for the first target cost pages.
    var pageCosts: [PageCost] = []
    /// The new rules of the first target; nil where shards have no base.
    var hot: HotRules?
  }

  /// Converts for each target.
  func run() throws(BuildFailure) -> Result {
    var result = Result()
    let firstTrackers = try mergedTrackers(for: recipe.targets[0])
    result.surrogates = try pageSurrogates(firstTrackers?.trackerRadar)
    if recipe.makesPageScripts { result.gaps = firstTrackers?.trackerRadar.flatMap(PageGaps.init) }
    let converter = Converter(options: options(for: recipe.targets[0]))
    let parsed = ListInput.parsed(inputs, converter)
    let parts = recipe.split == .source ? parts(of: parsed) : [whole(parsed)]
    if recipe.split == .source {
      // Of each part a rule list is made, but of all parts together one document of the filters that need a script. So
      // the whole is converted once more for that alone; the limits are for rule lists and do not hold for it.
      var options = converter.options
      (options.ignoresLimit, options.makesSourceMap) = (true, false)
      let whole = try conversion(of: parsed, Converter(options: options))
      addDeferred(parsed, whole.report, converter, &result)
    }
    for (number, target) in recipe.targets.enumerated() {
      let stem = recipe.stem(for: target)
      for part in parts {
        let name = part.name.map { "\(stem).\($0)" } ?? stem
        var (conversion, pageCosts) = try convert(part, target, name, &result)
        if number == 0, part.name == nil { addDeferred(parsed, conversion.report, converter, &result) }
        conversion.report.settleInPages { line in
          result.linesInPages.contains(FilterLine(source: part.numbers[line.source], line: line.line))
        }
        let report = conversion.report
        addSection(of: report, pageCosts, part, name, &result)
        guard number == 0 else { continue }
        result.filters += report.filters
        result.inPage += report.count(.inPage)
        result.notExpressible += report.count(.deferred) + report.count(.dropped)
        result.pageCosts += pageCosts.map(\.cost)
      }
      if let merged = number == 0 ? firstTrackers : try mergedTrackers(for: target) {
        addTrackers(merged, stem, isFirst: number == 0, &result)
      }
    }
    return result
  }

  private func options(for target: Target) -> ConversionOptions {
    var options = ConversionOptions()
    options.target = target
    switch recipe.split {
    case .action: options.split = .action
    case nil: options.split = recipe.sharding == nil ? .whereBetter : .action
    // Each source's filters become one list.
    case .some(.none), .source: options.split = .none
    }
    options.preferredForm = recipe.preferredForm
    options.domainScope = recipe.domainScope
    options.genericHiding = recipe.genericHiding
    options.maximumRules = recipe.maximumRules
    options.maximumBytes = recipe.maximumBytes
    options.limitPolicy = recipe.excess == .truncate ? .truncate : .stop
    // Shards have the limits, and not the list that they are of.
    options.ignoresLimit = recipe.excess == .shard || recipe.sharding != nil
    options.constants = recipe.constants
    options.makesSourceMap = recipe.makesSourceMaps
    options.threads = threads
    return options
  }

  private func conversion(
    of sources: [ParsedSource], _ converter: Converter
  ) throws(BuildFailure) -> ConversionResult {
    do throws(ConversionError) {
      return try converter.convert(sources)
    } catch {
      throw BuildFailure(problems: [problem(of: error)])
    }
  }

  private func convert(
    _ part: Part, _ target: Target, _ stem: String, _ result: inout Result
  ) throws(BuildFailure) -> (ConversionResult, [BuildReport.ListCost]) {
    let options = options(for: target)
    var listOptions = options
    // Each shard then gets the form that suits it.
    if recipe.sharding != nil { listOptions.preferredForm = .compile }
    let conversion = try conversion(of: part.sources, Converter(options: listOptions))
    let names = part.inputs.map(\.source.name)
    var mapped: [(file: String, list: SourceMap.List)] = []
    var costs: [BuildReport.ListCost] = []
    for (index, list) in conversion.lists.enumerated() {
      let stem = fileStem(stem, list.part)
      let cuts = try cuts(of: list, stem: stem, FormChoice(options), &result)
      for cut in cuts {
        result.files.append(
          File(name: cut.name, list: RuleList(cut.rules), inputs: names, form: cut.form, shard: cut.shard))
        if let map = conversion.sourceMap?.lists[index] {
          mapped.append((cut.name, map.rules(at: cut.positions)))
        }
      }
      costs += pageCosts(of: list, cuts, "\(stem).json", part)
    }
    if var map = conversion.sourceMap {
      map.lists = mapped.map(\.list)
      result.maps.append(MapFile(name: "\(stem).map", map: map, files: mapped.map(\.file)))
    }
    return (conversion, costs)
  }

  /// What a list costs pages. Of shards each has its own automata, also those of exceptions that others have too; what
  /// a limit has cut is estimated as a whole.
  private func pageCosts(
    of list: ConvertedList, _ cuts: [Cut], _ name: String, _ part: Part
  ) -> [BuildReport.ListCost] {
    guard cuts.contains(where: { $0.shard != nil }) else {
      let cost = list.rules.pageCost(dearest: 20, by: .filter)
      return [
        BuildReport.ListCost(
          file: name, cost: cost, filters: list.filters(of: cost.dearest, in: part.sources))
      ]
    }
    return cuts.map { cut in
      let cost = PageCost(of: cut.rules, dearest: 20, by: .filter)
      let placed = cost.dearest.map { cost in
        var cost = cost
        cost.ruleIndex = cut.positions[cost.ruleIndex]
        return cost
      }
      return BuildReport.ListCost(
        file: cut.name, cost: cost, filters: list.filters(of: placed, in: part.sources))
    }
  }

  /// Adds what became of a part's filters to the report.
  private func addSection(
    of report: ConversionReport, _ costs: [BuildReport.ListCost], _ part: Part, _ stem: String,
    _ result: inout Result
  ) {
    result.sections.append(
      BuildReport.section(
        list: recipe.name, part: stem, report, costs, part.sources, sources: part.documents,
        removed: part.inputs.flatMap(\.removedFilters), constants: recipe.constants))
  }

  /// What the names of the files of a part begin with. Where two lists were not asked for, the one that always is
  /// there has the name of the list; shards have names of their own behind it.
  private func fileStem(_ stem: String, _ part: ConvertedList.Part) -> String {
    switch part {
    case .all: stem
    case .network: recipe.split == nil || recipe.sharding != nil ? stem : "\(stem).\(part.rawValue)"
    case .cosmetic: "\(stem).\(part.rawValue)"
    }
  }

  /// Tracker Radar's data for a target; nil where there is none.
  private func mergedTrackers(for target: Target) throws(BuildFailure) -> MergeResult? {
    guard !trackers.isEmpty else { return nil }
    var merge = Merge()
    merge.options.conversion = options(for: target)
    do throws(MergeError) {
      return try merge.run(
        trackers.map { MergeInput(name: $0.publicName, bytes: $0.bytes, etag: $0.etag) })
    } catch {
      throw BuildFailure(problems: [
        BuildProblem(recipe.name, "Tracker Radar's data cannot be used: \(error)")
      ])
    }
  }

  /// Tracker Radar's rules as lists of their own.
  private func addTrackers(_ merged: MergeResult, _ stem: String, isFirst: Bool, _ result: inout Result) {
    for (name, list) in zip(merged.names(like: "\(stem).trackers.json"), merged.lists) {
      result.files.append(File(name: name, list: list.rules, inputs: list.inputs, form: list.form))
    }
    result.trackerManifest = merged.manifest(toolVersion: "", outputs: [])
    result.sections.append(
      BuildReport.section(list: recipe.name, part: "\(stem).trackers", merged.problems, in: merged.inputs))
    if isFirst { result.notExpressible += merged.problems.count }
  }

  private func problem(of error: ConversionError) -> BuildProblem {
    switch error {
    case .tooManyRules(let part, let rules, let limit, _): excess(rules, "rules", of: part, limit)
    case .tooManyBytes(let part, let bytes, let limit, _): excess(bytes, "bytes", of: part, limit)
    }
  }

  private func excess(
    _ count: Int, _ unit: String, of part: ConvertedList.Part, _ limit: Int
  ) -> BuildProblem {
    BuildProblem(
      recipe.name,
      "has \(count) \(unit)\(part == .all ? "" : " in its \(part.rawValue) list"), more than \(limit)",
      advice: "set 'onLimit' to \"shard\" or 'split' to \"action\" in 'outputs', or name fewer sources")
  }

  /// The document of the filters that need a script, and the scripts for pages. Scripts of a source that is not
  /// trusted stay out: the program that reads the document would run them in every page.
  private func addDeferred(
    _ parsed: [ParsedSource], _ report: ConversionReport, _ converter: Converter, _ result: inout Result
  ) {
    var deferred = DeferredFilters(parsed, report, options: converter.options)
    if recipe.makesPageScripts { addPageScripts(deferred, parsed, converter, &result) }
    deferred.filters.removeAll { !inputs[$0.source].isTrusted && PageScript.needsTrust($0.action) }
    result.deferred = deferred.encodedJSON()
  }

  private func addPageScripts(
    _ deferred: DeferredFilters, _ parsed: [ParsedSource], _ converter: Converter, _ result: inout Result
  ) {
    var problems: [PageFilterProblem] = []
    let lists = zip(parsed, inputs).map { source, input in
      PageScript.List(source, options: converter.options, isTrusted: input.isTrusted)
    }
    let script = PageScript(
      deferred, of: lists, surrogates: result.surrogates, gaps: result.gaps,
      reports: recipe.reportsFromPages, problems: &problems)
    result.linesInPages = script?.lines ?? []
    let files = [("isolated", script?.isolated), ("page", script?.page)]
    result.pageScripts = files.compactMap { world, content in
      content.map { ScriptFile(name: "\(recipe.name).\(world).js", content: $0) }
    }
    result.sections.append(
      BuildReport.section(
        list: recipe.name, filters: (script?.filters ?? 0) + (script?.exceptions ?? 0),
        surrogates: result.surrogates?.count ?? 0, gaps: result.gaps?.count ?? 0, problems,
        in: parsed.map(\.name)))
  }
}
