import SluiceSyntax
import SluiceSystem

/// The reading of one part of a list, such as a source, with the documents that are loaded.
///
/// The includes of a list are only known after it has been read. So a reading that is not complete requests
/// the missing documents and is repeated with them.
struct SourceReading {
  let documents: SourceDocuments
  let policy: FetchPolicy
  private(set) var problems: [BuildProblem] = []
  private(set) var warnings: [BuildProblem] = []
  /// Documents that could not be read and were replaced by their last good copies.
  private(set) var fallbacks: [BuildProblem] = []
  // A pattern file can have thousands of invalid lines.
  private var (knownProblems, knownFallbacks): (Set<BuildProblem>, Set<BuildProblem>) = ([], [])
  /// The URLs of the part.
  private(set) var used: Set<String> = []
  /// Whether no document was missing.
  private(set) var isComplete = true
  private var missing: [RemoteDocument] = []
  /// The documents at URLs to read, by URL; nil for those that were loaded.
  private let copies: [String: ListDocument]?

  private static let maximumRedirects = 5

  init(_ documents: SourceDocuments, policy: FetchPolicy, copies: [String: ListDocument]? = nil) {
    (self.documents, self.policy, self.copies) = (documents, policy, copies)
  }

  var isFaulty: Bool { !problems.isEmpty }

  /// The documents to load. For a part with a problem, nothing more is loaded.
  var requests: [RemoteDocument] { isFaulty ? [] : missing }

  mutating func report(_ problem: BuildProblem) {
    if knownProblems.insert(problem).inserted { problems.append(problem) }
  }

  mutating func warn(_ source: String, message: String) {
    warnings.append(BuildProblem(source, message: message))
  }

  /// Adds a problem as a warning that ends with what is done about it.
  mutating func warn(_ problem: BuildProblem, ending: String) {
    warn(problem.source, message: "\(problem.message); \(ending)")
  }

  mutating func document(at place: SourceRecipe.Location, for use: DocumentUse) -> ListDocument? {
    switch state(of: place, for: use) {
    case .missing: return nil
    case .read(let document): return document
    case .failed(let problem):
      report(problem)
      return nil
    }
  }

  /// Returns the state of the document at a place. `problem` describes why its last good copy is used, if the
  /// reason alone does not.
  mutating func state(
    of place: SourceRecipe.Location, for use: DocumentUse,
    problem: ((_ reason: String) -> BuildProblem)? = nil
  ) -> SourceDocuments.State {
    guard case .url(let url) = place else { return documents.state(of: place) }
    if let copies {
      return copies[url].map { .read($0) } ?? .failed(BuildProblem(url, message: "has no stored copy"))
    }
    let state = documents.state(of: place)
    used.insert(url)
    switch state {
    case .missing:
      isComplete = false
      missing.add(RemoteDocument(url: url, use: use))
    case .read(let document):
      guard case .fallback(let reason) = document.origin else { break }
      let problem = problem?(reason) ?? BuildProblem(url, message: reason)
      if knownFallbacks.insert(problem).inserted { fallbacks.append(problem) }
    case .failed: break
    }
    return state
  }

  // MARK: Sources

  mutating func trees(of source: SourceRecipe, in list: ListRecipe) -> [SourceTree] {
    let places = places(of: source)
    var trees = places.compactMap { tree(of: $0, of: source, list.constants) }
    // Documents that are still missing may contain filters.
    if isComplete, trees.count == places.count { requireFilter(in: &trees, of: source) }
    return trees
  }

  /// Turns the problems into warnings that end with what is done about them.
  mutating func excuse(_ ending: String) {
    for problem in problems { warn(problem, ending: ending) }
    (problems, knownProblems) = ([], [])
  }

  private mutating func places(of source: SourceRecipe) -> [SourceRecipe.Location] {
    guard case .directory(let path) = source.location else { return [source.location] }
    let absolute = documents.stamped(path)
    let names: [String]
    do throws(SystemError) {
      guard try FileStatus.of(absolute).kind == .folder else { throw .isNoFolder }
      names = try Directory(absolute).names().map { $0.description }
    } catch {
      report(
        BuildProblem(cannot: "read", path, reason: error.description, advice: documents.advice(on: path)))
      return []
    }
    let lists = names.filter { $0.hasSuffix(".txt") && !$0.hasPrefix(".") }.sorted()
    if lists.isEmpty {
      report(BuildProblem(path, message: "has no list", advice: "lists in folders are named NAME.txt"))
    }
    return lists.map { .file(path.hasSuffix("/") ? path + $0 : "\(path)/\($0)") }
  }

  /// Reports an error if a source has no filters, because an error page or a wrong file looks the same.
  private mutating func requireFilter(in trees: inout [SourceTree], of source: SourceRecipe) {
    guard let first = trees.first else { return }
    var foreign: (document: ListDocument, content: ForeignContent, judgement: ListJudgement)?
    var hasFilter = false
    for tree in trees.indices {
      for index in trees[tree].documents.indices {
        let judgement = trees[tree].documents[index].judge(in: source.dialect)
        guard let content = judgement.problem else {
          hasFilter = true
          continue
        }
        if !content.isEmpty, foreign == nil { foreign = (trees[tree].documents[index], content, judgement) }
      }
    }
    guard foreign != nil || !hasFilter && !source.mayBeEmpty else { return }
    // The list may have moved to a place that cannot be read.
    for warning in warnings where warning.source == first.documents[0].name { report(warning) }
    guard let foreign else {
      report(
        BuildProblem(
          source.location.text, message: "has no filter",
          advice: "if that is right, set 'mayBeEmpty' of the source in the build file"))
      return
    }
    guard foreign.content != .mergeConflict else {
      let line = foreign.judgement.problemLine(in: foreign.document.bytes)
      report(
        BuildProblem(
          foreign.document.name, message: "line \(line): \(foreign.content.message)",
          advice: "keep the filters of one side or of both, and remove the markers"))
      return
    }
    let isWhole = foreign.document.name == first.documents[0].name && trees.count == 1
    report(
      BuildProblem(
        isWhole ? source.location.text : foreign.document.name,
        message: "is \(foreign.content.words), not a filter list",
        advice: foreign.content == .text
          ? "if it is a list, name its dialect as 'dialect' of the source, or begin it with [Adblock Plus 2.0]"
          : "sources are filter lists: check the content of the file"))
  }

  private mutating func tree(
    of place: SourceRecipe.Location, of source: SourceRecipe, _ constants: Set<String>
  ) -> SourceTree? {
    let use: DocumentUse = source.mayBeEmpty ? .listOrNothing : .list
    guard var document = document(at: place, for: use) else { return nil }
    if case .url = place {
      guard let target = redirected(document, for: use) else { return nil }
      document = target
    }
    let (metadata, hasRightChecksum) = documents.head(of: document)
    if !hasRightChecksum {
      warn(document.name, message: "the checksum in its header does not match the list")
    }
    var tree = SourceTree(documents: [], metadata: metadata)
    var seen: Set<String> = []
    add(document, at: place, ancestors: [], constants: constants, tree: &tree, seen: &seen)
    if isComplete, tree.documents.count > 1 { tree.dialect = documents.dialect(of: document, constants) }
    return tree
  }

  /// Returns the document to which the metadata of a document at a URL leads; nil if it is missing.
  private mutating func redirected(_ document: ListDocument, for use: DocumentUse) -> ListDocument? {
    var document = document
    for hop in 0... {
      guard let redirect = documents.head(of: document).0.redirect, redirect != document.name else { break }
      guard hop < Self.maximumRedirects else {
        warn(document.name, message: "is redirected too often: '\(redirect)' is not followed")
        break
      }
      guard let url = Self.redirect(redirect, from: document.name) else {
        warn(document.name, message: "is redirected to '\(redirect)', which is not followed")
        break
      }
      switch state(of: .url(url), for: use) {
      case .missing: return nil
      case .failed(let problem):
        warn(document.name, message: "is redirected to '\(redirect)', which failed: \(problem.message)")
        return document
      case .read(let next): document = next
      }
    }
    return document
  }

  /// Resolves the new location of a list. Returns nil if it is not http or https, or downgrades https to
  /// http.
  private static func redirect(_ target: String, from base: String) -> String? {
    guard let from = try? RemoteURL(base), let url = try? RemoteURL(target, relativeTo: from),
      url.isEncrypted || !from.isEncrypted
    else { return nil }
    return url.text
  }

  // MARK: Patterns and surrogates

  mutating func patterns(in files: [String]) -> [FilterPattern] {
    var patterns: [FilterPattern] = []
    for file in files {
      guard let document = document(at: file.contains("://") ? .url(file) : .file(file), for: .patterns)
      else { continue }
      for line in String(decoding: document.bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
        let text = line.trimmed
        guard !text.isEmpty, !FilterPattern.isComment(text) else { continue }
        do throws(FilterPattern.Problem) {
          patterns.append(try FilterPattern(text, file: file))
        } catch {
          report(BuildProblem(file, message: "'\(text)' \(error)"))
        }
      }
    }
    return patterns
  }

  /// Adds the scripts in the surrogates folder to a list.
  mutating func addSurrogates(of trackers: ListRecipe.Trackers, to list: inout SourceCollector.Collected) {
    (list.surrogates, list.surrogateProblems) = ([:], [:])
    switch trackers.surrogates {
    case nil: break
    case .file(let folder), .directory(let folder): list.surrogates = scripts(in: folder)
    case .url(let folder):
      switch documents.state(of: trackers.blocklist) {
      // Its names are known when it is loaded, which another part requests.
      case .missing: isComplete = false
      case .failed: break
      case .read(let blocklist):
        for name in names(of: blocklist) {
          switch state(of: .url(folder + name), for: .script) {
          case .missing: break
          case .read(let script): list.surrogates[name] = script
          case .failed(let problem): list.surrogateProblems[name] = problem
          }
        }
      }
    }
  }

  private mutating func names(of blocklist: ListDocument) -> [String] {
    let names = documents.surrogates(of: blocklist)
    guard names.count > policy.maximumIncludes else { return names }
    report(
      BuildProblem(
        blocklist.name, message: "names more than \(policy.maximumIncludes.grouped) surrogates",
        advice: "raise maximumIncludes of 'fetch' in the build file if that is right"))
    return []
  }

  private mutating func scripts(in folder: String) -> [String: ListDocument] {
    do throws(SystemError) {
      return try SurrogateFiles.read(folder) { documents.stamped($0) }
    } catch {
      report(
        BuildProblem(
          cannot: "read", folder, reason: error.reasonNotRead, advice: documents.advice(on: folder)))
      return [:]
    }
  }
}

extension [RemoteDocument] {
  /// Adds a document, unless it is there. If one source uses it as a filter list, it must be a filter list.
  mutating func add(_ document: RemoteDocument) {
    guard let index = firstIndex(where: { $0.url == document.url }) else { return append(document) }
    if document.use == .list { self[index].use = .list }
  }
}
