import ListBuilding

/// What the `lint` part of a sluice.json says about the lists in its folder and below it.
package struct LintConfiguration: Hashable, Sendable {
  /// The rules that are on; nil for the default ones.
  package var select: [LintSelector]?
  /// The rules that are off.
  package var ignore: [LintSelector] = []
  /// Other severities than the rules' own.
  package var severities: [LintRule: LintSeverity] = [:]
  /// With which findings the exit status is 1; nil where the file does not say.
  package var failOn: FailureLevel?
  /// Lists to compare with, files of dead hosts, files of requests: relative to the file.
  package var against: [String] = []
  /// See ``against``.
  package var dead: [String] = []
  /// See ``against``.
  package var requests: [String] = []
  /// Files that are not looked at: patterns of names and of paths relative to the file.
  package var exclude: [String] = []
  /// Findings that are known, relative to the file.
  package var baseline: String?

  /// Nothing is said.
  package init() {}

  /// The settings, with what a command line adds: its selection takes the place of that of the file, the rest is added.
  package func settings(
    select others: [LintSelector], ignore more: [LintSelector], severities changed: [LintRule: LintSeverity]
  ) -> LintSettings {
    LintSettings(
      select: others.isEmpty ? select ?? [.default] : others, ignore: ignore + more,
      severities: severities.merging(changed) { $1 })
  }

  /// Reads the part of a file; nil where it has none. `name` is what messages call the file.
  package init?(parsing bytes: [UInt8], name: String) throws(BuildFileMistake) {
    guard let part = try JSON5Text(parsing: bytes, name: name).decode(File.self).lint else { return nil }
    self = part
  }

  /// The file: other parts of it are read by other commands.
  private struct File: Decodable {
    let lint: LintConfiguration?
  }
}

extension LintConfiguration: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case select, ignore, severity, failOn, against, dead, requests, baseline, exclude
  }

  /// Decodes the part.
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
