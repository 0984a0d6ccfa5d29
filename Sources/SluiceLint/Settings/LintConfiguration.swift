import SluiceListFiles
import SluiceText

/// The `lint` section of a `sluice.json`, which applies to the lists in its folder and below.
package struct LintConfiguration: Hashable, Sendable {
  /// The rules to enable; nil for the default rules.
  package var select: [LintSelector]?
  /// The rules to disable.
  package var ignore: [LintSelector] = []
  /// Severities that override those of the rules.
  package var severities: [LintRule: LintSeverity] = [:]
  /// The minimum severity for exit status 1; nil if the file does not set it.
  package var failOn: FailureLevel?
  /// Lists to compare with, relative to the file.
  package var against: [String] = []
  /// Files with dead hosts, relative to the file.
  package var dead: [String] = []
  /// Files with requests, relative to the file.
  package var requests: [String] = []
  /// Patterns of files to skip, matched with names and with paths relative to the file.
  package var exclude: [String] = []
  /// The baseline file, relative to the file.
  package var baseline: String?
  /// The kinds of filters that are allowed in files, by patterns like those of ``exclude``.
  package var kinds: [String: Set<FilterKind>] = [:]
  /// The filters that are not allowed in any file.
  private var policy = LintPolicy()

  package init() {}

  /// Returns the settings, combined with options from the command line.
  ///
  /// The command line's selection replaces that of the file. Its other options are added.
  ///
  /// - Parameter predicate: Returns whether a pattern in ``kinds`` matches the list.
  package func settings(
    select others: [LintSelector], ignore more: [LintSelector], severities changed: [LintRule: LintSeverity],
    predicate: (String) -> Bool = { _ in false }
  ) -> LintSettings {
    var settings = LintSettings(
      select: others.isEmpty ? select ?? [.default] : others, ignore: ignore + more,
      severities: severities.merging(changed) { $1 })
    settings.policy = policy
    let kinds = kinds.filter { predicate($0.key) }.values
    if !kinds.isEmpty { settings.policy.kinds = kinds.reduce([]) { $0.union($1) } }
    return settings
  }

  /// Reads the section from a file; returns nil if the file has none. `name` is the name of the file in
  /// messages.
  package init?(parsing bytes: [UInt8], name: String) throws(BuildFileMistake) {
    guard let part = try JSON5Text(parsing: bytes, name: name).decode(File.self).lint else { return nil }
    self = part
  }

  /// The part of the file that is read here. Other commands read its other sections.
  private struct File: Decodable {
    let lint: LintConfiguration?
  }
}

extension LintConfiguration: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case select, ignore, severity, failOn, against, dead, requests, baseline, exclude
    case kinds, bannedFilters, bannedDomains
  }

  /// Decodes the section.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.strictContainer(keyedBy: Key.self)
    select = try values.selectors(forKey: .select)
    ignore = try values.selectors(forKey: .ignore) ?? []
    failOn = try values.choice(FailureLevel.self, forKey: .failOn)
    against = try values.decodeIfPresent([String].self, forKey: .against) ?? []
    dead = try values.decodeIfPresent([String].self, forKey: .dead) ?? []
    requests = try values.decodeIfPresent([String].self, forKey: .requests) ?? []
    baseline = try values.decodeIfPresent(String.self, forKey: .baseline)
    exclude = try values.decodeIfPresent([String].self, forKey: .exclude) ?? []
    let words = try values.decodeIfPresent([String: String].self, forKey: .severity) ?? [:]
    for (id, word) in words.sorted(by: { $0.key < $1.key }) {
      let path = values.codingPath + [Key.severity]
      guard let rule = LintRule(id: id) else { throw RecipeMistake(path: path, key: id, unknownRule: id) }
      guard let severity = LintSeverity(rawValue: word) else {
        throw RecipeMistake(
          path: path, key: id, message: "unknown severity '\(word)'",
          advice: "known are \(LintSeverity.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      severities[rule] = severity
    }
    let kinds = try values.decodeIfPresent([String: [String]].self, forKey: .kinds) ?? [:]
    for (pattern, names) in kinds.sorted(by: { $0.key < $1.key }) {
      let path = values.codingPath + [Key.kinds]
      self.kinds[pattern] = Set(try names.flatMap { try FilterKind.decoded($0, at: path, key: pattern) })
    }
    try values.forEachText(forKey: .bannedFilters, refusing: "is not a filter") { policy.ban(filter: $0) }
    try values.forEachText(forKey: .bannedDomains, refusing: "is not a host name") { policy.ban(domain: $0) }
  }
}

extension FilterKind {
  fileprivate static func decoded(
    _ name: String, at path: [any CodingKey], key: String
  ) throws -> [FilterKind] {
    guard let kinds = named(name) else {
      let suggestion = Suggestion.nearest(to: name, among: names)
      throw RecipeMistake(
        path: path, key: key, message: "unknown kind of filter '\(name)'",
        advice: suggestion.map { "did you mean '\($0)'?" } ?? "known are \(names.joined(separator: ", "))")
    }
    return kinds
  }
}

extension KeyedDecodingContainer {
  /// Passes each text in a list to `take`. Throws a mistake with the message if that returns false.
  fileprivate func forEachText(
    forKey key: Key, refusing message: String, take: (String) -> Bool
  ) throws {
    for (index, text) in (try decodeIfPresent([String].self, forKey: key) ?? []).enumerated()
    where !take(text) {
      throw RecipeMistake(path: codingPath + [key, ListIndex(index)], message: "'\(text)' \(message)")
    }
  }

  fileprivate func selectors(forKey key: Key) throws -> [LintSelector]? {
    guard let words = try decodeIfPresent([String].self, forKey: key) else { return nil }
    return try words.enumerated().map { index, word in
      guard let selector = LintSelector(word) else {
        throw RecipeMistake(path: codingPath + [key, ListIndex(index)], unknownRule: word)
      }
      return selector
    }
  }
}

extension RecipeMistake {
  fileprivate init(path: [any CodingKey], key: String? = nil, unknownRule word: String) {
    let suggestion = Suggestion.nearest(to: word, among: LintSelector.names)
    self.init(
      path: path, key: key, message: "unknown rule '\(word)'",
      advice: suggestion.map { "did you mean '\($0)'?" } ?? "'sluice explain' lists all rules")
  }
}

/// The minimum severity of findings that make a command fail.
package enum FailureLevel: String, CaseIterable, Sendable {
  case error
  case warning
  case note
  /// Findings never make a command fail.
  case never

  /// Returns whether findings with this maximum severity make a command fail.
  package func isReached(by worst: LintSeverity?) -> Bool {
    guard let worst, let least = LintSeverity(rawValue: rawValue) else { return false }
    return worst >= least
  }
}
