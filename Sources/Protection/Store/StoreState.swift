import Foundation

/// What is kept between starts.
struct StoreState: Codable, Hashable, Sendable {
  /// Counts the changes: of two copies the one with more is newer.
  var generation = 0
  /// The offer that was fetched last, with everything that it names; nil before the first.
  var newest: ListOffer?
  /// The lists that have acted last: those of one offer, or of several where none was taken whole; nil before the first.
  var good: ListOffer?
  /// The lists that WebKit has compiled, by identifier.
  var compiled: [String: Compiled] = [:]
  /// The lists that WebKit did not take, by identifier, with its words. They are not tried again.
  var rejected: [String: Rejected] = [:]
  /// The hosts of unprotected sites.
  var sites: [String] = []
  /// When the source was last asked with success.
  var lastCheck: Date?

  /// A compiled list.
  struct Compiled: Codable, Hashable, Sendable {
    /// The WebKit that compiled it.
    var engine: String
    /// What its file was when it was written; nil where WebKit does not show it.
    var file: FileDigest?
  }

  /// A list that was not taken.
  struct Rejected: Codable, Hashable, Sendable {
    /// The WebKit that said so. Another one is asked again.
    var engine: String
    /// Its words.
    var words: String
  }
}

/// What tells whether a file is still what it was.
struct FileDigest: Codable, Hashable, Sendable {
  var bytes: Int
  var hash: UInt64
}
