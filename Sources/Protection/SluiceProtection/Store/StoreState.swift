import Foundation

/// The state that is stored between runs.
struct StoreState: Codable, Hashable, Sendable {
  /// The number of changes. If two copies differ, the one with the larger number is newer.
  var generation = 0
  /// The last offer for which all files were fetched; nil before the first.
  var newest: ListOffer?
  /// The lists that were last active, from one offer or, if no offer was fully active, from several; nil
  /// before the first.
  var good: ListOffer?
  /// The compiled lists, by identifier.
  var compiled: [String: Compiled] = [:]
  /// The lists that WebKit rejected, by identifier, with its messages. They are not retried.
  var rejected: [String: Rejected] = [:]
  /// The hosts of unprotected sites.
  var sites: [String] = []
  /// The time of the last successful request to the source.
  var lastCheck: Date?

  /// A compiled list.
  struct Compiled: Codable, Hashable, Sendable {
    /// The WebKit version that compiled the list.
    var engine: String
    /// The digest of the list's file when it was compiled; nil if WebKit does not reveal the file.
    var file: FileDigest?
  }

  /// A rejected list.
  struct Rejected: Codable, Hashable, Sendable {
    /// The WebKit version that rejected the list. Another version tries the list again.
    var engine: String
    /// WebKit's message.
    var words: String
  }
}

/// A digest that shows whether a file has changed.
struct FileDigest: Codable, Hashable, Sendable {
  var bytes: Int
  var hash: UInt64
}
