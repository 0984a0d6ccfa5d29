import ContentBlocker
import Foundation
import TrackerRadar

/// The files that tests read: the project's own, and real ones beside the project.
package enum TrackerFiles {
  package static let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  package static let shared: URL =
    ProcessInfo.processInfo.environment["SLUICE_SHARED"].map { URL(filePath: $0) }
    ?? root.deletingLastPathComponent().appending(path: "shared")
  package static let real = shared.appending(path: "lists/duckduckgo")

  package static let hasReal: Bool = {
    let isThere = FileManager.default.fileExists(atPath: real.path)
    if !isThere { print("skipped: the tests with a real tds.json: \(real.path) is missing") }
    return isThere
  }()

  package static func sample(_ name: String) throws -> Data {
    try Data(contentsOf: root.appending(path: "Samples/tracker-radar/\(name)"))
  }

  package static func real(_ name: String) throws -> Data { try Data(contentsOf: real.appending(path: name)) }

  /// The real exceptions as one generated configuration.
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

  /// The system's list, where there is one.
  package static let suffixes: PublicSuffixList = {
    let path = "/usr/share/publicsuffix/public_suffix_list.dat"
    guard let file = FileManager.default.contents(atPath: path) else { return .wellKnown }
    return PublicSuffixList([UInt8](file))
  }()
}
