/// A reader of the sources of lists, with everything that they include.
///
/// Each part of a list is read once, with all documents that are loaded. Parts that lack documents wait for
/// them, and those of all parts are loaded together.
package final class SourceCollector {
  private let policy: FetchPolicy
  private let remote: any RemoteDocuments
  private let documents: SourceDocuments
  /// Warnings for the report.
  package private(set) var warnings: [BuildProblem] = []

  /// Creates a collector. Source paths are relative to the folder `root`.
  package init(root: String, policy: FetchPolicy, remote: any RemoteDocuments) {
    (self.policy, self.remote) = (policy, remote)
    documents = SourceDocuments(root: root, remote: remote)
  }

  /// The files and folders that were read or searched, each with its state immediately before.
  package var stamps: [String: FileStamp] { documents.stamps }

  /// The sources of a list, by their number in the recipe. A folder is one source with several trees.
  package struct Collected {
    package var trees: [(source: Int, tree: SourceTree)] = []
    /// The Tracker Radar data, the blocklist first.
    package var trackers: [ListDocument] = []
    /// The scripts in the surrogates folder, by file name. For a folder at a URL, these are the scripts that
    /// the blocklist names.
    package var surrogates: [String: ListDocument] = [:]
    /// Problems with scripts that could not be fetched. The exceptions decide later whether these scripts are
    /// needed.
    package var surrogateProblems: [String: BuildProblem] = [:]
    /// The recipe, with the entries of pattern files added to its patterns.
    package var recipe: ListRecipe
  }

  /// A part of a list that is read on its own, so that a problem with it affects no other part.
  private struct Part {
    enum Content {
      case source(Int)
      /// A source that is the same as an earlier one.
      case repetition(Int)
      /// The pattern files of a source, or of the list.
      case includes(Int?)
      case excludes(Int?)
      /// The check that one of the sources could be read.
      case sources
      case tracker(SourceRecipe.Location)
      case surrogates(ListRecipe.Trackers)
    }

    let list: Int
    let content: Content
    var trees: [SourceTree] = []
    var tracker: ListDocument?
    var reading: SourceReading

    var documents: [ListDocument] { trees.flatMap(\.documents) }

    /// Whether the list should be read from its last good copy: if something failed, or if all of it is from
    /// the cache, where its documents can have different ages.
    var needsCopy: Bool {
      reading.isFaulty || !reading.fallbacks.isEmpty
        || documents.count > 1 && !documents.contains { $0.origin == .current }
    }
  }

  package func collect(_ lists: [ListRecipe]) throws(BuildFailure) -> [Collected] {
    var collected = lists.map { Collected(recipe: $0) }
    var parts = lists.indices.flatMap { self.parts(of: lists[$0], $0) }
    var waiting = Array(parts.indices)
    while !waiting.isEmpty {
      var missing: [RemoteDocument] = []
      for index in waiting {
        let list = parts[index].list
        read(&parts[index], list: lists[list], collected: &collected[list])
        for request in parts[index].reading.requests { missing.add(request) }
      }
      waiting.removeAll { parts[$0].reading.isComplete }
      // The documents that the others lack are those of parts with a problem.
      guard !missing.isEmpty else { break }
      remote.load(missing)
    }
    var good: Set<String> = []
    var sources: [RemoteSource] = []
    var problems: [BuildProblem] = []
    // A build file can have thousands of sources that share documents.
    var (knownSources, knownWarnings, knownProblems) =
      (Set<RemoteSource>(), Set(warnings), Set<BuildProblem>())
    for var part in parts {
      let source = remoteSource(part, list: lists[part.list])
      // A source that needs a copy, even of one include, does not replace its last good copy.
      let needsNone = source == nil || part.reading.fallbacks.isEmpty
      if settle(&part, list: lists[part.list], remoteSource: source), needsNone {
        good.formUnion(part.reading.used)
        if let source, knownSources.insert(source).inserted { sources.append(source) }
      }
      warnings += part.reading.warnings.filter { knownWarnings.insert($0).inserted }
      problems += part.reading.problems.filter { knownProblems.insert($0).inserted }
      switch part.content {
      case .source(let number): collected[part.list].trees += part.trees.map { (number, $0) }
      case .sources:
        guard problems.isEmpty, collected[part.list].trees.isEmpty else { continue }
        problems.append(
          BuildProblem(
            lists[part.list].name, message: "has no source: none of its optional sources can be read"))
      case .tracker: if let document = part.tracker { collected[part.list].trackers.append(document) }
      case .repetition, .includes, .excludes, .surrogates: break
      }
    }
    remote.keep(good, of: sources)
    guard problems.isEmpty else { throw BuildFailure(problems: problems) }
    return collected
  }

  /// Returns the list at a URL that a part reads, with what it includes; nil for other parts.
  private func remoteSource(_ part: Part, list: ListRecipe) -> RemoteSource? {
    guard case .source(let number) = part.content, case .url(let url) = list.sources[number].location else {
      return nil
    }
    return RemoteSource(url: url, constants: list.constants, documents: part.reading.used)
  }

  /// Uses the last good copy of a source that could not be read, or leaves out an optional one without a copy.
  /// Returns whether the part stays as it was read, without a problem.
  ///
  /// A list and what it includes have one copy, so that the versions of a list are never mixed.
  private func settle(_ part: inout Part, list: ListRecipe, remoteSource: RemoteSource?) -> Bool {
    let (problems, fallbacks) = (part.reading.problems, part.reading.fallbacks)
    var ending = "its last good copy is used"
    var isReplaced = false
    if let remoteSource, part.needsCopy, let copy = copy(of: remoteSource, for: part, list) {
      if part.documents.count > 1 || !problems.isEmpty {
        ending = "'\(list.name)' is built with the last good copy of '\(remoteSource.url)'"
      }
      isReplaced = !problems.isEmpty || part.documents.contains { copy.documents[$0.name] != $0.sha256 }
      if isReplaced { (part.trees, part.reading) = (copy.trees, copy.reading) }
    } else if !problems.isEmpty {
      guard case .source(let number) = part.content, list.sources[number].isOptional else { return false }
      part.trees = []
      part.reading.excuse("'\(list.name)' is built without this optional source")
      return false
    }
    for problem in problems + fallbacks { part.reading.warn(problem, ending: ending) }
    return !isReplaced
  }

  /// Reads a source from its last good copy. Returns nil if it has none.
  private func copy(
    of source: RemoteSource, for part: Part, _ list: ListRecipe
  ) -> (trees: [SourceTree], reading: SourceReading, documents: [String: String])? {
    guard case .source(let number) = part.content, let copies = remote.lastGoodCopy(of: source) else {
      return nil
    }
    var reading = SourceReading(documents, policy: policy, copies: copies)
    let trees = reading.trees(of: list.sources[number], in: list)
    return reading.isFaulty ? nil : (trees, reading, copies.mapValues(\.sha256))
  }

  private func parts(of list: ListRecipe, _ number: Int) -> [Part] {
    var contents: [Part.Content] = []
    var known: Set<SourceRecipe> = []
    for (number, source) in list.sources.enumerated() {
      var key = source
      key.location = source.location.normalized
      contents +=
        known.insert(key).inserted
        ? [.source(number), .includes(number), .excludes(number)] : [.repetition(number)]
    }
    contents.append(.sources)
    if let trackers = list.trackers {
      contents += ([trackers.blocklist] + trackers.exceptions).map { .tracker($0) } + [.surrogates(trackers)]
    }
    contents += [.includes(nil), .excludes(nil)]
    return contents.map { Part(list: number, content: $0, reading: SourceReading(documents, policy: policy)) }
  }

  private func read(_ part: inout Part, list: ListRecipe, collected: inout Collected) {
    var reading = SourceReading(documents, policy: policy)
    switch part.content {
    case .source(let number): part.trees = reading.trees(of: list.sources[number], in: list)
    case .repetition(let number):
      reading.warn(
        list.sources[number].location.text,
        message: "is a source of '\(list.name)' more than once, and is read once")
    case .includes(let number?):
      let source = list.sources[number]
      collected.recipe.sources[number].includes = source.includes + reading.patterns(in: source.includeFiles)
    case .excludes(let number?):
      let source = list.sources[number]
      collected.recipe.sources[number].excludes = source.excludes + reading.patterns(in: source.excludeFiles)
    case .includes(nil): collected.recipe.includes = list.includes + reading.patterns(in: list.includeFiles)
    case .excludes(nil): collected.recipe.excludes = list.excludes + reading.patterns(in: list.excludeFiles)
    case .sources: break
    case .tracker(let place): part.tracker = reading.document(at: place, for: .trackerRadar)
    case .surrogates(let trackers): reading.addSurrogates(of: trackers, to: &collected)
    }
    part.reading = reading
  }
}
