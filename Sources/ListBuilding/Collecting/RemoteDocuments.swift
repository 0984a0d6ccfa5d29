/// Lists that are at URLs, fetched in batches.
package protocol RemoteDocuments: AnyObject {
  /// What became of a URL; nil when it has not been loaded.
  func result(of url: String) -> Result<ListDocument, BuildProblem>?
  /// Loads documents, several at once; afterwards each URL has a result.
  func load(_ documents: [RemoteDocument])
  /// Makes what was fetched of these URLs the copies that stand in later: whole sources could be made of them.
  func keep(_ urls: Set<String>)
  /// Why copies had to stand in for what was asked for.
  var warnings: [BuildProblem] { get }
}

/// A document that is at a URL.
package struct RemoteDocument: Hashable, Sendable {
  /// The URL, as the build file or an including list has it.
  package var url: String
  /// What it is for.
  package var use: DocumentUse
}
