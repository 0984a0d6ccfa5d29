import SluiceLists

/// A selection of the lists to compare in a folder or repository.
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

  /// Returns whether files in a folder can be selected.
  func entersFolder(_ path: [UInt8]) -> Bool {
    paths.contains { named in
      if path == named || Self.rest(of: named, below: path) != nil { return true }
      return Self.rest(of: path, below: named).map { !Self.hasHidden($0) } ?? false
    }
  }

  /// Returns the path relative to a folder; nil if it is not in the folder.
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
