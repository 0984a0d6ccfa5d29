import Foundation
import SluiceCodecs
import SluiceSyntax
import SluiceSystem

/// A reader of the sources of lists, with everything that they include.
///
/// The includes of a list are only known after it has been read. So the collector walks through the sources
/// repeatedly, further each time, and loads all missing documents in between.
final class SourceCollector {
  private let root: String
  private let policy: FetchPolicy
  private let remote: any RemoteDocuments
  private var files: [String: Result<ListDocument, BuildProblem>] = [:]
  private var missing: [RemoteDocument] = []
  private var problems: [BuildProblem] = []
  /// The URLs of the source being read, and whether the source has a problem.
  private var used: Set<String> = []
  private var isFaulty = false
  /// The URLs of documents whose sources have no problem.
  private var good: Set<String> = []
  /// The files and folders that were read or searched, each with its state immediately before.
  private(set) var stamps: [String: FileStamp] = [:]
  /// The surrogates that blocklists name, by the blocklists' digests.
  private var surrogateNames: [String: [String]] = [:]
  /// Warnings for the report.
  private(set) var warnings: [BuildProblem] = []

  private static let maximumDepth = 16
  private static let maximumRedirects = 5

  /// Creates a collector. Source paths are relative to the folder `root`.
  init(root: String, policy: FetchPolicy, remote: any RemoteDocuments) {
    self.root = root
    self.policy = policy
    self.remote = remote
  }

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

  func collect(_ lists: [ListRecipe]) throws(BuildFailure) -> [Collected] {
    while true {
      (missing, problems, warnings, good) = ([], [], [], [])
      let collected = lists.map(collect)
      guard missing.isEmpty else {
        remote.load(missing)
        continue
      }
      remote.keep(good)
      guard problems.isEmpty else { throw BuildFailure(problems: problems) }
      return collected
    }
  }

  private func collect(_ list: ListRecipe) -> Collected {
    var collected = Collected(recipe: list)
    var known: Set<SourceRecipe> = []
    for (number, source) in list.sources.enumerated() {
      var key = source
      key.location = source.location.normalized
      guard known.insert(key).inserted else {
        warnings.append(
          BuildProblem(source.location.text, "is a source of '\(list.name)' more than once, and is read once"))
        continue
      }
      let trees = notingGood {
        source.isOptional ? optionalTrees(of: source, list) : self.trees(of: source, list.constants)
      }
      collected.trees += trees.map { (number, $0) }
      collected.recipe.sources[number].includes += notingGood { patterns(in: source.includeFiles) }
      collected.recipe.sources[number].excludes += notingGood { patterns(in: source.excludeFiles) }
    }
    if missing.isEmpty, problems.isEmpty, collected.trees.isEmpty {
      report(BuildProblem(list.name, "has no source: none of its optional sources can be read"))
    }
    if let trackers = list.trackers {
      let documents = ([trackers.blocklist] + trackers.exceptions).map { place in
        notingGood { document(at: place, for: .trackerRadar) }
      }
      collected.trackers = documents.compactMap { $0 }
      if let folder = trackers.surrogates {
        notingGood { addScripts(in: folder, of: documents[0], to: &collected) }
      }
    }
    collected.recipe.includes += notingGood { patterns(in: list.includeFiles) }
    collected.recipe.excludes += notingGood { patterns(in: list.excludeFiles) }
    return collected
  }

  /// Reads a source and records its URLs as good, unless it has a problem.
  ///
  /// For a source with a problem, nothing more is loaded.
  private func notingGood<Result>(_ read: () -> Result) -> Result {
    (used, isFaulty) = ([], false)
    let known = missing.count
    let result = read()
    if isFaulty { missing.removeLast(missing.count - known) } else { good.formUnion(used) }
    return result
  }

  private func report(_ problem: BuildProblem) {
    isFaulty = true
    if !problems.contains(problem) { problems.append(problem) }
  }

  private func trees(of source: SourceRecipe, _ constants: Set<String>) -> [SourceTree] {
    let places = places(of: source)
    let trees = places.compactMap { tree(of: $0, of: source, constants) }
    // Documents that are still missing may contain filters.
    if missing.isEmpty, trees.count == places.count { requireFilter(in: trees, of: source) }
    return trees
  }

  /// Returns the lists of an optional source. If it has a problem, the list is built without it.
  private func optionalTrees(of source: SourceRecipe, _ list: ListRecipe) -> [SourceTree] {
    let known = problems
    problems = []
    let trees = trees(of: source, list.constants)
    let found = problems
    problems = known
    guard !found.isEmpty else { return trees }
    for problem in found {
      warnings.append(
        BuildProblem(
          problem.source, "\(problem.message); '\(list.name)' is built without this optional source"))
    }
    return []
  }

  private func places(of source: SourceRecipe) -> [SourceRecipe.Location] {
    guard case .directory(let path) = source.location else { return [source.location] }
    let absolute = stamped(path)
    let names: [String]
    do {
      guard try FileStatus.of(absolute).kind == .folder else { throw SystemError.isNoFolder }
      names = try FileManager.default.contentsOfDirectory(atPath: Path.ofSystem(absolute))
    } catch {
      let reason = (error as? SystemError)?.description ?? error.localizedDescription
      report(BuildProblem(path, "cannot be read: \(reason)", advice: placeAdvice(path)))
      return []
    }
    let lists = names.filter { $0.hasSuffix(".txt") && !$0.hasPrefix(".") }.sorted()
    if lists.isEmpty {
      report(BuildProblem(path, "has no list", advice: "lists in folders are called NAME.txt"))
    }
    return lists.map { .file(path.hasSuffix("/") ? path + $0 : "\(path)/\($0)") }
  }

  private func addScripts(
    in place: SourceRecipe.Location, of blocklist: ListDocument?, to collected: inout Collected
  ) {
    switch place {
    case .file(let folder), .directory(let folder): collected.surrogates = scripts(in: folder)
    case .url(let folder):
      guard let blocklist else { return }
      for name in surrogateNames(of: blocklist) {
        let url = folder + name
        used.insert(url)
        switch remote.result(of: url) {
        case nil: request(url, for: .script)
        case .success(let script): collected.surrogates[name] = script
        case .failure(let problem): collected.surrogateProblems[name] = problem
        }
      }
    }
  }

  private func surrogateNames(of blocklist: ListDocument) -> [String] {
    let names = surrogateNames[blocklist.sha256] ?? SurrogateFiles.names(in: blocklist.bytes)
    surrogateNames[blocklist.sha256] = names
    guard names.count > policy.maximumIncludes else { return names }
    report(
      BuildProblem(
        blocklist.name, "names more than \(policy.maximumIncludes) surrogates",
        advice: "raise maximumIncludes of 'fetch' in the build file if that is right"))
    return []
  }

  private func scripts(in folder: String) -> [String: ListDocument] {
    do throws(SystemError) {
      return try SurrogateFiles.read(folder) { stamped($0) }
    } catch {
      report(BuildProblem(folder, "cannot be read: \(error.reasonNotRead)", advice: placeAdvice(folder)))
      return [:]
    }
  }

  private func patterns(in files: [String]) -> [FilterPattern] {
    files.flatMap { text -> [FilterPattern] in
      let place: SourceRecipe.Location = text.contains("://") ? .url(text) : .file(text)
      guard let document = document(at: place, for: .patterns) else { return [] }
      return String(decoding: document.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        .map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty && !FilterPattern.isComment($0) }
        .compactMap { line in
          if let pattern = FilterPattern(line, file: text) { return pattern }
          report(BuildProblem(text, "'\(line)' is not a regex"))
          return nil
        }
    }
  }

  /// Reports an error if a source has no filters, because an error page or a wrong file looks the same.
  private func requireFilter(in trees: [SourceTree], of source: SourceRecipe) {
    guard let first = trees.first else { return }
    let judgements = trees.flatMap(\.documents).map { document in
      (document, ListJudgement(of: document.bytes, dialect: source.dialect))
    }
    var foreign: (document: ListDocument, content: ForeignContent)?
    var hasFilter = false
    for (document, judgement) in judgements {
      switch judgement {
      case .list: hasFilter = true
      case .foreign(let content): if !content.isEmpty, foreign == nil { foreign = (document, content) }
      }
    }
    guard foreign != nil || !hasFilter && !source.mayBeEmpty else { return }
    // The list may have moved to a place that cannot be read.
    for warning in warnings where warning.source == first.documents[0].name { report(warning) }
    guard let foreign else {
      report(
        BuildProblem(
          source.location.text, "has no filter",
          advice: "if that is right, set 'mayBeEmpty' of the source in the build file"))
      return
    }
    let isWhole = foreign.document.name == first.documents[0].name && trees.count == 1
    report(
      BuildProblem(
        isWhole ? source.location.text : foreign.document.name, "is \(foreign.content.words), not a filter list",
        advice: foreign.content == .text
          ? "if it is a list, name its dialect as 'dialect' of the source, or begin it with [Adblock Plus 2.0]"
          : "sources are filter lists: check the content of the file"))
  }

  private func tree(
    of place: SourceRecipe.Location, of source: SourceRecipe, _ constants: Set<String>
  ) -> SourceTree? {
    let use: DocumentUse = source.mayBeEmpty ? .listOrNothing : .list
    guard var document = document(at: place, for: use) else { return nil }
    var metadata = ListMetadata(parsing: document.bytes)
    if case .url = place {
      for hop in 0... {
        guard let redirect = metadata.redirect, redirect != document.name else { break }
        guard hop < Self.maximumRedirects else {
          warnings.append(
            BuildProblem(document.name, "is redirected again and again: '\(redirect)' is not followed"))
          break
        }
        guard let url = Self.redirect(redirect, from: document.name) else {
          warnings.append(
            BuildProblem(document.name, "is redirected to '\(redirect)', which is not followed"))
          break
        }
        used.insert(url)
        switch remote.result(of: url) {
        case nil:
          request(url, for: use)
          return nil
        case .failure(let problem):
          warnings.append(
            BuildProblem(document.name, "is redirected to '\(redirect)', which failed: \(problem.message)"))
        case .success(let next):
          document = next
          metadata = ListMetadata(parsing: document.bytes)
          continue
        }
        break
      }
    }
    if !metadata.hasRightChecksum(document.bytes) {
      warnings.append(BuildProblem(document.name, "the checksum in its header is not its own"))
    }
    var tree = SourceTree(documents: [], metadata: metadata)
    var seen: Set<String> = []
    add(document, at: place, ancestors: [], constants, &tree, &seen)
    return tree
  }

  /// Adds a list and the lists that it includes.
  private func add(
    _ document: ListDocument, at place: SourceRecipe.Location, ancestors: [String], _ constants: Set<String>,
    _ tree: inout SourceTree, _ seen: inout Set<String>
  ) {
    seen.insert(document.name)
    let includes = IncludeScanner.includes(in: document.bytes, constants: constants)
    var own = document
    own.bytes = IncludeScanner.withoutInstructions(document.bytes, includes)
    tree.documents.append(own)
    let ancestors = ancestors + [document.name]
    for include in includes {
      do throws(BuildProblem) {
        let target: SourceRecipe.Location
        switch place {
        case .url: target = .url(try IncludeTarget.url(include.target, from: document.name))
        case .file, .directory:
          target = .file(try IncludeTarget.file(include.target, from: document.name, root: root))
        }
        guard !ancestors.contains(target.text) else {
          throw BuildProblem(
            document.name, "includes '\(IncludeTarget.shown(include.target, in: document.name))' in a circle",
            advice: "line \(include.line + 1) of it names a list that includes it")
        }
        guard ancestors.count < Self.maximumDepth else {
          throw BuildProblem(
            document.name, "is included \(ancestors.count - 1) levels deep, which is too deep")
        }
        guard !seen.contains(target.text) else { continue }
        // Lists that are still to be loaded count too, so no more than the maximum are ever requested.
        guard seen.count <= policy.maximumIncludes else {
          throw BuildProblem(
            tree.documents[0].name, "includes more than \(policy.maximumIncludes) lists",
            advice: "raise maximumIncludes of 'fetch' in the build file if that is right")
        }
        seen.insert(target.text)
        let advice = document.location.map {
          "includes are read from the URL that the build file names; if these are at '\($0)', name that URL"
        }
        guard let next = self.document(at: target, for: .part, advice: advice) else { continue }
        try IncludeTarget.requireInside(next, of: document, target: include.target)
        add(next, at: target, ancestors: ancestors, constants, &tree, &seen)
      } catch {
        report(error)
        return
      }
    }
  }

  /// Returns the document at a location. `advice` is the remedy if it cannot be read.
  private func document(
    at place: SourceRecipe.Location, for use: DocumentUse, advice: String? = nil
  ) -> ListDocument? {
    let result: Result<ListDocument, BuildProblem>
    switch place {
    case .url(let url):
      used.insert(url)
      guard let known = remote.result(of: url) else {
        request(url, for: use)
        return nil
      }
      result = known
    case .file(let path), .directory(let path):
      result = files[path] ?? read(path)
      files[path] = result
    }
    switch result {
    case .success(let document): return document
    case .failure(var problem):
      problem.advice = advice ?? problem.advice
      report(problem)
      return nil
    }
  }

  private func request(_ url: String, for use: DocumentUse) {
    guard let index = missing.firstIndex(where: { $0.url == url }) else {
      missing.append(RemoteDocument(url: url, use: use))
      return
    }
    // If one source uses the document as a filter list, it must be a filter list.
    if use == .list { missing[index].use = use }
  }

  private func read(_ path: String) -> Result<ListDocument, BuildProblem> {
    do throws(SystemError) {
      let bytes = ListText(of: try FileDescriptor.contents(of: stamped(path))).bytes
      return .success(ListDocument(name: path, bytes: bytes, sha256: SHA256.digest(of: bytes).description))
    } catch {
      return .failure(
        BuildProblem(path, "cannot be read: \(error.reasonNotRead)", advice: placeAdvice(path)))
    }
  }

  /// Returns a note with the full path of a missing file or folder, for a relative path in the build file.
  private func placeAdvice(_ path: String) -> String? {
    let absolute = BuildFile.absolute(path, root)
    guard !path.hasPrefix("/"), (try? FileStatus.of(absolute)) == nil else { return nil }
    let shown = (try? Path.resolved(root)).map { BuildFile.absolute(path, $0) } ?? absolute
    let isHere = (try? FileStatus.of(path)) != nil
    return "paths are relative to the build file: looked for '\(shown)'"
      + (isHere ? "; the file of this name in the working directory is not used" : "")
  }

  /// Returns the path in the file system and records its state.
  private func stamped(_ path: String) -> String {
    let absolute = BuildFile.absolute(path, root)
    if stamps[absolute] == nil { stamps[absolute] = FileStamp(of: absolute) }
    return absolute
  }

  /// Resolves the new location of a list. Returns nil if it is not http or https, or downgrades https to
  /// http.
  private static func redirect(_ target: String, from base: String) -> String? {
    guard let from = try? RemoteURL(base), let url = try? RemoteURL(target, relativeTo: from),
      url.isEncrypted || !from.isEncrypted
    else { return nil }
    return url.text
  }
}
