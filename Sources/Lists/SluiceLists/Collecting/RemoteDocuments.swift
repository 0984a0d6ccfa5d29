/// Documents at URLs, fetched in batches.
package protocol RemoteDocuments: AnyObject {
  /// Returns the result for a URL; nil if it has not been loaded.
  func result(of url: String) -> Result<ListDocument, BuildProblem>?
  /// Loads documents, several at once. Afterwards, each URL has a result.
  func load(_ documents: [RemoteDocument])
  /// Stores the fetched documents of these URLs as cached copies, because their sources are complete and
  /// valid.
  func keep(_ urls: Set<String>)
  /// Warnings about cached copies that were used in place of fetched documents.
  var warnings: [BuildProblem] { get }
}

/// A document at a URL.
package struct RemoteDocument: Hashable, Sendable {
  /// The URL, as the build file or an including list names it.
  package var url: String
  /// The purpose of the document.
  package var use: DocumentUse
}
