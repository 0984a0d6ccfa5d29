import SluiceConversion
import SluiceLint
import SluiceSystem

/// The lists that `sluice lint` checks.
struct LintInputs {
  let files: [InputFile]
  /// The files that were skipped, with the reasons.
  let notes: [String]
  /// The lines to report on, by list name; nil for all lines of all lists.
  var changed: [String: ChangedLines]?

  /// Reads the lists given on the command line.
  static func read(_ arguments: LintArguments) throws(CommandError) -> LintInputs {
    guard arguments.git == nil || !arguments.isStaged else { throw CommandError(LintFailure.linesTwice) }
    let excluded = arguments.exclude.map(PathPattern.init)
    guard arguments.git != nil || arguments.isStaged else {
      let found = try files(
        arguments.operands, but: excluded, skipsForeign: arguments.skipsForeign, arguments.options.conversion)
      return LintInputs(files: found.files, notes: found.notes)
    }
    guard arguments.fixing == .none else { throw CommandError(LintFailure.fixedRevision) }
    let repository = try GitRepository()
    let (old, new) = try versions(arguments, repository)
    let nameFromHere = try repository.pathsFromHere()
    let before = Dictionary(old.files.map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    var changed: [String: ChangedLines] = [:]
    let files = new.files.map { file in
      let name = nameFromHere(file.name)
      changed[name] = ChangedLines(from: before[file.name], to: file.bytes)
      return InputFile(name: name, bytes: file.bytes)
    }
    // Revisions are searched like folders: files that are not filter lists are skipped.
    let found = FilterListFile.lists(
      among: files.filter { !excluded.mean($0.name) }.map(\.asText), arguments.options.conversion)
    return LintInputs(files: found.lists, notes: found.notes, changed: changed)
  }

  private static func versions(
    _ arguments: LintArguments, _ repository: GitRepository
  ) throws(CommandError) -> (old: ListVersion, new: ListVersion) {
    guard let text = arguments.git else { return try repository.stagedVersions(arguments.files) }
    guard let range = GitRange(text) else { throw CommandError(VersionFailure.badRevision(text, .lint)) }
    return try repository.versions(of: range, arguments.files)
  }

  /// Removes findings on unchanged lines from a report.
  func keepChanged(_ report: inout LintReport) {
    guard let changed else { return }
    let names = report.sources.map(\.name)
    report.findings.removeAll { !(changed[names[$0.source]]?.contains($0.line) ?? false) }
  }

  /// Returns the files of the operands, without duplicates. In folders, these are all `.txt` files at any
  /// depth, except hidden files and links.
  ///
  /// In folders, files that are not filter lists are skipped with a note. A named file that is not a filter
  /// list is an error, unless `skipsForeign` is set.
  private static func files(
    _ operands: [String], but excluded: [PathPattern], skipsForeign: Bool, _ options: ConversionOptions
  ) throws(CommandError) -> (files: [InputFile], notes: [String]) {
    var files: [InputFile] = []
    var notes: [String] = []
    for path in try InputFile.paths(operands, of: .lint) {
      if path != "-", (try? FileStatus.of(path).kind) == .folder {
        let found = FilterListFile.lists(
          among: try lists(in: path, but: excluded, depth: 0).map(\.asText), options)
        notes += found.notes
        guard !found.lists.isEmpty else { throw CommandError(LintFailure.noLists(path)) }
        files += found.lists
      } else if !excluded.mean(path) {
        let file = try InputFile(path).asText
        if skipsForeign {
          let found = FilterListFile.lists(among: [file], options)
          notes += found.notes
          files += found.lists
        } else {
          try FilterListFile.refuseForeign(file, options)
          files.append(file)
        }
      }
    }
    var seen: Set<FileIdentity> = []
    return (files.filter { file in file.identity.map { seen.insert($0).inserted } ?? true }, notes)
  }

  /// The maximum depth of folders. Lists are not nested deeper, and the length of a path is limited.
  private static let maximumDepth = 32

  private static func lists(
    in folder: String, but excluded: [PathPattern], depth: Int
  ) throws(CommandError) -> [InputFile] {
    var files: [InputFile] = []
    ReadFiles.current?.add(folder)
    let (directory, names) = try CommandError.of({ FileFailure.unreadable(folder, $0) }) {
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
