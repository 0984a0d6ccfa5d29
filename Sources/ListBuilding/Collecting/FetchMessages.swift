/// What a process that fetches is asked: one JSON object a line on its standard input, the next when it has answered.
package struct FetchRequest: Codable, Hashable, Sendable {
  /// http or https.
  package var url: String
  /// Of the copy that is there, for a conditional request.
  package var etag: String?
  /// Of the copy that is there, for a conditional request.
  package var lastModified: String?
  /// Where the body goes; the file exists when the answer is ``FetchEvent/Kind/fetched``.
  package var path: String
  /// Seconds without a byte after which an attempt ends.
  package var idleTimeout: Int
  /// Seconds for all attempts together.
  package var totalTimeout: Int
  /// How often an attempt that may succeed the next time is repeated.
  package var retries: Int
  /// The largest body, decompressed, in bytes.
  package var maximumBytes: Int
  /// How many processes may be at work at once.
  package var concurrency: Int
  /// The hosts that may be in the local network, since the build file names them.
  package var namedHosts: [String]
  /// Whether redirects to http are followed to this machine alone, as those from https are not at all: of what pages run.
  package var needsEncryption: Bool
}

/// What a process that fetches answers: one JSON object a line on its standard output.
package struct FetchEvent: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, Sendable {
    /// Bytes have come.
    case progress
    /// An attempt failed and will be repeated.
    case retry
    /// The body is in its file.
    case fetched
    /// The copy that is there is the current one.
    case unchanged
    /// It is given up.
    case failed
  }

  /// What happened.
  package var kind: Kind
  /// The URL of the request.
  package var url: String
  /// Bytes so far.
  package var bytes = 0
  /// Bytes in all, if the server said.
  package var total: Int?
  /// Why an attempt failed.
  package var message: String?
  /// Of the body.
  package var etag: String?
  /// Of the body.
  package var lastModified: String?
  /// Where the body came from, if the server led elsewhere.
  package var location: String?

  /// An event of a request.
  package init(_ kind: Kind, url: String) { (self.kind, self.url) = (kind, url) }
}
