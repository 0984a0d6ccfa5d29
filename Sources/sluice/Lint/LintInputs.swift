import Conversion
import Lint
import ListBuilding
import Platform

/// The lists that `sluice lint` is to look at.
struct LintInputs {
  let files: [InputFile]
  /// The files that were left out, and why.
  let notes: [String]
  /// The lines of each that are told of, by its name; nil for all lines of all.
  var changed: [String: ChangedLines]?

  /// Reads the lists that a command line asks for.
  static func read(_ arguments: LintArguments) throws(CommandError) -> LintInputs {
    guard arguments.git == nil || !arguments.isStaged else { throw CommandError(LintFailure.linesTwice) }
    let excluded = arguments.exclude.map(PathPattern.init)
    guard arguments.git != nil || arguments.isStaged else {
      let found = try files(
        arguments.files, but: excluded, skipsForeign: arguments.skipsForeign, arguments.conversion)
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
    // Revisions are searched as folders are: what is not a filter list is left out.
    let found = FilterListFile.lists(
      among: files.filter { !excluded.mean($0.name) }.map(\.asText), arguments.conversion)
    return LintInputs(files: found.lists, notes: found.notes, changed: changed)
  }

  private static func versions(
    _ arguments: LintArguments, _ repository: GitRepository
  ) throws(CommandError) -> (old: ListVersion, new: ListVersion) {
    guard let text = arguments.git else { return try repository.stagedVersions(arguments.files) }
    guard let range = GitRange(text) else { throw CommandError(VersionFailure.badRevision(text, .lint)) }
    return try repository.versions(of: range, arguments.files)
  }

  /// Takes out of a report what is in no line that was changed.
  func keepChanged(_ report: inout LintReport) {
    guard let changed else { return }
    let names = report.sources.map(\.name)
    report.findings.removeAll { !(changed[names[$0.source]]?.contains($0.line) ?? false) }
  }

  /// The files of the operands: files themselves, and of folders what ends in `.txt`, in them and below them. Links in
  /// folders are not followed, and hidden names are left out. Each file once.
  ///
  /// What is not a filter list is left out of folders, with a note; where it is named itself it is an error, unless all
  /// such files are to be skipped.
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

  /// Deeper folders are not looked into: no list is so deep, and a path has an end.
  private static let maximumDepth = 32

  private static func lists(
    in folder: String, but excluded: [PathPattern], depth: Int
  ) throws(CommandError) -> [InputFile] {
    var files: [InputFile] = []
    let names: [FileName]
    let directory: Directory
    do throws(SystemError) {
      directory = try Directory(folder)
      names = try directory.names()
    } catch {
      throw CommandError(FileFailure.unreadable(folder, error))
    }
    for name in names.sorted(by: { $0.description < $1.description }) where !name.hasPrefix(".") {
      if excluded.mean(folder.joined(name.description)) { continue }
      switch (try? directory.status(of: name))?.kind {
      case .folder where depth < maximumDepth:
        files += try lists(in: folder.joined(name.description), but: excluded, depth: depth + 1)
      case .regular where name.hasSuffix(".txt"):
        files.append(try InputFile(name, in: folder, atMost: 1 << 30))
      case .some, nil: break
      }
    }
    return files
  }
}

/// The `lint` parts of the build files that stand in the folders of lists, or above them.
struct LintConfigurations {
  /// What was found in a folder or above it; nil where there is nothing.
  private var found: [String: Placed?] = [:]

  /// A configuration, and where it stands.
  struct Placed {
    let configuration: LintConfiguration
    /// The folder to which its paths are relative.
    let root: String

    /// A path that the file names.
    func path(_ name: String) -> String { name.hasPrefix("/") ? name : root.joined(name) }
  }

  /// The configuration of a list: that of the nearest sluice.json which has one.
  mutating func configuration(for file: String) throws(CommandError) -> Placed? {
    guard file != InputFile.standardInputName else { return try configuration(in: ".") }
    return try configuration(in: Path.folder(of: file))
  }

  private mutating func configuration(in folder: String) throws(CommandError) -> Placed? {
    guard var current = try? Path.resolved(folder) else { return nil }
    let start = current
    if let known = found[start] { return known }
    var placed: Placed?
    while placed == nil {
      placed = try Self.read(current)
      if current == "/" || current.isEmpty { break }
      current = Path.folder(of: current)
    }
    found[start] = placed
    return placed
  }

  private static func read(_ folder: String) throws(CommandError) -> Placed? {
    let path = folder.joined(BuildFile.fileName)
    guard (try? FileStatus.of(path).kind) == .regular else { return nil }
    let file = try InputFile(path)
    let configuration = try CommandError.of { () throws(BuildFileMistake) in
      try LintConfiguration(parsing: file.bytes, name: file.name)
    }
    return configuration.map { Placed(configuration: $0, root: folder) }
  }
}
