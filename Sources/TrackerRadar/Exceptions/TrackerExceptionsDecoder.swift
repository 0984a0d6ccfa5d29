import ContentBlocker
import Conversion

/// What an exceptions file is, by its content.
public enum TrackerExceptionsKind: String, Hashable, Sendable, CaseIterable {
  /// Features of a privacy configuration together, as it is generated for apps.
  case privacyConfiguration = "privacy-configuration"
  /// The feature `trackerAllowlist` by itself.
  case allowlist = "tracker-allowlist"
  /// The sites without protection for a time.
  case temporary = "unprotected-temporary"
  /// The feature `contentBlocking` by itself.
  case contentBlocking = "content-blocking"
  /// The user's sites: an array of host names.
  case userSites = "user-unprotected"
}

extension TrackerExceptions {
  /// Reads exceptions: a generated privacy configuration, one of its features (`tracker-allowlist.json`,
  /// `content-blocking.json`), `unprotected-temporary.json`, or an array with the user's sites.
  ///
  /// What is malformed is left out and noted with its path. A feature whose `state` is not `enabled` is empty.
  /// - Throws: when the file is not JSON or none of these.
  public static func decoding(
    _ json: [UInt8]
  ) throws(TrackerDataProblem) -> (
    exceptions: TrackerExceptions, kind: TrackerExceptionsKind, problems: [TrackerDataProblem]
  ) {
    var decoder = TrackerExceptionsDecoder()
    let kind = try decoder.decode(json.span)
    return (decoder.exceptions, kind, decoder.reader.problems)
  }
}

/// Reads the shapes that exceptions come in.
private struct TrackerExceptionsDecoder {
  private(set) var exceptions = TrackerExceptions()
  private(set) var reader = JSONObjectReader()

  mutating func decode(_ json: Span<UInt8>) throws(TrackerDataProblem) -> TrackerExceptionsKind {
    let root = try reader.root(json)
    if root.kind == .array {
      exceptions.userSites = reader.hosts(root, json)
      return .userSites
    }
    var parts = Parts()
    if root.kind == .object { parts = self.parts(of: root, json) }
    if let features = parts.features {
      var own = reader
      own.members(features, json) { reader, key, value in
        if key.isString("trackerAllowlist", json) { readAllowlist(value, &reader, json) }
        if key.isString("contentBlocking", json) {
          exceptions.contentBlocking += readDomains(value, &reader, json)
        }
      }
      reader = own
      if let temporary = parts.temporary { exceptions.temporary = readSites(temporary, json) }
      return .privacyConfiguration
    }
    if let temporary = parts.temporary {
      exceptions.temporary = readSites(temporary, json)
      return .temporary
    }
    if parts.settings != nil || parts.allowlist != nil {
      var own = reader
      readAllowlist(root, &own, json)
      reader = own
      return .allowlist
    }
    guard parts.exceptions != nil else {
      throw TrackerDataProblem(.noExceptions, path: "", span: root.start..<min(root.end, root.start + 1))
    }
    var own = reader
    let domains = readDomains(root, &own, json)
    reader = own
    if parts.state != nil {
      exceptions.contentBlocking = domains
      return .contentBlocking
    }
    exceptions.temporary = domains
    return .temporary
  }

  /// The members that tell the shapes from each other.
  private struct Parts {
    var features, temporary, settings, allowlist, exceptions, state: JSONValue?
  }

  private func parts(of root: JSONValue, _ json: Span<UInt8>) -> Parts {
    var parts = Parts()
    var cursor = JSONCursor(in: root)
    while let (key, value) = cursor.nextMember(json) {
      if key.isString("features", json) { parts.features = value }
      if key.isString("unprotectedTemporary", json) { parts.temporary = value }
      if key.isString("settings", json) { parts.settings = value }
      if key.isString("allowlistedTrackers", json) { parts.allowlist = value }
      if key.isString("exceptions", json) { parts.exceptions = value }
      if key.isString("state", json) { parts.state = value }
    }
    return parts
  }

  private func isOff(_ parts: Parts, _ json: Span<UInt8>) -> Bool {
    guard let state = parts.state else { return false }
    return !state.isString("enabled", json)
  }

  private mutating func readSites(_ array: JSONValue, _ json: Span<UInt8>) -> [[UInt8]] {
    var own = reader
    let domains = Self.sites(array, &own, json)
    reader = own
    return domains
  }

  /// The `exceptions` of a feature.
  private func readDomains(
    _ feature: JSONValue, _ reader: inout JSONObjectReader, _ json: Span<UInt8>
  ) -> [[UInt8]] {
    guard feature.kind == .object, !isOff(parts(of: feature, json), json) else { return [] }
    var domains: [[UInt8]] = []
    reader.members(feature, json) { reader, key, value in
      if key.isString("exceptions", json) { domains = Self.sites(value, &reader, json) }
    }
    return domains
  }

  /// An array of objects with a `domain`, or of domains.
  private static func sites(
    _ array: JSONValue, _ reader: inout JSONObjectReader, _ json: Span<UInt8>
  ) -> [[UInt8]] {
    var domains: [[UInt8]] = []
    reader.elements(array, json) { reader, value in
      if value.kind == .string {
        if let host = reader.host(value, json) { domains.append(host) }
        return
      }
      reader.members(value, json) { reader, key, value in
        if key.isString("domain", json), let host = reader.host(value, json) { domains.append(host) }
      }
    }
    return domains
  }

  private mutating func readAllowlist(
    _ feature: JSONValue, _ reader: inout JSONObjectReader, _ json: Span<UInt8>
  ) {
    guard feature.kind == .object, !isOff(parts(of: feature, json), json) else { return }
    reader.members(feature, json) { reader, key, value in
      if key.isString("settings", json) {
        reader.members(value, json) { reader, key, value in
          if key.isString("allowlistedTrackers", json) { readTrackers(value, &reader, json) }
        }
      } else if key.isString("allowlistedTrackers", json) {
        readTrackers(value, &reader, json)
      }
    }
  }

  private mutating func readTrackers(
    _ object: JSONValue, _ reader: inout JSONObjectReader, _ json: Span<UInt8>
  ) {
    reader.members(object, json) { reader, key, value in
      guard let tracker = reader.host(key, json) else { return }
      var rules: [TrackerExceptions.AllowlistRule] = []
      reader.members(value, json) { reader, key, value in
        guard key.isString("rules", json) else { return }
        reader.elements(value, json) { reader, value in
          if let rule = Self.allowlistRule(value, tracker, &reader, json) { rules.append(rule) }
        }
      }
      exceptions.allowlist.append(.init(tracker: tracker, rules: rules))
    }
  }

  private static func allowlistRule(
    _ object: JSONValue, _ tracker: [UInt8], _ reader: inout JSONObjectReader, _ json: Span<UInt8>
  ) -> TrackerExceptions.AllowlistRule? {
    var rule: (text: [UInt8], value: JSONValue)?
    var domains: [[UInt8]] = []
    var isEverywhere = false
    reader.members(object, json) { reader, key, value in
      if key.isString("rule", json) {
        if let text = reader.text(value, json) { rule = (text, value) }
      } else if key.isString("domains", json) {
        reader.elements(value, json) { reader, value in
          if value.isString("<all>", json) {
            isEverywhere = true
          } else if let host = reader.host(value, json) {
            domains.append(host)
          }
        }
      }
    }
    guard let rule else {
      if object.kind == .object { reader.note(.missing("rule"), object, json) }
      return nil
    }
    let slash = rule.text.firstIndex(of: UInt8(ascii: "/")) ?? rule.text.endIndex
    guard let host = HostNames.ascii(Array(rule.text[..<slash])) else {
      reader.note(.notHost(String(decoding: rule.text[..<slash], as: UTF8.self)), rule.value, json)
      return nil
    }
    guard HostNames.isHost(host, within: tracker) else {
      reader.note(.foreignHost, rule.value, json)
      return nil
    }
    return TrackerExceptions.AllowlistRule(
      host: host, path: Array(rule.text[slash...]), domains: isEverywhere ? nil : domains)
  }
}
