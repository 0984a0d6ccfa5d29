import Foundation
import SluiceAnalysis
import SluiceRules
import SluiceTrackers
import Testing
import TestSupport

/// The files that tests read: the project's own, and real ones in the shared folder.
package enum TrackerFiles {
  private static let real = "lists/duckduckgo"

  /// A trait for tests that need DuckDuckGo's own files.
  package static var needsReal: some SuiteTrait & TestTrait { Repository.needs(real) }

  package static func sample(_ name: String) throws -> Data {
    Data(try Repository.bytes(of: "Samples/tracker-radar/\(name)"))
  }

  package static func real(_ name: String) throws -> Data {
    Data(try Repository.sharedBytes(of: "\(real)/\(name)"))
  }

  /// Returns the real exceptions as one generated configuration.
  package static func realExceptions() throws -> Data {
    func object(_ name: String) throws -> [String: Any] {
      try JSONSerialization.jsonObject(with: real(name)) as? [String: Any] ?? [:]
    }
    return try JSONSerialization.data(
      withJSONObject: [
        "features": [
          "trackerAllowlist": try object("tracker-allowlist.json"),
          "contentBlocking": try object("content-blocking.json"),
        ],
        "unprotectedTemporary": try object("unprotected-temporary.json")["exceptions"] ?? [],
      ])
  }

  /// The system's public suffix list, if it has one.
  package static let suffixes: PublicSuffixList = {
    let path = "/usr/share/publicsuffix/public_suffix_list.dat"
    guard let file = FileManager.default.contents(atPath: path) else { return .wellKnown }
    return PublicSuffixList(parsing: [UInt8](file))
  }()
}
