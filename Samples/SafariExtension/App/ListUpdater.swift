import CryptoKit
import Foundation
import SafariServices

/// Keeps the lists of the app's content blocker extensions up to date.
///
/// Call `update()` when the app starts and from a background task. An error is for the log: until the next try
/// Safari goes on with the lists that it has.
struct ListUpdater {
  /// Where the output of `sluice build` is.
  var server = URL(string: "https://OWNER.github.io/lists/")

  /// The extensions, by what their bundle identifiers add to the app's, and their lists.
  var extensions = ["network": "ads.network.json", "cosmetic": "ads.cosmetic.json"]

  /// The group whose folder the app shares with them, as the build settings have put it into Info.plist.
  var group = Bundle.main.object(forInfoDictionaryKey: "AppGroup") as? String
  var app = Bundle.main.bundleIdentifier ?? ""

  enum Problem: Error {
    /// The group of Info.plist is none of the app's.
    case noGroup
    case notFetched(String)
    /// The manifest does not name the list.
    case unknown(String)
    /// The list is not what the manifest says.
    case damaged(String)
    /// Safari does not take the list.
    case rejected(String, any Error)
  }

  private struct Manifest: Decodable {
    struct Output: Decodable {
      let name: String
      let sha256: String
    }
    let outputs: [Output]
  }

  func update() async throws {
    let manifest = try JSONDecoder().decode(Manifest.self, from: try await fetch("manifest.json"))
    for (suffix, name) in extensions.sorted(by: { $0.key < $1.key }) {
      guard let output = manifest.outputs.first(where: { $0.name == name }) else {
        throw Problem.unknown(name)
      }
      try await update(output, of: "\(app).\(suffix)")
    }
  }

  private func update(_ output: Manifest.Output, of identifier: String) async throws {
    guard let group,
      let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
    else { throw Problem.noGroup }
    // What Safari does not take is not tried again until the server has another list.
    guard state(of: identifier, "rejected") != output.sha256 else { return }
    let file = folder.appending(path: output.name)
    let old = try? Data(contentsOf: file)
    if old?.sha256 != output.sha256 {
      let new = try await fetch(output.name)
      guard new.sha256 == output.sha256 else { throw Problem.damaged(output.name) }
      try new.write(to: file, options: .atomic)
    }
    // An extension that is switched off has nothing to reload; that is made up for when it is on again.
    guard state(of: identifier, "loaded") != output.sha256,
      try await SFContentBlockerManager.stateOfContentBlocker(withIdentifier: identifier).isEnabled
    else { return }
    do {
      try await SFContentBlockerManager.reloadContentBlocker(withIdentifier: identifier)
      setState(of: identifier, "loaded", output.sha256)
    } catch {
      setState(of: identifier, "rejected", output.sha256)
      // Back to the last good list, or where there is none to that which is built in.
      if let old, old.sha256 != output.sha256 {
        try old.write(to: file, options: .atomic)
      } else {
        try FileManager.default.removeItem(at: file)
      }
      try await SFContentBlockerManager.reloadContentBlocker(withIdentifier: identifier)
      throw Problem.rejected(output.name, error)
    }
  }

  /// What became of an extension's lists, by SHA-256.
  private func state(of identifier: String, _ key: String) -> String? {
    UserDefaults.standard.string(forKey: "\(identifier).\(key)")
  }

  private func setState(of identifier: String, _ key: String, _ digest: String) {
    UserDefaults.standard.set(digest, forKey: "\(identifier).\(key)")
  }

  private func fetch(_ name: String) async throws -> Data {
    guard let url = server?.appending(path: name) else { throw Problem.notFetched(name) }
    let (data, response) = try await URLSession.shared.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw Problem.notFetched(name) }
    return data
  }
}

extension Data {
  var sha256: String { SHA256.hash(data: self).map { String(format: "%02x", $0) }.joined() }
}
