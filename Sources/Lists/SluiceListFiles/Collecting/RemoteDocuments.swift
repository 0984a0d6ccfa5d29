/// Documents at URLs, fetched in batches.
package protocol RemoteDocuments: AnyObject {
  /// Returns the result for a URL; nil if it has not been loaded.
  func result(of url: String) -> Result<ListDocument, BuildProblem>?
  /// Loads documents, several at once. Afterwards, each URL has a result.
  func load(_ documents: [RemoteDocument])
  /// Stores the fetched documents of these URLs as cached copies, because their sources are complete and
  /// valid. Each list in `sources` is also stored together with what it includes.
  func keep(_ urls: Set<String>, of sources: [RemoteSource])
  /// Returns the last good copy of a list with everything that it includes, by URL; nil if it has none.
  func lastGoodCopy(of source: RemoteSource) -> [String: ListDocument]?
  /// Warnings about documents that could not be stored.
  var warnings: [BuildProblem] { get }
}

/// A list at a URL with everything that it includes.
package struct RemoteSource: Hashable, Sendable {
  /// The URL of the list, as the build file names it.
  package var url: String
  /// The names that are true in `!#if`, which decide what the list includes.
  package var constants: Set<String>
  /// The URLs of all documents.
  package var documents: Set<String>
}

/// A document at a URL.
package struct RemoteDocument: Hashable, Sendable {
  /// The URL, as the build file or an including list names it.
  package var url: String
  /// The purpose of the document.
  package var use: DocumentUse
}
