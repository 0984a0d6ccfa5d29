import SluiceConversion
import SluiceSystem

/// One of the two versions of lists to compare.
struct ListVersion {
  /// The name: a path or a revision.
  let name: String
  /// The files, sorted by name.
  let files: [InputFile]

  /// The file, if a single file is compared; nil for a folder, even if it contains only one file.
  let single: InputFile?

  /// Creates a version of a single file.
  init(_ file: InputFile) {
    name = file.name
    files = [file]
    single = file
  }

  /// Creates a version of any number of files, including none.
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
    _ path: String, _ selection: ListSelection, only known: Set<[UInt8]>? = nil
  ) throws(CommandError) -> [InputFile] {
    var found = Found(name: path, known: known)
    do throws(SystemError) {
      try collect(try Directory(path), [], selection, &found, depth: 0)
    } catch {
      throw CommandError(FileFailure.unreadable(found.at.isEmpty ? path : path.joined(found.at), error))
    }
    guard !found.isTooMany else { throw CommandError(VersionFailure.tooManyFiles(path)) }
    guard found.bytes <= OpenFile.maximumBytes else {
      throw CommandError(VersionFailure.tooLarge(path))
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
    _ folder: Directory, _ prefix: [UInt8], _ selection: ListSelection, _ found: inout Found, depth: Int
  ) throws(SystemError) {
    for name in try folder.names() {
      let path = prefix + name.bytes
      found.at = String(decoding: path, as: UTF8.self)
      let status = try folder.status(of: name)
      switch status.kind {
      case .folder:
        guard depth < maximumDepth, selection.entersFolder(path), found.isKnownFolder(path) else { continue }
        try collect(
          try folder.folder(name), path + [ASCII.slash], selection, &found, depth: depth + 1)
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
