import CryptoKit
import Foundation
import SafariServices

/// Updates the lists of the app's content blocker extensions.
///
/// Call `update()` when the app starts and from a background task. If an update fails, Safari keeps its lists
/// until the next one.
nonisolated struct ListUpdater: Sendable {
  /// The URL of the output of `sluice build`.
  var server = URL(string: "https://OWNER.github.io/lists/")

  /// The list of each extension, by the suffix that its bundle identifier adds to the app's.
  var extensions = ["network": "ads.network.json", "cosmetic": "ads.cosmetic.json"]

  /// The app group whose folder the app shares with the extensions, from the build settings in Info.plist.
  var group = Bundle.main.object(forInfoDictionaryKey: "AppGroup") as? String
  var app = Bundle.main.bundleIdentifier ?? ""
  /// The build of the app. Each build has a folder for its lists, so that the lists that come with an update of the
  /// app are used until newer ones are fetched.
  var build = Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion") as? String ?? "0"
  /// The time after which Safari counts as not answering. Sometimes it never answers.
  var patience = Duration.seconds(20)
  /// The time after which an unchanged list is loaded again, because Safari can lose a list without a sign.
  var reloadInterval = 7.0 * 86_400

  enum Problem: LocalizedError {
    /// The group in Info.plist is not a group of the app.
    case noGroup
    case notFetched(String)
    /// The manifest does not name the list.
    case unknown(String)
    /// The list differs from its digest in the manifest.
    case damaged(String)
    /// Safari rejected the list.
    case rejected(String, any Error)
    /// Safari has too little memory for the list.
    case tooLarge(String)
    /// Safari was interrupted, or does not know the extension. The app tries the list again.
    case notReloaded(String, any Error)
    /// Safari did not answer in time.
    case noAnswer
    /// The problems of some lists. The others are up to date.
    case several([any Error])

    var errorDescription: String? {
      switch self {
      case .noGroup: "The app does not belong to the app group of the build settings"
      case .notFetched(let name): "\(name) was not fetched"
      case .unknown(let name): "The server has no \(name)"
      case .damaged(let name): "\(name) is not what the server says"
      case .rejected(let name, let error): "Safari does not take \(name): \(error.localizedDescription)"
      case .tooLarge(let name): "\(name) is too large for Safari on this device"
      case .noAnswer: "Safari does not answer"
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
        // Other lists can still be updated.
        problems.append(error)
      }
    }
    if let problem = problems.first { throw problems.count == 1 ? problem : Problem.several(problems) }
  }

  @concurrent private func update(_ output: Manifest.Output, of identifier: String) async throws {
    let folder = try listFolder()
    // A rejected list is retried only when the server has another one.
    guard state(of: identifier, "rejected") != output.sha256 else { return }
    let file = folder.appending(path: output.name)
    let old = try? Data(contentsOf: file)
    if old?.sha256 != output.sha256 {
      let new = try await fetch(output.name)
      guard new.sha256 == output.sha256 else { throw Problem.damaged(output.name) }
      try new.write(to: file, options: .atomic)
    }
    // An extension that is off cannot reload, and Safari drops its list.
    guard try await SFContentBlockerManager.stateOfContentBlocker(withIdentifier: identifier).isEnabled else {
      return setState(of: identifier, "loaded", nil)
    }
    guard state(of: identifier, "loaded") != output.sha256 || isLongAgo(identifier) else { return }
    do {
      try await reload(identifier)
      setState(of: identifier, "loaded", output.sha256)
      UserDefaults.standard.set(Date(), forKey: "\(identifier).date")
      UserDefaults.standard.set(output.rules, forKey: "\(identifier).rules")
    } catch {
      let error = error as NSError
      let isTooLarge = (error.domain, error.code) == (SFErrorDomain, 3)
      // WebKit's error 6 is about the list. All others, such as a broken connection to Safari, are not.
      guard (error.domain, error.code) == ("WKErrorDomain", 6) || isTooLarge else {
        throw Problem.notReloaded(output.name, error)
      }
      setState(of: identifier, "rejected", output.sha256)
      // Restore the last good list, or fall back to the built-in one.
      if let old, old.sha256 != output.sha256 {
        try old.write(to: file, options: .atomic)
      } else {
        try FileManager.default.removeItem(at: file)
      }
      try await reload(identifier)
      throw isTooLarge ? Problem.tooLarge(output.name) : Problem.rejected(output.name, error)
    }
  }

  /// Has Safari load the list of an extension, and waits for the answer at most `patience`.
  @concurrent private func reload(_ identifier: String) async throws {
    let (answers, answer) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
    // Tasks of a group would be waited for, even without an answer.
    Task {
      do {
        try await SFContentBlockerManager.reloadContentBlocker(withIdentifier: identifier)
        answer.yield(.success(()))
      } catch {
        answer.yield(.failure(error))
      }
    }
    let bound = Task { [patience] in
      try await Task.sleep(for: patience)
      answer.yield(.failure(Problem.noAnswer))
    }
    defer { bound.cancel() }
    for await result in answers { return try result.get() }
    throw CancellationError()
  }

  /// Returns the folder of this build's lists, and removes those of other builds.
  private func listFolder() throws -> URL {
    let files = FileManager.default
    guard let group, let shared = files.containerURL(forSecurityApplicationGroupIdentifier: group) else {
      throw Problem.noGroup
    }
    let lists = shared.appending(path: "lists")
    let folder = lists.appending(path: build)
    if !files.fileExists(atPath: folder.path) {
      try? files.removeItem(at: lists)
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    return folder
  }

  private func isLongAgo(_ identifier: String) -> Bool {
    guard let date = UserDefaults.standard.object(forKey: "\(identifier).date") as? Date else { return true }
    // A clock that was set back counts, too.
    return abs(Date().timeIntervalSince(date)) > reloadInterval
  }

  /// The state of an extension and its list.
  struct Blocker: Identifiable, Sendable {
    let id: String
    /// Whether the extension is on; nil if Safari does not report it.
    var isEnabled: Bool?
    /// The time when the list was loaded; nil for the built-in list.
    var date: Date?
    var rules: Int?
  }

  /// Returns the current state of the extensions.
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

  /// Returns the SHA-256 of the list that an extension last loaded or rejected.
  private func state(of identifier: String, _ key: String) -> String? {
    UserDefaults.standard.string(forKey: "\(identifier).\(build).\(key)")
  }

  private func setState(of identifier: String, _ key: String, _ digest: String?) {
    UserDefaults.standard.set(digest, forKey: "\(identifier).\(build).\(key)")
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
