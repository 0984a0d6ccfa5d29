import CryptoKit
import Foundation
import SafariServices

/// Keeps the lists of the app's content blocker extensions up to date.
///
/// Call `update()` when the app starts and from a background task. Until the next try Safari goes on with the lists
/// that it has.
nonisolated struct ListUpdater: Sendable {
  /// Where the output of `sluice build` is.
  var server = URL(string: "https://OWNER.github.io/lists/")

  /// The extensions, by what their bundle identifiers add to the app's, and their lists.
  var extensions = ["network": "ads.network.json", "cosmetic": "ads.cosmetic.json"]

  /// The group whose folder the app shares with them, as the build settings have put it into Info.plist.
  var group = Bundle.main.object(forInfoDictionaryKey: "AppGroup") as? String
  var app = Bundle.main.bundleIdentifier ?? ""

  enum Problem: LocalizedError {
    /// The group of Info.plist is none of the app's.
    case noGroup
    case notFetched(String)
    /// The manifest does not name the list.
    case unknown(String)
    /// The list is not what the manifest says.
    case damaged(String)
    /// Safari does not take the list.
    case rejected(String, any Error)
    /// Safari could not reload the extension: it was interrupted, or does not know it. The list is tried again.
    case notReloaded(String, any Error)
    /// What went wrong with some lists; the others are up to date.
    case several([any Error])

    var errorDescription: String? {
      switch self {
      case .noGroup: "The app group of the build settings is none of the app's"
      case .notFetched(let name): "\(name) was not fetched"
      case .unknown(let name): "The server has no \(name)"
      case .damaged(let name): "\(name) is not what the server says"
      case .rejected(let name, let error): "Safari does not take \(name): \(error.localizedDescription)"
      case .notReloaded(let name, let error): "Safari did not load \(name): \(error.localizedDescription)"
      case .several(let errors): errors.map(\.localizedDescription).joined(separator: "\n")
      }
    }
  }

  private struct Manifest: Decodable {
    struct Output: Decodable {
      let name: String
      let sha256: String
      let rules: Int?
    }
    let outputs: [Output]
  }

  @concurrent func update() async throws {
    let manifest = try JSONDecoder().decode(Manifest.self, from: try await fetch("manifest.json"))
    var problems: [any Error] = []
    for (suffix, name) in extensions.sorted(by: { $0.key < $1.key }) {
      do {
        guard let output = manifest.outputs.first(where: { $0.name == name }) else {
          throw Problem.unknown(name)
        }
        try await update(output, of: "\(app).\(suffix)")
      } catch {
        // The others have nothing to do with it.
        problems.append(error)
      }
    }
    if let problem = problems.first { throw problems.count == 1 ? problem : Problem.several(problems) }
  }

  @concurrent private func update(_ output: Manifest.Output, of identifier: String) async throws {
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
      UserDefaults.standard.set(Date(), forKey: "\(identifier).date")
      UserDefaults.standard.set(output.rules, forKey: "\(identifier).rules")
    } catch {
      // Safari's own errors say nothing of the list.
      guard (error as NSError).domain != SFErrorDomain else { throw Problem.notReloaded(output.name, error) }
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

  /// An extension, and what Safari has of its list.
  struct Blocker: Identifiable, Sendable {
    let id: String
    /// nil where Safari does not say.
    var isEnabled: Bool?
    /// When the list was loaded; nil for the one that is built in.
    var date: Date?
    var rules: Int?
  }

  /// The extensions as they are now.
  @concurrent func blockers() async -> [Blocker] {
    var blockers: [Blocker] = []
    for suffix in extensions.keys.sorted() {
      let identifier = "\(app).\(suffix)"
      let state = try? await SFContentBlockerManager.stateOfContentBlocker(withIdentifier: identifier)
      blockers.append(
        Blocker(
          id: suffix, isEnabled: state?.isEnabled,
          date: UserDefaults.standard.object(forKey: "\(identifier).date") as? Date,
          rules: UserDefaults.standard.object(forKey: "\(identifier).rules") as? Int))
    }
    return blockers
  }

  /// What became of an extension's lists, by SHA-256.
  private func state(of identifier: String, _ key: String) -> String? {
    UserDefaults.standard.string(forKey: "\(identifier).\(key)")
  }

  private func setState(of identifier: String, _ key: String, _ digest: String) {
    UserDefaults.standard.set(digest, forKey: "\(identifier).\(key)")
  }

  @concurrent private func fetch(_ name: String) async throws -> Data {
    guard let url = server?.appending(path: name) else { throw Problem.notFetched(name) }
    let (data, response) = try await URLSession.shared.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw Problem.notFetched(name) }
    return data
  }
}

nonisolated extension Data {
  var sha256: String { SHA256.hash(data: self).map { String(format: "%02x", $0) }.joined() }
}
