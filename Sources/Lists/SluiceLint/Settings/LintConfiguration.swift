import SluiceLists

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

  package init() {}

  /// Returns the settings, combined with options from the command line.
  ///
  /// The command line's selection replaces that of the file. Its other options are added.
  package func settings(
    select others: [LintSelector], ignore more: [LintSelector], severities changed: [LintRule: LintSeverity]
  ) -> LintSettings {
    LintSettings(
      select: others.isEmpty ? select ?? [.default] : others, ignore: ignore + more,
      severities: severities.merging(changed) { $1 })
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
  }
}

extension KeyedDecodingContainer {
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
      advice: suggestion.map { "did you mean '\($0)'?" } ?? "docs/lint.md has the ids of all rules")
  }
}
