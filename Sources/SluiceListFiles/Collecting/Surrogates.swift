#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceRules
import SluiceSystem
import SluiceText
import SluiceTrackers

/// The surrogates in Tracker Radar data, for apps that can answer requests with scripts.
package struct Surrogates: Sendable {
  private let data: TrackerData

  /// Creates the surrogates of the data.
  package init(_ data: TrackerData) { self.data = data }

  /// A problem with the scripts or their mapping.
  package enum Problem: Error, Hashable, Sendable {
    /// `mapping.json` is missing or invalid.
    case noMapping
    /// Scripts that rules or the mapping name are missing.
    case missingScripts([String])
  }

  /// A rule of `mapping.json`.
  private struct Mapped: Codable {
    var regexRule: String
    var surrogate: String
  }

  /// The names of the scripts that the data's rules use, sorted.
  package var scripts: [String] { Set(data.trackers.flatMap { $0.rules.compactMap(\.surrogate) }).sorted() }

  /// Checks that the scripts in the data and in `mapping.json` are available.
  ///
  /// The data decides which scripts run. DuckDuckGo publishes one mapping for several data files, and no data
  /// file contains all of its rules.
  ///
  /// - Parameters:
  ///   - mapping: The contents of `mapping.json`.
  ///   - available: The names of the files in the script folder.
  /// - Returns: The rules that are in the mapping but not in the data, as `tracker: script`, sorted.
  package func check(
    mapping: some InputBytes & ~Escapable, available: Set<String>
  ) throws(Problem) -> [String] {
    let rules = try Self.rules(inJSON: mapping)
    let missing = names(alsoIn: rules).subtracting(available).sorted()
    guard missing.isEmpty else { throw .missingScripts(missing) }
    var known: Set<String> = []
    for tracker in data.trackers {
      for rule in tracker.rules {
        if let surrogate = rule.surrogate {
          known.insert(Self.key(text(tracker.domain), regex: rule.regex, script: surrogate))
        }
      }
    }
    return rules.flatMap { tracker, rules in
      rules.filter {
        !known.contains(Self.key(tracker, regex: Array($0.regexRule.utf8), script: $0.surrogate))
      }
      .map { "\(tracker): \($0.surrogate)" }
    }.sorted()
  }

  /// Returns the names of the scripts that the data's rules or `mapping.json` use.
  package func scripts(alsoIn mapping: some InputBytes & ~Escapable) throws(Problem) -> Set<String> {
    names(alsoIn: try Self.rules(inJSON: mapping))
  }

  private func names(alsoIn rules: [String: [Mapped]]) -> Set<String> {
    Set(scripts).union(rules.values.flatMap { $0.map(\.surrogate) })
  }

  private static func rules(
    inJSON mapping: some InputBytes & ~Escapable
  ) throws(Problem) -> [String: [Mapped]] {
    let data = Data(mapping.inputArray())
    guard let rules = try? JSONDecoder().decode([String: [Mapped]].self, from: data) else { throw .noMapping }
    return rules
  }

  /// Returns a key for comparing rules. It ignores whether slashes in the regex are escaped: in mappings they
  /// are, in the data they are not.
  private static func key(_ tracker: String, regex: [UInt8], script: String) -> String {
    var plain: [UInt8] = []
    var isEscaped = false
    for byte in regex {
      if isEscaped, byte == ASCII.slash { plain.removeLast() }
      plain.append(byte)
      isEscaped = byte == ASCII.backslash && !isEscaped
    }
    return "\(tracker)\u{0}\(String(decoding: plain, as: UTF8.self))\u{0}\(script)"
  }

  /// Encodes the trackers that have surrogates in the format of a `tds.json`, with the script names under
  /// `surrogates`.
  ///
  /// Rules after a tracker's last surrogate are left out. Rules before it stay, because the first match
  /// decides.
  package func encodedJSON() throws -> [UInt8] {
    var document = Document(surrogates: scripts)
    var owners: Set<String> = []
    for tracker in data.trackers {
      guard let last = tracker.rules.lastIndex(where: { $0.surrogate != nil }) else { continue }
      document.trackers[text(tracker.domain)] = Document.Tracker(
        domain: text(tracker.domain), owner: tracker.owner.map { .init(name: $0) },
        default: Tracker.DefaultAction.ignore.rawValue, rules: tracker.rules[...last].map(Document.Rule.init))
      if let owner = tracker.owner { owners.insert(owner) }
    }
    for entity in data.entities where owners.contains(entity.name) {
      document.entities[entity.name] = .init(domains: entity.domains.map(text))
      for domain in entity.domains { document.domains[text(domain)] = entity.name }
    }
    for cname in data.cnames {
      let targets = [cname.target] + HostNames.parents(of: cname.target)
      if targets.contains(where: { document.trackers[text($0)] != nil }) {
        document.cnames[text(cname.host)] = text(cname.target)
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(document)) + [ASCII.lineFeed]
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// The parts of the `tds.json` format that surrogates need.
private struct Document: Encodable {
  var surrogates: [String]
  var trackers: [String: Tracker] = [:]
  var entities: [String: Entity] = [:]
  var domains: [String: String] = [:]
  var cnames: [String: String] = [:]

  struct Owner: Encodable {
    var name: String
  }

  struct Entity: Encodable {
    var domains: [String]
  }

  struct Tracker: Encodable {
    var domain: String
    var owner: Owner?
    var `default`: String
    var rules: [Rule]
  }

  struct Scope: Encodable {
    var domains: [String]?
    var types: [String]?

    init(_ scope: TrackerRule.Scope) {
      domains = scope.domains?.map { String(decoding: $0, as: UTF8.self) }
      types = scope.types
    }
  }

  struct Rule: Encodable {
    var rule: String
    var action: String?
    var surrogate: String?
    var options: Scope?
    var exceptions: Scope?

    init(_ rule: TrackerRule) {
      self.rule = String(decoding: rule.regex, as: UTF8.self)
      switch rule.action {
      case .block: action = nil
      case .ignore: action = "ignore"
      case .clickToLoad(let name): action = name
      }
      surrogate = rule.surrogate
      options = rule.options.map { Scope($0) }
      exceptions = rule.exceptions.map { Scope($0) }
    }
  }
}

extension Surrogates.Problem: CustomStringConvertible, DescribedError {
  /// The message for the user.
  package var description: String {
    switch self {
    case .noMapping: "'mapping.json' is not a mapping of trackers to surrogates"
    case .missingScripts(let names):
      "surrogates are missing: \(names.map { "'\($0)'" }.joined(separator: ", "))"
    }
  }
}

/// The files of a folder that can be surrogates. The Tracker Radar data decides which of them are needed.
enum SurrogateFiles {
  /// Returns the surrogate names in a `tds.json` that can be file names in a folder at a URL, in order.
  ///
  /// Returns an empty array if the JSON is not Tracker Radar data. The build reports that later.
  static func names(in blocklist: [UInt8]) -> [String] {
    guard let data = try? TrackerData.decodingJSON(blocklist).data else { return [] }
    return Surrogates(data).scripts.filter { name in
      !name.isEmpty && !name.hasPrefix(".")
        && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-._".utf8.contains($0) }
    }
  }

  /// Reads the regular files of a folder that are small enough, by file name. Links are not followed.
  ///
  /// - Parameter stamped: Returns the path in the file system and records its state.
  static func read(
    _ folder: String, stamped: (String) -> String
  ) throws(SystemError) -> [String: ListDocument] {
    var scripts: [String: ListDocument] = [:]
    let directory = try Directory(stamped(folder))
    for name in try directory.names() where !name.description.hasPrefix(".") {
      guard try directory.status(of: name).kind == .regular else { continue }
      let path = folder.hasSuffix("/") ? "\(folder)\(name)" : "\(folder)/\(name)"
      _ = stamped(path)
      do throws(SystemError) {
        let bytes = try directory.contents(of: name, atMost: SurrogateScript.maximumBytes)
        scripts[name.description] = ListDocument(
          name: path, bytes: bytes, sha256: SHA256Hasher.digest(of: bytes).description)
      } catch {
        guard error == .tooLarge else { throw error }
      }
    }
    return scripts
  }
}
