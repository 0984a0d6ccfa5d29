import SluiceSystem

/// A search for pages in files and folders.
enum PageFolder {
  static let maximumPages = 10_000
  private static let maximumDepth = 32
  private static let endings = [".html", ".htm", ".xhtml", ".har"]

  /// Returns the paths of pages: named files, and all pages below folders, sorted by name.
  ///
  /// Files that a browser saved together with a page are not pages, and links in folders are not followed.
  static func pages(_ operands: [String]) throws(CommandError) -> [String] {
    var pages: [String] = []
    for path in operands {
      guard path != "-" else { throw CommandError(TryFailure.pageOfInput) }
      guard (try? FileStatus.of(path).kind) == .folder else {
        pages.append(path)
        continue
      }
      var found: [String] = []
      try CommandError.of({ FileFailure.unreadable(path, $0) }) { () throws(SystemError) in
        try collect(try Directory(path), path, &found, depth: 0)
      }
      guard !found.isEmpty else { throw CommandError(TryFailure.emptyFolder(path)) }
      guard found.count <= maximumPages else { throw CommandError(TryFailure.tooManyPages(path)) }
      pages += found
    }
    var known: Set<String> = []
    return pages.filter { known.insert($0).inserted }
  }

  private static func collect(
    _ folder: Directory, _ path: String, _ found: inout [String], depth: Int
  ) throws(SystemError) {
    let names = try folder.names().filter { !$0.hasPrefix(".") }
    let stems = Set(names.compactMap { stem(of: $0.description) })
    for name in names where found.count <= maximumPages {
      // Skips a name that is not valid UTF-8, because users could not copy it from the output.
      let text = name.description
      guard Array(text.utf8) == name.bytes else { continue }
      switch try folder.status(of: name).kind {
      case .folder:
        let owner = text.hasSuffix("_files") ? String(text.dropLast("_files".count)) : text
        guard depth < maximumDepth, !stems.contains(owner), !stems.contains(text) else { continue }
        try collect(try folder.folder(name), path.joined(text), &found, depth: depth + 1)
      case .regular: if stem(of: text) != nil { found.append(path.joined(text)) }
      case .link, .special: continue
      }
    }
  }

  /// Returns the name of a page without its extension; nil if the extension is not that of a page.
  static func stem(of name: String) -> String? {
    let lowercased = name.lowercased()
    return endings.first { lowercased.hasSuffix($0) && lowercased != $0 }.map {
      String(name.dropLast($0.count))
    }
  }
}
