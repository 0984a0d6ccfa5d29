import SluiceConversion
import SluiceLint
import SluiceListFiles
import SluiceLists
import SluiceSyntax
import SluiceSystem

/// The lists that `sluice lint` checks.
struct LintInputs {
  let files: [InputFile]
  /// The files that were skipped, with the reasons.
  let notes: [String]
  /// The lines to report on, by list name; nil for all lines of all lists.
  var changed: [String: ChangedLines]?
  /// The names of files in folders that may have no filter.
  var emptyFiles: Set<String> = []

  static func read(_ arguments: LintArguments) throws(CommandError) -> LintInputs {
    guard arguments.git == nil || !arguments.isStaged else {
      throw .usage(
        "options '--git' and '--staged' both select the changed lines", advice: "leave out one of them",
        of: .lint
      )
    }
    let excluded = arguments.exclude.map(PathPattern.init)
    guard arguments.git != nil || arguments.isStaged else {
      let found = try files(
        arguments.operands, but: excluded, skipsForeign: arguments.skipsForeign,
        options: arguments.options.conversion)
      return LintInputs(files: found.files, notes: found.notes, emptyFiles: found.emptyFiles)
    }
    guard arguments.fixing == .none else {
      throw .usage(
        "options '--fix' and '--diff' cannot be combined with '--git' and '--staged'",
        advice: "leave out one of them",
        of: .lint)
    }
    let repository = try GitRepository()
    let (old, new) = try versions(arguments, repository: repository)
    let nameFromHere = try repository.pathsFromHere()
    let before = Dictionary(old.files.map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    var changed: [String: ChangedLines] = [:]
    var lists: Set<String> = []
    let files = new.files.map { file in
      let name = nameFromHere(file.name)
      changed[name] = ChangedLines(from: before[file.name], to: file.bytes)
      if let old = before[file.name], ListHistory.isList(old) { lists.insert(name) }
      return InputFile(name: name, bytes: file.bytes)
    }
    // Revisions are searched like folders: files that are not filter lists are skipped.
    let found = FoundLists(
      files.filter { !excluded.mean($0.name) }.map(\.asText), options: arguments.options.conversion
    ) { lists.contains($0) || ListHistory.hasList(at: $0, content: $1) }
    return LintInputs(
      files: found.files, notes: found.notes, changed: changed, emptyFiles: found.emptyFiles)
  }

  private static func versions(
    _ arguments: LintArguments, repository: GitRepository
  ) throws(CommandError) -> (old: ListVersion, new: ListVersion) {
    guard let text = arguments.git else { return try repository.stagedVersions(arguments.files) }
    guard let range = GitRange(text) else { throw .badRevision(text, of: .lint) }
    return try repository.versions(of: range, arguments.files)
  }

  func keepChanged(_ report: inout LintReport) {
    guard let changed else { return }
    let names = report.sources.map(\.name)
    report.findings.removeAll { finding in
      guard let lines = changed[names[finding.source]] else { return true }
      // This is about the whole file.
      return finding.rule.isAboutFile ? !lines.hasChange : !lines.contains(finding.line)
    }
  }

  /// Returns the files of the operands, without duplicates. In folders, these are all `.txt` files at any
  /// depth, except hidden files and links.
  ///
  /// In folders, files that are not filter lists are skipped with a note, unless they should be lists. With
  /// `skipsForeign`, this applies to named files, too.
  private static func files(
    _ operands: [String], but excluded: [PathPattern], skipsForeign: Bool, options: ConversionOptions
  ) throws(CommandError) -> FoundLists {
    var all = FoundLists()
    for path in try InputFile.paths(operands, of: .lint) {
      if path != "-", (try? FileStatus.of(path).kind) == .folder {
        let found = FoundLists(
          try lists(in: path, but: excluded, depth: 0).map(\.asText), options: options,
          shouldBeList: ListHistory.hasList)
        guard !found.files.isEmpty else {
          throw .failure(
            "there is no list in \(path.quotedName)",
            advice: "in folders, lists are files named *.txt; name others explicitly")
        }
        all.add(found)
      } else if !excluded.mean(path) {
        let file = try InputFile(path).asText
        if skipsForeign {
          all.add(FoundLists([file], options: options, shouldBeList: ListHistory.hasList))
        } else {
          all.files.append(file)
        }
      }
    }
    var seen: Set<FileIdentity> = []
    all.files.removeAll { file in !(file.identity.map { seen.insert($0).inserted } ?? true) }
    return all
  }

  /// The maximum depth of folders. Lists are not nested deeper, and the length of a path is limited.
  private static let maximumDepth = 32

  private static func lists(
    in folder: String, but excluded: [PathPattern], depth: Int
  ) throws(CommandError) -> [InputFile] {
    var files: [InputFile] = []
    ReadFiles.current?.add(folder)
    let (directory, names) = try CommandError.of({ .unreadable(folder, because: $0) }) {
      () throws(SystemError) in
      let directory = try Directory(folder)
      return (directory, try directory.names())
    }
    for name in names.sorted(by: { $0.description < $1.description }) where !name.hasPrefix(".") {
      if excluded.mean(folder.path(of: name.description)) { continue }
      switch (try? directory.status(of: name))?.kind {
      case .folder where depth < maximumDepth:
        files += try lists(in: folder.path(of: name.description), but: excluded, depth: depth + 1)
      case .regular where name.hasSuffix(".txt"):
        files.append(try InputFile(name, in: folder, atMost: 1 << 30))
      case .some, nil: break
      }
    }
    return files
  }
}

/// The lists among the files of folders and revisions.
struct FoundLists {
  /// The lists, and files that should be lists, about which `sluice lint` reports an error.
  var files: [InputFile] = []
  private(set) var emptyFiles: Set<String> = []
  /// Notes about files that were left out.
  private(set) var notes: [String] = []

  init() {}

  /// - Parameter shouldBeList: Returns whether a file that is not a list should be one.
  init(
    _ files: [InputFile], options: ConversionOptions, shouldBeList: (String, ForeignContent) -> Bool
  ) {
    for file in files.map({ $0.judged(as: options.dialect) }) {
      guard let content = file.foreignContent else {
        self.files.append(file)
        continue
      }
      let isExpected = shouldBeList(file.name, content)
      if !isExpected, !content.isEmpty {
        notes.append(FilterListFile.note(on: file, content))
        continue
      }
      self.files.append(file)
      if !isExpected, !Self.hasHeader(file) { emptyFiles.insert(file.name) }
    }
  }

  private static func hasHeader(_ file: InputFile) -> Bool {
    FilterList(parsing: file.bytes).lines.contains { if case .header = $0.content { true } else { false } }
  }

  mutating func add(_ other: FoundLists) {
    files += other.files
    emptyFiles.formUnion(other.emptyFiles)
    notes += other.notes
  }
}

/// The facts about a file apart from its content.
enum ListHistory {
  /// Returns whether a file should be a list: a build file names it, or an earlier version was one.
  static func hasList(at path: String, content: ForeignContent) -> Bool {
    isSource(path, content: content) || wasList(path)
  }

  /// Returns whether the bytes of a version are a list with filters.
  static func isList(_ bytes: [UInt8]) -> Bool {
    if case .foreign = ListJudgement(of: ListText(of: bytes).bytes) { false } else { true }
  }

  /// Returns whether the nearest build file names a file with this content as a source.
  private static func isSource(_ path: String, content: ForeignContent) -> Bool {
    guard let folder = try? Pathname.resolved(Pathname.folder(of: path)) else { return false }
    let name = Pathname.name(of: path)
    var current = folder
    var place = (try? BuildFile.path(in: current)) ?? nil
    while place == nil, current != "/", !current.isEmpty {
      current = Pathname.folder(of: current)
      place = (try? BuildFile.path(in: current)) ?? nil
    }
    guard let place, case .success(let found)? = try? BuildFile.find(place) else { return false }
    func resolved(_ path: String) -> String? {
      try? Pathname.resolved(path.hasPrefix("/") ? path : found.root.joined(path))
    }
    return found.file.lists.flatMap(\.sources).contains { source in
      if source.mayBeEmpty, content.isEmpty { return false }
      return switch source.location {
      case .url: false
      case .file(let path): resolved(path) == folder.joined(name)
      case .directory(let path): name.hasSuffix(".txt") && resolved(path) == folder
      }
    }
  }

  /// The maximum number of versions to look at. Older versions than a year do not count, since the search for them takes
  /// long in large repositories.
  private static let versions = ["-n", "20", "--since=1.year"]

  /// Returns whether one of the last versions of a file was a list with filters. Without git or a repository, there are
  /// no versions.
  private static func wasList(_ path: String) -> Bool {
    let folder = Pathname.folder(of: path)
    let name = Pathname.name(of: path)
    let place = ["-C", folder.isEmpty ? "." : folder]
    guard let git = try? GitProcess(),
      case .output(let commits)? = try? git.answer(
        to: place + ["rev-list"] + versions + ["HEAD", "--", name])
    else { return false }
    return commits.split(separator: 0x0A).contains { commit in
      guard commit.allSatisfy(\.isHexDigit) else { return false }
      let object = "\(String(decoding: commit, as: UTF8.self)):./\(name)"
      guard case .output(let bytes)? = try? git.answer(to: place + ["cat-file", "blob", object]) else {
        return false
      }
      return isList(bytes)
    }
  }
}
