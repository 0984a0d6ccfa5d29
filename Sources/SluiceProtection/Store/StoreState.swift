import Foundation
import SluicePageScript

struct StoreState: Codable, Hashable, Sendable {
  /// The number of changes. If two copies differ, the one with the larger number is newer.
  var generation = 0
  /// The last offer for which all files were fetched; nil before the first.
  var newest: ListOffer?
  /// The lists that were last active, from one offer or, if no offer was fully active, from several; nil
  /// before the first.
  var good: ListOffer?
  var compiled: [String: Compiled] = [:]
  /// The lists that WebKit rejected, by identifier, with its messages. They are not retried.
  var rejected: [String: Rejected] = [:]
  /// The hosts of unprotected sites.
  var sites: [String] = []
  /// The time of the last successful request to the source.
  var lastCheck: Date?
  /// The identifier of the built-in offer at that time; nil if there was none.
  var builtIn: String?

  struct Compiled: Codable, Hashable, Sendable {
    var engine: String
    /// The digest of the list's file when it was compiled; nil if WebKit does not reveal the file.
    var file: FileDigest?
  }

  struct Rejected: Codable, Hashable, Sendable {
    /// The WebKit version that rejected the list. Another version tries the list again.
    var engine: String
    /// WebKit's message.
    var words: String
  }
}

struct FileDigest: Codable, Hashable, Sendable {
  var bytes: Int
  var hash: UInt64
}

/// Counts of blocked requests per site, as stored between runs.
struct StoreCounts: Codable, Hashable, Sendable {
  /// The sites, the one with the latest report last.
  private(set) var sites: [Entry] = []

  struct Entry: Codable, Hashable, Sendable {
    var host: String
    var counts: BlockCounts
  }

  /// The maximum number of sites. The sites with the oldest reports are dropped.
  static let maximumSites = 500

  /// Adds new counts. The site with the latest report comes last.
  mutating func add(_ entries: [Entry]) {
    for entry in entries {
      var sum = entry
      if let index = sites.firstIndex(where: { $0.host == entry.host }) {
        sum.counts.add(sites.remove(at: index).counts)
      }
      // An implausible sum starts again from the new counts.
      sites.append(sum.counts.isPlausible ? sum : entry)
    }
    sites.removeFirst(max(0, sites.count - Self.maximumSites))
  }

  var isSound: Bool {
    sites.count <= Self.maximumSites && sites.allSatisfy { $0.counts.isPlausible }
      && Set(sites.map(\.host)).count == sites.count
  }
}

/// A problem with the store.
@nonexhaustive public enum StoreProblem: Error, Hashable, Sendable {
  /// The folder cannot be used, with the reason.
  case unusable(String)
  /// The folder cannot be used, with the reason. Until it can be used, a temporary folder replaces it, whose
  /// contents are lost at the next start.
  case temporary(String)
  /// The stored state is damaged and is ignored.
  case damaged
  /// Another process has held the lock for too long.
  case busy
  /// Something cannot be written, with the reason.
  case notWritten(String)

  /// A description of the problem.
  public var message: String {
    switch self {
    case .unusable(let reason): "cannot use the store: \(reason)"
    case .temporary(let reason):
      "cannot use the store: \(reason); the lists are in a temporary folder"
    case .damaged: "the store was damaged"
    case .busy: "another process has the store locked"
    case .notWritten(let reason): "cannot write to the store: \(reason)"
    }
  }
}

extension StoreProblem: CustomStringConvertible {
  /// The message for the user.
  public var description: String { message }
}
