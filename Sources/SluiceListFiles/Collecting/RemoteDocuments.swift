import SluiceSystem

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

/// Documents at URLs that a closure returns, without a cache.
package final class FetchedDocuments: RemoteDocuments {
  private let fetch: ((String) throws(BuildProblem) -> [UInt8])?
  private var results: [String: Result<ListDocument, BuildProblem>] = [:]

  /// Creates documents without content. Without `fetch`, no document can be loaded.
  package init(_ fetch: ((String) throws(BuildProblem) -> [UInt8])?) { self.fetch = fetch }

  package func result(of url: String) -> Result<ListDocument, BuildProblem>? { results[url] }

  package func load(_ documents: [RemoteDocument]) {
    for document in documents where results[document.url] == nil {
      results[document.url] = load(document)
    }
  }

  private func load(_ document: RemoteDocument) -> Result<ListDocument, BuildProblem> {
    let url = document.url
    guard let fetch else {
      return .failure(
        BuildProblem(
          url, message: "is a URL, and this build fetches nothing", advice: "create the build with 'fetch'")
      )
    }
    do throws(BuildProblem) {
      let bytes = ListText(of: try fetch(url)).bytes
      var read = ListDocument(name: url, bytes: bytes, sha256: SHA256Hasher.digest(of: bytes).description)
      // Without a former copy, no size is too small.
      if let problem = BodyCheck.problem(of: &read, for: document.use, previous: nil, minimumShare: 0) {
        throw BuildProblem(url, message: problem)
      }
      return .success(read)
    } catch {
      return .failure(error)
    }
  }

  package func keep(_ urls: Set<String>, of sources: [RemoteSource]) {}

  package func lastGoodCopy(of source: RemoteSource) -> [String: ListDocument]? { nil }

  package var warnings: [BuildProblem] { [] }
}

/// A request to a transport.
package struct SourceRequest: Hashable, Sendable {
  /// The URL, http or https.
  package var url: String
  /// The entity tag of the cached copy, for a conditional request.
  package var etag: String?
  /// The modification date of the cached copy, for a conditional request.
  package var lastModified: String?
  /// The path for the body. The file exists when the answer is ``FetchEvent/Kind/fetched``.
  package var path: String
  /// The number of seconds without data after which an attempt fails.
  package var idleTimeout: Int
  /// The maximum number of seconds for all attempts together.
  package var totalTimeout: Int
  /// The maximum number of retries after a temporary failure.
  package var retries: Int
  /// The maximum size of a body in bytes, decompressed.
  package var maximumBytes: Int
  /// The maximum number of requests at the same time.
  package var concurrency: Int
  /// The hosts that may be in the local network, because the build file names them.
  package var namedHosts: [String]
  /// Whether redirects to http are followed only to this machine. It is set for scripts, which run in pages.
  /// Redirects from https to http are never followed.
  package var needsEncryption: Bool
}

/// An event of a request.
package struct FetchEvent: Hashable, Sendable {
  package enum Kind: Sendable {
    /// Data has arrived.
    case progress
    /// An attempt failed and will be retried.
    case retry
    /// The body is in its file.
    case fetched
    /// The cached copy is current.
    case unchanged
    case failed
  }

  package var kind: Kind
  package var url: String
  /// The number of bytes received so far.
  package var bytes = 0
  /// The total number of bytes, if the server states it.
  package var total: Int?
  /// The reason why an attempt failed.
  package var message: String?
  /// The entity tag of the body.
  package var etag: String?
  /// The modification date of the body.
  package var lastModified: String?
  /// The final URL of the body, if the server redirected.
  package var location: String?

  /// Creates an event of a request.
  package init(_ kind: Kind, url: String, message: String? = nil) {
    (self.kind, self.url, self.message) = (kind, url, message)
  }
}
