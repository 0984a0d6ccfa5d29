/// A reader of the sources of lists, with everything that they include.
///
/// Each part of a list is read once, with all documents that are loaded. Parts that lack documents wait for
/// them, and those of all parts are loaded together.
final class SourceCollector {
  private let policy: FetchPolicy
  private let remote: any RemoteDocuments
  private let documents: SourceDocuments
  /// Warnings for the report.
  private(set) var warnings: [BuildProblem] = []

  /// Creates a collector. Source paths are relative to the folder `root`.
  init(root: String, policy: FetchPolicy, remote: any RemoteDocuments) {
    (self.policy, self.remote) = (policy, remote)
    documents = SourceDocuments(root: root, remote: remote)
  }

  /// The files and folders that were read or searched, each with its state immediately before.
  var stamps: [String: FileStamp] { documents.stamps }

  /// The sources of a list, by their number in the recipe. A folder is one source with several trees.
  struct Collected {
    var trees: [(source: Int, tree: SourceTree)] = []
    /// The Tracker Radar data, the blocklist first.
    var trackers: [ListDocument] = []
    /// The scripts in the surrogates folder, by file name. For a folder at a URL, these are the scripts that
    /// the blocklist names.
    var surrogates: [String: ListDocument] = [:]
    /// Problems with scripts that could not be fetched. The exceptions decide later whether these scripts are
    /// needed.
    var surrogateProblems: [String: BuildProblem] = [:]
    /// The recipe, with the entries of pattern files added to its patterns.
    var recipe: ListRecipe
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
      /// A file of Tracker Radar data.
      case tracker(SourceRecipe.Location)
      case surrogates(ListRecipe.Trackers)
    }

    let list: Int
    let content: Content
    var trees: [SourceTree] = []
    var tracker: ListDocument?
    var reading: SourceReading
  }

  func collect(_ lists: [ListRecipe]) throws(BuildFailure) -> [Collected] {
    var collected = lists.map { Collected(recipe: $0) }
    var parts = lists.indices.flatMap { self.parts(of: lists[$0], $0) }
    var waiting = Array(parts.indices)
    while !waiting.isEmpty {
      var missing: [RemoteDocument] = []
      for index in waiting {
        let list = parts[index].list
        read(&parts[index], lists[list], &collected[list])
        for request in parts[index].reading.requests { missing.add(request) }
      }
      waiting.removeAll { parts[$0].reading.isComplete }
      // The documents that the others lack are those of parts with a problem.
      guard !missing.isEmpty else { break }
      remote.load(missing)
    }
    var good: Set<String> = []
    var problems: [BuildProblem] = []
    for part in parts {
      warnings += part.reading.warnings
      for problem in part.reading.problems where !problems.contains(problem) { problems.append(problem) }
      if !part.reading.isFaulty { good.formUnion(part.reading.used) }
      switch part.content {
      case .source(let number): collected[part.list].trees += part.trees.map { (number, $0) }
      case .sources:
        guard problems.isEmpty, collected[part.list].trees.isEmpty else { continue }
        problems.append(
          BuildProblem(
            lists[part.list].name, "has no source: none of its optional sources can be read"))
      case .tracker: if let document = part.tracker { collected[part.list].trackers.append(document) }
      case .repetition, .includes, .excludes, .surrogates: break
      }
    }
    remote.keep(good)
    guard problems.isEmpty else { throw BuildFailure(problems: problems) }
    return collected
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
    return contents.map { Part(list: number, content: $0, reading: SourceReading(documents, policy)) }
  }

  /// Reads a part with the documents that are loaded.
  private func read(_ part: inout Part, _ list: ListRecipe, _ collected: inout Collected) {
    var reading = SourceReading(documents, policy)
    switch part.content {
    case .source(let number): part.trees = reading.trees(of: list.sources[number], in: list)
    case .repetition(let number):
      reading.warn(
        list.sources[number].location.text, "is a source of '\(list.name)' more than once, and is read once")
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
