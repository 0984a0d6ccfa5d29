import SluiceSystem

/// The folder of WebKit's compiled lists.
package struct CompiledFolder {
  private let path: String

  package init(path: String) { self.path = path }

  /// Returns the path of a compiled list's file.
  ///
  /// The file name is a prefix, which differs between WebKit versions, a `-`, and the identifier. Identifiers
  /// contain only letters, digits and `-`, so that WebKit uses them unchanged.
  package func file(of identifier: String) -> String? {
    Pathname.names(in: path).first { $0.hasPrefix("Content") && $0.hasSuffix("-\(identifier)") }
      .map { "\(path)/\($0)" }
  }
}

extension EngineProblem {
  /// WebKit's messages about file errors, which it reports like errors in the list.
  private static let wordsOfFiles: Set = ["Internal I/O error", "Unspecified error during compile."]

  /// Creates a problem from WebKit's message about a failed compile.
  package init(words: String, isOfList: Bool) {
    // Some versions add one of these prefixes.
    let prefixes = ["Rule list compilation failed: ", "Rule list parsing failed: "]
    let prefix = prefixes.first { words.hasPrefix($0) } ?? ""
    let words = String(words.dropFirst(prefix.count))
    self = isOfList && !Self.wordsOfFiles.contains(words) ? .rejected(words) : .unavailable(words)
  }
}
