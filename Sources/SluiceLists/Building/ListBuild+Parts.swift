import SluiceConversion
import SluiceListFiles
import SluicePageScript
import SluiceRules
import SluiceTrackers

extension ListInput {
  /// The document as a list to convert. The reading of the sources has refused what is not a list.
  var source: Source {
    var source = Source(name: name, bytes: bytes, dialect: dialect, accepts: .anything)
    (source.detectedDialect, source.judgement) = (detectedDialect, judgement)
    return source
  }

  /// Parses the lists. Those without changes are parsed on several threads.
  static func parsed(_ inputs: [ListInput], converter: Converter) -> [ParsedSource] {
    inputs.flatMap { input in
      guard let editor = input.editor else { return converter.parse([input.source]) }
      return [
        ParsedSource(name: input.name, list: editor.list, dialect: editor.dialect, accepts: .anything)
      ]
    }
  }
}

extension ListBuild {
  /// The inputs of one conversion.
  struct Part {
    /// The suffix of its file names after the name of the list; nil for the entire list.
    let name: String?
    /// The inputs whose filters become rules.
    let inputs: [ListInput]
    /// The index of each of ``sources`` among all inputs.
    let numbers: [Int]
    /// The sources to convert. Those of ``inputs`` come first. All others follow, reduced to exceptions and
    /// `$badfilter`, because those apply to filters of any input.
    let sources: [ParsedSource]
    /// The original text of each of ``sources``, for the locations in reports.
    let documents: [Source]
  }

  func whole(_ parsed: [ParsedSource]) -> Part {
    Part(
      name: nil, inputs: inputs, numbers: Array(inputs.indices), sources: parsed,
      documents: inputs.map(\.source))
  }

  func parts(of parsed: [ParsedSource]) -> [Part] {
    let others = parsed.map(Self.actingOnOthers)
    let names = partNames()
    return Set(inputs.map(\.origin)).sorted().compactMap { origin in
      let name: String
      switch origin {
      case .source(let number): name = names[number]
      case .foreign: name = Self.foreignName
      // In a separate list, exceptions have nothing to override.
      case .usedWith: return nil
      }
      let own = inputs.indices.filter { inputs[$0].origin == origin }
      let rest = inputs.indices.filter { inputs[$0].origin != origin }
      return Part(
        name: name, inputs: own.map { inputs[$0] },
        numbers: own + rest,
        sources: own.map { parsed[$0] } + rest.map { others[$0] },
        documents: (own + rest).map { inputs[$0].source })
    }
  }

  /// Returns the source reduced to filters that act on other filters.
  private static func actingOnOthers(_ source: ParsedSource) -> ParsedSource {
    var editor = ListEditor(source.list)
    editor.keepActingOnOthers()
    return ParsedSource(
      name: source.name, list: editor.list, dialect: editor.dialect, accepts: source.accepts)
  }

  private static let foreignName = "foreign"

  /// Returns a suffix for each source. Suffixes differ by more than case, and differ from those of the list's
  /// other files.
  private func partNames() -> [String] {
    var taken: Set<String> = ["advanced", "trackers", Self.foreignName]
    return recipe.sources.enumerated().map { number, source in
      let last = source.location.name.split(separator: "/").last.map(String.init) ?? ""
      var name = ListRecipe.name(
        from: source.name ?? (last.hasSuffix(".txt") ? String(last.dropLast(4)) : last))
      while !taken.insert(name.lowercased()).inserted { name += "-\(number + 1)" }
      return name
    }
  }

  /// One of the files that the rules of a list are split into.
  struct Cut {
    let name: String
    /// The shard that the file contains, fully or in part.
    var shard: Manifest.Shard?
    /// The positions of its rules in the list.
    let positions: [Int]
    let rules: [Rule]
    let form: ListForm
  }

  /// The new rules of a list whose shards have a base.
  struct HotRules: Hashable {
    var count: Int
    /// Whether the shards have a new base that contains all rules.
    var isNewBase: Bool
  }

  func cuts(
    of list: ConvertedList, stem: String, _ choice: FormChoice, result: inout Result
  ) throws(BuildFailure) -> [Cut] {
    guard let sharding = recipe.sharding else {
      return try pieces(
        list.rules.rules, positions: Array(list.rules.rules.indices), form: list.form, stem: stem)
    }
    let rules = list.rules.rules
    switch (list.part, sharding.method) {
    case (.all, _), (.cosmetic, _):
      return try cuts(of: rules, Array(rules.indices), stem: stem, choice: choice)
    case (.network, .host):
      return try cuts(of: rules, shards(of: rules, sharding), stem: stem, choice: choice)
    case (.network, .baseAndHot):
      let (cuts, hot) = try cutsNextToBase(of: rules, sharding, stem: stem, choice: choice)
      result.hot = result.hot ?? hot
      return cuts
    }
  }

  private func shards(
    of rules: [Rule], _ sharding: ListRecipe.Sharding, isHot: [Bool]? = nil
  ) throws(BuildFailure) -> [HostShards.Shard] {
    do throws(RuleShards.NoRoom) {
      return try HostShards(sharding: sharding).shards(of: rules, isHot: isHot)
    } catch {
      throw failure(error)
    }
  }

  /// Returns the files of a list's shards.
  private func cuts(
    of rules: [Rule], _ shards: [HostShards.Shard], stem: String, choice: FormChoice
  ) throws(BuildFailure) -> [Cut] {
    var all: [Cut] = []
    for shard in shards {
      for var cut in try cuts(
        of: rules, shard.positions, stem: "\(stem).\(shard.identity.name)", choice: choice)
      {
        cut.shard = shard.identity
        all.append(cut)
      }
    }
    return all
  }

  /// Returns the files of a list's shards, with a separate file for rules that the last base does not
  /// contain.
  private func cutsNextToBase(
    of rules: [Rule], _ sharding: ListRecipe.Sharding, stem: String, choice: FormChoice
  ) throws(BuildFailure) -> ([Cut], HotRules) {
    let own = base.filter { recipe.target(ofFile: $0.key.description).map { recipe.stem(for: $0) } == stem }
    if let base = ShardBase(own) {
      var plain = rules
      plain.rewrite(as: .size)
      let isHot = base.isHot(plain)
      let count = isHot.count { $0 }
      // If the new rules exceed the limits, they go into a new base, so this is not an error.
      if count < ShardBase.maximumHotRules,
        let cuts = try? cuts(
          of: rules, shards(of: rules, sharding, isHot: isHot), stem: stem, choice: choice),
        count == 0 || change(of: cuts, plain, from: base) < ShardBase.maximumChange
      {
        return (cuts, HotRules(count: count, isNewBase: false))
      }
    }
    let cuts = try cuts(of: rules, shards(of: rules, sharding), stem: stem, choice: choice)
    return (cuts, HotRules(count: 0, isNewBase: true))
  }

  /// Returns the percentage of rules that are in new or changed files.
  private func change(of cuts: [Cut], _ plain: [Rule], from base: ShardBase) -> Int {
    var (changed, all) = (0, 0)
    for cut in cuts {
      all += cut.positions.count
      if !base.has(cut.positions.map { plain[$0] }, as: cut.name) { changed += cut.positions.count }
    }
    return all == 0 ? 0 : changed * 100 / all
  }

  /// Returns the files for some of a list's rules, in the form that suits these rules.
  private func cuts(
    of rules: [Rule], _ positions: [Int], stem: String, choice: FormChoice
  ) throws(BuildFailure) -> [Cut] {
    var own = positions.map { rules[$0] }
    let form = choice.form(of: own)
    own.rewrite(as: form)
    if recipe.excess != .shard { try check(own, name: "\(stem).json") }
    return try pieces(own, positions: positions, form: form, stem: stem)
  }

  /// Returns one file, or several if the limits require it.
  private func pieces(
    _ rules: [Rule], positions: [Int], form: ListForm, stem: String
  ) throws(BuildFailure) -> [Cut] {
    guard recipe.excess == .shard else {
      return [Cut(name: "\(stem).json", positions: positions, rules: rules, form: form)]
    }
    do throws(RuleShards.NoRoom) {
      return try RuleShards(limit: limit, of: rules).shards(of: rules).enumerated().map { number, piece in
        Cut(
          name: number == 0 ? "\(stem).json" : "\(stem).\(number + 1).json",
          positions: piece.map { positions[$0] },
          rules: piece.count == rules.count ? rules : piece.map { rules[$0] }, form: form)
      }
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: RuleShards.NoRoom) -> BuildFailure {
    switch error {
    case .rules:
      BuildFailure(
        recipe.name, message: "has exceptions that do not fit within \(limit.rules) rules")
    case .bytes:
      BuildFailure(
        recipe.name, message: "has exceptions that do not fit within \(limit.bytes ?? .max) bytes")
    case .lists(let count):
      BuildFailure(
        recipe.name, message: "has so many exceptions that it cannot be split into \(count) lists or more",
        advice: "in 'outputs', set 'count' of 'shards' lower, or 'maximumRules' and 'maximumBytes' higher")
    }
  }

  private var limit: ListLimit { ListLimit(rules: recipe.maximumRules, bytes: recipe.maximumBytes) }

  /// Throws if a file of a sharded list exceeds the limits. For other lists, the conversion checks them.
  private func check(_ rules: [Rule], name: String) throws(BuildFailure) {
    let limit = limit.safe(for: rules)
    let size = limit.size(of: rules)
    guard !limit.allows(size) else { return }
    let isCount = size.rules > limit.rules
    let found = isCount ? "\(size.rules.grouped) rules" : "\(size.bytes.grouped) bytes"
    throw BuildFailure(
      recipe.name,
      message: "has \(found) in \(name), more than \((isCount ? limit.rules : limit.bytes ?? .max).grouped)",
      advice:
        "in 'outputs', set 'onLimit' to \"shard\" or 'count' of 'shards' higher, or name fewer sources")
  }

  /// Returns the surrogates that the rules need, if they were requested. Throws if one is missing or is not a
  /// valid script.
  func pageSurrogates(_ radar: TrackerRadar?) throws(BuildFailure) -> PageSurrogates? {
    guard let folder = recipe.trackers?.surrogates, let radar else { return nil }
    let rules = radar.surrogateRules()
    var problems: [BuildProblem] = []
    var scripts: [String: SurrogateScript] = [:]
    for name in PageSurrogates.names(in: rules) {
      guard let document = surrogates[name] else {
        problems.append(
          surrogateProblems[name]
            ?? BuildProblem(
              folder.name,
              message:
                "has no surrogate '\(name)', which is a file of at most \(SurrogateScript.maximumBytes.grouped) bytes"
            ))
        continue
      }
      do throws(SurrogateScript.Problem) {
        scripts[name] = try SurrogateScript(parsing: document.bytes)
      } catch {
        problems.append(BuildProblem(document.publicName, message: "cannot be a surrogate: \(error)"))
      }
    }
    guard problems.isEmpty else { throw BuildFailure(problems: problems) }
    return PageSurrogates(rules, scripts: scripts)
  }
}
