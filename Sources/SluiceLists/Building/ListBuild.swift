import SluiceSystem
import SluiceConversion
import SluiceListFiles
import SluicePageScript
import SluiceRules

/// The conversion of one list into its files.
struct ListBuild {
  let recipe: ListRecipe
  let inputs: [ListInput]
  /// The Tracker Radar data.
  let trackers: [ListDocument]
  /// Scripts that could be surrogates, by name.
  let surrogates: [String: ListDocument]
  let threads: Int?
  var headers: [ListMetadata] = []
  /// Problems with scripts that could not be fetched, by name.
  var surrogateProblems: [String: BuildProblem] = [:]
  /// The base of the list's shards from the last build, by file name; empty without a base.
  var base: [FileName: RuleList] = [:]

  struct File {
    let name: String
    let list: RuleList
    let inputs: [String]?
    var form: ListForm?
    var shard: Manifest.Shard?
  }

  /// A source map whose lists do not have their fingerprints yet.
  struct MapFile {
    let name: String
    var map: SourceMap
    var files: [String]
  }

  struct Result {
    var files: [File] = []
    var maps: [MapFile] = []
    /// The inputs and identifiers of the Tracker Radar data, for the manifest.
    var trackerManifest: Manifest?
    var sections: [[UInt8]] = []
    /// The contents of the file with the filters that need a script.
    var advancedFilters: [UInt8] = []
    /// The filters as text; nil if it was not requested.
    var text: [UInt8]?
    var textWarning: BuildProblem?
    /// The ruleset for requests to change, followed by the resources that it redirects to; nil if it was not requested.
    var requestChanges: [(name: String, content: [UInt8])]?
    /// The page scripts for each script world; nil if they were not requested.
    var pageScripts: [(name: String, content: [UInt8])]?
    /// The lines of the filters that the page scripts apply.
    var placesInPages: Set<FilterPlace> = []
    /// The surrogates that the page scripts insert in place of blocked scripts.
    var surrogates: PageSurrogates?
    /// The requests that the page scripts block because rules cannot.
    var blockedRequests: BlockedPageRequests?
    /// The elements of DuckDuckGo's configuration that page scripts hide or change.
    var elements: HiddenPageElements?
    var filters = 0
    var inPage = 0
    var notConverted = 0
    /// The estimated cost per page of the rule lists for the first target.
    var pageCosts: [PageCost] = []
    /// The new rules of the first target; nil if shards have no base.
    var hot: HotRules?
  }

  /// Converts the list for each target.
  func run() throws(BuildFailure) -> Result {
    var result = Result()
    let firstTrackers = try mergedTrackers(for: recipe.targets[0])
    result.surrogates = try pageSurrogates(firstTrackers?.trackerRadar)
    if recipe.makesPageScripts {
      result.blockedRequests = firstTrackers?.trackerRadar.flatMap(BlockedPageRequests.init)
      result.elements = firstTrackers?.trackerRadar.flatMap { HiddenPageElements($0.exceptions) }
    }
    let converter = Converter(options: options(for: recipe.targets[0]))
    let parsed = ListInput.parsed(inputs, converter: converter)
    let parts = recipe.split == .source ? parts(of: parsed) : [whole(parsed)]
    if recipe.split == .source {
      // Each part becomes a rule list, but all parts share one file of filters that need a script. So the
      // entire list is converted once more for that file. Limits apply to rule lists only.
      var options = converter.options
      (options.ignoresLimit, options.makesSourceMap) = (true, false)
      let whole = try conversion(of: parsed, Converter(options: options))
      addAdvancedFilters(whole, parsed: parsed, converter: converter, result: &result)
    }
    for (number, target) in recipe.targets.enumerated() {
      let stem = recipe.stem(for: target)
      for part in parts {
        let name = part.name.map { "\(stem).\($0)" } ?? stem
        var (conversion, pageCosts) = try convert(part, target: target, stem: name, result: &result)
        if number == 0, recipe.makesRequestChanges { addRequestChanges(of: &conversion, &result) }
        if number == 0, part.name == nil {
          addAdvancedFilters(conversion, parsed: parsed, converter: converter, result: &result)
        }
        conversion.report.settleInPages { place in
          result.placesInPages.contains(place.inList(part.numbers[place.source]))
        }
        let report = conversion.report
        addSection(of: report, pageCosts, part: part, stem: name, result: &result)
        guard number == 0 else { continue }
        result.filters += report.filters
        result.inPage += report.count(.inPage)
        result.notConverted += report.count(.needsScript) + report.count(.unsupported)
        result.pageCosts += pageCosts.map(\.cost)
      }
      if let merged = number == 0 ? firstTrackers : try mergedTrackers(for: target) {
        addTrackers(merged, stem: stem, isFirst: number == 0, result: &result)
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
    // The filters of each source become one list.
    case .some(.none), .source: options.split = .none
    }
    options.preferredForm = recipe.preferredForm
    options.domainScope = recipe.domainScope
    options.genericHiding = recipe.genericHiding
    options.maximumRules = recipe.maximumRules
    options.maximumBytes = recipe.maximumBytes
    options.limitPolicy = recipe.excess == .truncate ? .truncate : .stop
    // With shards, the limits apply to each shard and not to the entire list.
    options.ignoresLimit = recipe.excess == .shard || recipe.sharding != nil
    options.constants = recipe.constants
    options.makesSourceMap = recipe.makesSourceMaps
    options.redirectRuleset = recipe.makesRequestChanges ? ruleset : nil
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
    _ part: Part, target: Target, stem: String, result: inout Result
  ) throws(BuildFailure) -> (ConversionResult, [BuildReport.ListCost]) {
    let options = options(for: target)
    var listOptions = options
    // Each shard later gets its own form.
    if recipe.sharding != nil { listOptions.preferredForm = .compile }
    let conversion = try conversion(of: part.sources, Converter(options: listOptions))
    let names = part.inputs.map(\.name)
    var mapped: [(file: String, list: SourceMap.List)] = []
    var costs: [BuildReport.ListCost] = []
    for (index, list) in conversion.lists.enumerated() {
      let stem = fileStem(stem, part: list.part)
      let cuts = try cuts(of: list, stem: stem, FormChoice(options), result: &result)
      for cut in cuts {
        result.files.append(
          File(name: cut.name, list: RuleList(cut.rules), inputs: names, form: cut.form, shard: cut.shard))
        if let map = conversion.sourceMap?.lists[index] {
          mapped.append((cut.name, map.rules(at: cut.positions)))
        }
      }
      costs += pageCosts(of: list, cuts, name: "\(stem).json", part: part)
    }
    if var map = conversion.sourceMap {
      map.lists = mapped.map(\.list)
      result.maps.append(MapFile(name: "\(stem).map", map: map, files: mapped.map(\.file)))
    }
    return (conversion, costs)
  }

  /// Estimates the cost per page of a list.
  ///
  /// Each shard has its own automata, including those of exceptions that other shards repeat. Files that were
  /// split by a limit are estimated together.
  private func pageCosts(
    of list: ConvertedList, _ cuts: [Cut], name: String, part: Part
  ) -> [BuildReport.ListCost] {
    guard cuts.contains(where: { $0.shard != nil }) else {
      let cost = list.rules.pageCost(mostExpensive: 20, by: .filter)
      return [
        BuildReport.ListCost(
          file: name, cost: cost, filters: list.filters(of: cost.mostExpensive, in: part.sources))
      ]
    }
    return cuts.map { cut in
      let cost = PageCost(of: cut.rules, mostExpensive: 20, by: .filter)
      let placed = cost.mostExpensive.map { cost in
        var cost = cost
        cost.ruleIndex = cut.positions[cost.ruleIndex]
        return cost
      }
      return BuildReport.ListCost(
        file: cut.name, cost: cost, filters: list.filters(of: placed, in: part.sources))
    }
  }

  private func addSection(
    of report: ConversionReport, _ costs: [BuildReport.ListCost], part: Part, stem: String,
    result: inout Result
  ) {
    result.sections.append(
      BuildReport.section(
        list: recipe.name, part: stem, report, costs: costs, parsed: part.sources, sources: part.documents,
        removed: part.inputs.flatMap(\.removedFilters), constants: recipe.constants))
  }

  /// Returns the prefix of a part's file names.
  ///
  /// If the recipe does not ask for two lists, the list that always exists has the name of the list. Shards
  /// append their own names.
  private func fileStem(_ stem: String, part: ConvertedList.Part) -> String {
    switch part {
    case .all: stem
    case .network: recipe.split == nil || recipe.sharding != nil ? stem : "\(stem).\(part.rawValue)"
    case .cosmetic: "\(stem).\(part.rawValue)"
    }
  }

  /// Merges the Tracker Radar data for a target; returns nil if there is no data.
  private func mergedTrackers(for target: Target) throws(BuildFailure) -> MergeResult? {
    guard !trackers.isEmpty else { return nil }
    var merge = Merge()
    merge.options.conversion = options(for: target)
    do throws(MergeError) {
      return try merge.run(
        trackers.map { MergeInput(name: $0.publicName, bytes: $0.bytes, etag: $0.etag) })
    } catch {
      throw BuildFailure(
        recipe.name, message: "cannot use Tracker Radar's data: \(error)")
    }
  }

  /// Adds the Tracker Radar rules as separate lists.
  private func addTrackers(_ merged: MergeResult, stem: String, isFirst: Bool, result: inout Result) {
    for (name, list) in zip(merged.names(like: "\(stem).trackers.json"), merged.lists) {
      result.files.append(File(name: name, list: list.rules, inputs: list.inputs, form: list.form))
    }
    result.trackerManifest = merged.manifest(toolVersion: "", outputs: [])
    result.sections.append(
      BuildReport.section(list: recipe.name, part: "\(stem).trackers", merged.problems, in: merged.inputs))
    if isFirst { result.notConverted += merged.problems.count }
  }

  private func problem(of error: ConversionError) -> BuildProblem {
    switch error {
    case .foreign(let name, let content, let line): BuildProblem("\(name):\(line)", message: content.message)
    case .tooManyRules(let part, let rules, let limit, _):
      problem("\(rules.grouped) rules", in: part, limit: limit)
    case .tooManyBytes(let part, let bytes, let limit, _):
      problem("\(bytes.grouped) bytes", in: part, limit: limit)
    }
  }

  private func problem(_ size: String, in part: ConvertedList.Part, limit: Int) -> BuildProblem {
    BuildProblem(
      recipe.name,
      message:
        "has \(size)\(part == .all ? "" : " in its \(part.rawValue) list"), more than \(limit.grouped)",
      advice: "set 'onLimit' to \"shard\" or 'split' to \"action\" in 'outputs', or name fewer sources")
  }

  /// Adds the page scripts, the file with the filters that need a script, and the text list.
  ///
  /// Scripts from untrusted sources are left out, because the program that reads the file would run them in
  /// every page.
  private func addAdvancedFilters(
    _ conversion: ConversionResult, parsed: [ParsedSource], converter: Converter, result: inout Result
  ) {
    var advancedFilters = conversion.advancedFilters()
    if recipe.makesPageScripts {
      addPageScripts(advancedFilters, parsed: parsed, converter: converter, result: &result)
    }
    let untrusted = advancedFilters.filters.filter {
      !inputs[$0.place.source].isTrusted && PageScript.needsTrust($0.action)
    }
    let places = Set(untrusted.map(\.place))
    advancedFilters.filters.removeAll { places.contains($0.place) }
    result.advancedFilters = advancedFilters.encodedJSON()
    guard recipe.makesTextList else { return }
    let text = TextList(recipe, headers: headers, of: parsed, inputs: inputs, options: converter.options)
    // A text is trusted or not in its entirety, so scripts of other sources must not be next to trusted ones.
    let isMixed = inputs.contains(where: \.isTrusted)
    (result.text, result.textWarning) = (text.encoded(without: isMixed ? places : []), text.warning)
  }

  /// The name of the ruleset with the changes of requests, without `.json`.
  private var ruleset: String { "\(recipe.name).\(ListRecipe.changesName)" }

  private func addRequestChanges(of conversion: inout ConversionResult, _ result: inout Result) {
    let changes = conversion.requestChanges()
    conversion.settle(in: changes)
    result.requestChanges =
      [("\(ruleset).json", changes.encodedJSON())]
      + changes.resources.map { ($0.fileName(of: ruleset), $0.contents) }
  }

  private func addPageScripts(
    _ advancedFilters: AdvancedFilters, parsed: [ParsedSource], converter: Converter,
    result: inout Result
  ) {
    var problems: [PageFilterProblem] = []
    let lists = zip(parsed, inputs).map { source, input in
      PageScript.List(source, options: converter.options, isTrusted: input.isTrusted)
    }
    let script = PageScript(
      advancedFilters, of: lists, surrogates: result.surrogates, blockedRequests: result.blockedRequests,
      elements: result.elements,
      watching: PageWatching(reports: recipe.reportsFromPages, collapses: recipe.collapsesInPages),
      problems: &problems)
    result.placesInPages = script?.places ?? []
    let files = [("isolated", script?.isolated), ("page", script?.page)]
    result.pageScripts = files.compactMap { world, content in
      content.map { ("\(recipe.name).\(world).js", $0) }
    }
    result.sections.append(
      BuildReport.section(
        list: recipe.name, filters: (script?.filters ?? 0) + (script?.exceptions ?? 0),
        surrogates: result.surrogates?.count ?? 0, blockedRequests: result.blockedRequests?.count ?? 0,
        problems,
        in: parsed.map(\.name)))
  }
}
