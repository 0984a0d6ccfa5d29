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
  package init(_ kind: Kind, url: String, _ message: String? = nil) {
    (self.kind, self.url, self.message) = (kind, url, message)
  }
}
