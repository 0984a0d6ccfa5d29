import ListBuilding

/// Which files of a folder, or of a repository, are lists to compare.
struct ListSelection: Sendable {
  /// Files, or folders with all lists below them, by their paths; an empty one is everything.
  let paths: [[UInt8]]

  /// All lists.
  static let everything = ListSelection(paths: [[]])

  static let maximumFiles = 10_000

  private static let endings = [".txt", ".list", ".hosts"]

  /// Whether a file is compared: one that was named, or a list by its name that is not hidden.
  func takes(_ path: [UInt8]) -> Bool {
    paths.contains { named in
      if path == named { return true }
      guard let rest = Self.rest(of: path, below: named), !Self.hasHidden(rest) else { return false }
      let name = rest.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
      return name.elementsEqual("hosts".utf8)
        || Self.endings.contains { name.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
  }

  /// Whether files in a folder may be compared.
  func entersFolder(_ path: [UInt8]) -> Bool {
    paths.contains { named in
      if path == named || Self.rest(of: named, below: path) != nil { return true }
      return Self.rest(of: path, below: named).map { !Self.hasHidden($0) } ?? false
    }
  }

  /// The path from a folder on; nil for what is not in it.
  private static func rest(of path: [UInt8], below folder: [UInt8]) -> ArraySlice<UInt8>? {
    if folder.isEmpty { return path[...] }
    guard path.count > folder.count, path.starts(with: folder), path[folder.count] == UInt8(ascii: "/") else {
      return nil
    }
    return path[(folder.count + 1)...]
  }

  private static func hasHidden(_ path: ArraySlice<UInt8>) -> Bool {
    path.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
  }
}
