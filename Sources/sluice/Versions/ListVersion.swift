import SluiceConversion
import SluiceLists
import SluiceSystem
import SluiceText

/// One of the two versions of lists to compare.
struct ListVersion {
  /// The name: a path or a revision.
  let name: String
  /// The files, sorted by name.
  let files: [InputFile]

  /// The file, if a single file is compared; nil for a folder, even if it contains only one file.
  let single: InputFile?

  init(_ file: InputFile) {
    name = file.name
    files = [file]
    single = file
  }

  init(name: String, files: [InputFile]) {
    self.name = name
    self.files = files
    single = nil
  }

  /// Returns the version without files that are not filter lists, and notes about the files that were left
  /// out. A named file stays, whatever it is: its conversion says what is wrong.
  func filterLists(_ options: ConversionOptions) -> (version: ListVersion, notes: [String]) {
    guard single == nil else { return (self, []) }
    let (lists, notes) = FilterListFile.lists(among: files.map(\.asText), options)
    return (ListVersion(name: name, files: lists), notes)
  }
}

enum ListFolder {
  private static let maximumDepth = 64

  /// Reads the lists below a folder, sorted by relative path. Links are not followed, and only regular files
  /// are read.
  ///
  /// - Parameter known: The paths of the files to read; nil for all files.
  static func read(
    _ path: String, selection: ListSelection, only known: Set<[UInt8]>? = nil
  ) throws(CommandError) -> [InputFile] {
    var found = Found(name: path, known: known)
    do throws(SystemError) {
      try collect(try Directory(path), prefix: [], selection: selection, to: &found, depth: 0)
    } catch {
      throw .unreadable(found.at.isEmpty ? path : path.joined(found.at), because: error)
    }
    guard !found.isTooMany else { throw .tooManyLists(in: path) }
    guard found.bytes <= OpenFile.maximumBytes else {
      throw .tooLargeLists(in: path)
    }
    return found.files
  }

  private struct Found {
    let name: String
    let known: Set<[UInt8]>?
    /// The folders of known files.
    let folders: Set<ArraySlice<UInt8>>
    var files: [InputFile] = []
    var bytes = 0
    /// The path that is being read.
    var at = ""

    init(name: String, known: Set<[UInt8]>?) {
      (self.name, self.known) = (name, known)
      let slash = ASCII.slash
      folders = (known ?? []).reduce(into: []) { folders, path in
        var folder = path[...]
        while let end = folder.lastIndex(of: slash) {
          folder = folder[..<end]
          if !folders.insert(folder).inserted { break }
        }
      }
    }

    func isKnown(_ path: [UInt8]) -> Bool { known?.contains(path) ?? true }
    func isKnownFolder(_ path: [UInt8]) -> Bool { known == nil || folders.contains(path[...]) }

    var isTooMany: Bool { files.count > ListSelection.maximumFiles }
    var isFull: Bool { isTooMany || bytes > OpenFile.maximumBytes }
  }

  private static func collect(
    _ folder: Directory, prefix: [UInt8], selection: ListSelection, to found: inout Found, depth: Int
  ) throws(SystemError) {
    for name in try folder.names() {
      let path = prefix + name.bytes
      found.at = String(decoding: path, as: UTF8.self)
      let status = try folder.status(of: name)
      switch status.kind {
      case .folder:
        guard depth < maximumDepth, selection.entersFolder(path), found.isKnownFolder(path) else { continue }
        try collect(
          try folder.folder(name), prefix: path + [ASCII.slash], selection: selection, to: &found,
          depth: depth + 1)
      case .regular:
        guard selection.takes(path), found.isKnown(path) else { continue }
        let bytes = try folder.contents(of: name)
        found.bytes += bytes.count
        found.files.append(InputFile(name: String(decoding: path, as: UTF8.self), bytes: bytes))
        if found.isFull { return }
      case .link, .special: continue
      }
      if found.isFull { return }
    }
  }
}

struct ListSelection: Sendable {
  /// Paths of files, or of folders with all lists below them. An empty path selects everything.
  let paths: [[UInt8]]

  static let everything = ListSelection(paths: [[]])

  static let maximumFiles = 10_000

  private static let endings = [".txt", ".list", ".hosts"]

  /// Returns whether a file is selected: it is one of the paths, or it is below one, has the name of a list,
  /// and is not hidden.
  func takes(_ path: [UInt8]) -> Bool {
    paths.contains { named in
      if path == named { return true }
      guard let rest = Self.rest(of: path, below: named), !Self.hasHidden(rest) else { return false }
      let name = rest.split(separator: ASCII.slash).last.map(Array.init) ?? []
      return name.elementsEqual("hosts".utf8)
        || Self.endings.contains { name.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
  }

  func entersFolder(_ path: [UInt8]) -> Bool {
    paths.contains { named in
      if path == named || Self.rest(of: named, below: path) != nil { return true }
      return Self.rest(of: path, below: named).map { !Self.hasHidden($0) } ?? false
    }
  }

  private static func rest(of path: [UInt8], below folder: [UInt8]) -> ArraySlice<UInt8>? {
    if folder.isEmpty { return path[...] }
    guard path.count > folder.count, path.starts(with: folder), path[folder.count] == ASCII.slash else {
      return nil
    }
    return path[(folder.count + 1)...]
  }

  private static func hasHidden(_ path: ArraySlice<UInt8>) -> Bool {
    path.split(separator: ASCII.slash).contains { $0.first == ASCII.dot }
  }
}

extension CommandError {
  /// Returns the error for a folder or tree without a list.
  static func noLists(in name: String) -> CommandError {
    .failure(
      "no list in \(name.quotedName)",
      advice: "in folders, files named *.txt, *.list, *.hosts or hosts are read; name others explicitly")
  }

  static func tooManyLists(in name: String) -> CommandError {
    .failure("\(name.quotedName) has more than \(Format.grouped(ListSelection.maximumFiles)) lists")
  }

  static func tooLargeLists(in name: String) -> CommandError {
    .failure("the lists of \(name.quotedName) are larger than \(OpenFile.maximumBytes >> 30) GiB")
  }

  /// Returns the error for a text that looks like an option of git, or is not a range.
  static func badRevision(_ text: String, of command: CommandName) -> CommandError {
    .usage(
      "option '--git' takes REV..REV, REV...REV or REV, not '\(text)'",
      advice: "to compare with the main branch, use '--git main...'", of: command)
  }

  /// Returns the error for a git that ended with this message.
  static func git(_ reason: String) -> CommandError { .failure("git: \(reason)") }

  /// Returns the error for a git that cannot run.
  static func git(_ error: SystemError) -> CommandError {
    error == .interrupted ? OutputError.interrupted.report : .failure("cannot run git: \(error)")
  }

  /// The error for output of git in an unexpected format.
  static let strangeAnswer = failure("cannot parse the output of git")
}
