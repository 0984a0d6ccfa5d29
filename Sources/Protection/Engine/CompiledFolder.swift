import Platform

/// The folder of a WebKit's compiled lists.
package struct CompiledFolder {
  private let path: String

  /// The folder at a path.
  package init(path: String) { self.path = path }

  /// The file of a compiled list: WebKit's own words, which have changed over time, a `-`, and the identifier. All of an
  /// identifier is letters, digits and `-`, so that WebKit writes it as it is.
  package func file(of identifier: String) -> String? {
    Path.names(in: path).first { $0.hasPrefix("Content") && $0.hasSuffix("-\(identifier)") }
      .map { "\(path)/\($0)" }
  }
}

extension EngineProblem {
  /// What WebKit says of files, in the form of what it says of lists.
  private static let wordsOfFiles: Set = ["Internal I/O error", "Unspecified error during compile."]

  /// What WebKit says where a compile fails.
  package init(words: String, isOfList: Bool) {
    // In some versions these stand before it.
    let prefixes = ["Rule list compilation failed: ", "Rule list parsing failed: "]
    let prefix = prefixes.first { words.hasPrefix($0) } ?? ""
    let words = String(words.dropFirst(prefix.count))
    self = isOfList && !Self.wordsOfFiles.contains(words) ? .rejected(words) : .unavailable(words)
  }
}
