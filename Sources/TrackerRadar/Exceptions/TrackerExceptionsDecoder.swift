import ContentBlocker
import Conversion
import JSON

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
  /// The feature `requestBlocklist` by itself.
  case requestBlocklist = "request-blocklist"
  /// The feature `clickToLoad` by itself.
  case clickToLoad = "click-to-load"
  /// The user's sites: an array of host names.
  case userSites = "user-unprotected"
}

extension TrackerExceptions {
  /// Reads what a privacy configuration says of requests: a generated configuration, one of its features
  /// (`tracker-allowlist.json`, `content-blocking.json`, `request-blocklist.json`, `click-to-load.json`), the
  /// allowlist's trackers alone (`{"tracker.example": {"rules": [...]}}`), `unprotected-temporary.json`, or an
  /// array with the user's sites.
  ///
  /// What is malformed is left out and noted with its path. A feature whose `state` is not `enabled` is off: its
  /// exceptions are none, and without content blocking nothing is blocked at all. What a configuration does not
  /// speak of is as if there were no configuration.
  /// - Parameters:
  ///   - json: the text of the file.
  ///   - file: a number for the file, which the places of rules and problems have then.
  ///   - appVersion: the version of the app that it is for, such as `1.20.3`. Where it is nil or no version, the
  ///     newest is meant: features from some version on are used, those up to some version are not.
  /// - Throws: when the file is not JSON or none of these.
  public static func decodingJSON(
    _ json: some InputBytes & ~Escapable, file: Int = 0, appVersion: String? = nil
  ) throws(TrackerDataProblem) -> (
    exceptions: TrackerExceptions, kind: TrackerExceptionsKind, problems: [TrackerDataProblem]
  ) {
    let name = json.inputName
    return try json.withInputBytes { (json) throws(TrackerDataProblem) in
      let reader = TrackerDataReader(json, called: name, file: file)
      var decoder = TrackerExceptionsDecoder(reader: reader, app: appVersion.flatMap { AppVersion($0) })
      let kind = try decoder.decode(json)
      return (decoder.exceptions, kind, decoder.reader.problems)
    }
  }

  /// Whether a text is the version of an app as ``decodingJSON(_:file:appVersion:)`` takes it.
  public static func isAppVersion(_ text: String) -> Bool { AppVersion(text) != nil }
}

/// Reads the shapes that exceptions come in.
private struct TrackerExceptionsDecoder {
  private(set) var exceptions = TrackerExceptions()
  private(set) var reader: TrackerDataReader
  private let app: AppVersion?

  init(reader: TrackerDataReader, app: AppVersion?) {
    self.reader = reader
    self.app = app
  }

  mutating func decode(_ json: Span<UInt8>) throws(TrackerDataProblem) -> TrackerExceptionsKind {
    let root = try reader.root(json)
    let kind = ExceptionsShape.kind(of: root, json)
    var reader = reader
    defer { self.reader = reader }
    switch kind {
    case nil:
      let span = root.start..<min(root.end, root.start + 1)
      throw TrackerDataProblem(.noExceptions, at: reader.wholeFile(span, json))
    case .userSites: exceptions.userSites = reader.hosts(root, json)
    case .privacyConfiguration: readConfiguration(root, &reader, json)
    case .temporary: readTemporary(root, &reader, json)
    case .allowlist:
      if ExceptionsShape.isBareAllowlist(root, json) {
        addAllowlist(root, without: [], &reader, json)
      } else {
        readAllowlist(root, isAlone: true, &reader, json)
      }
    case .contentBlocking: readContentBlocking(root, isAlone: true, &reader, json)
    case .requestBlocklist: readBlocklist(root, isAlone: true, &reader, json)
    case .clickToLoad: readClickToLoad(root, isAlone: true, &reader, json)
    }
    return kind ?? .privacyConfiguration
  }

  private mutating func readConfiguration(
    _ root: JSONValue, _ reader: inout TrackerDataReader, _ json: Span<UInt8>
  ) {
    reader.members(root, json) { reader, key, value in
      if key.isString("unprotectedTemporary", json) {
        exceptions.temporary = PrivacyFeature.sites(value, &reader, json)
      } else if key.isString("features", json) {
        readFeatures(value, &reader, json)
      }
    }
  }

  private mutating func readFeatures(
    _ features: JSONValue, _ reader: inout TrackerDataReader, _ json: Span<UInt8>
  ) {
    var former: (key: JSONValue, value: JSONValue)?
    reader.members(features, json) { reader, key, value in
      guard value.kind != .null else { return }
      let name = JSONText(key, json).string
      switch FeatureName(rawValue: name) {
      case .trackerAllowlist: readAllowlist(value, isAlone: false, &reader, json)
      case .contentBlocking: readContentBlocking(value, isAlone: false, &reader, json)
      case .requestBlocklist: readBlocklist(value, isAlone: false, &reader, json)
      case .clickToLoad: readClickToLoad(value, isAlone: false, &reader, json)
      case .clickToPlay: former = (key, value)
      case nil:
        guard let unused = UnusedFeature(rawValue: name), PrivacyFeature.isEnabled(value, json) else {
          return
        }
        reader.note(.unusedFeature(unused.effect), key, json)
      }
    }
    // The name that the feature had before; configurations for old and new apps have both.
    if let former, exceptions.clickToLoad == nil {
      reader.inside(former.key) { readClickToLoad(former.value, isAlone: false, &$0, json) }
    }
  }

  private mutating func readTemporary(
    _ root: JSONValue, _ reader: inout TrackerDataReader, _ json: Span<UInt8>
  ) {
    reader.members(root, json) { reader, key, value in
      if key.isString("unprotectedTemporary", json) || key.isString("exceptions", json) {
        exceptions.temporary += PrivacyFeature.sites(value, &reader, json)
      }
    }
  }

  private mutating func readContentBlocking(
    _ value: JSONValue, isAlone: Bool, _ reader: inout TrackerDataReader, _ json: Span<UInt8>
  ) {
    let feature = PrivacyFeature(value, unstated: .on, isAlone: isAlone, app: app, &reader, json)
    guard feature.isOn else {
      exceptions.isContentBlockingOff = true
      return reader.note(.contentBlockingIsOff, value, json)
    }
    exceptions.contentBlocking += feature.exceptions
  }

  private mutating func readAllowlist(
    _ value: JSONValue, isAlone: Bool, _ reader: inout TrackerDataReader, _ json: Span<UInt8>
  ) {
    let feature = PrivacyFeature(value, unstated: .on, isAlone: isAlone, app: app, &reader, json)
    guard feature.isOn else { return }
    feature.readSettings(&reader, json) { reader, key, value in
      guard key.isString("allowlistedTrackers", json) else { return }
      addAllowlist(value, without: feature.exceptions, &reader, json)
    }
    // The settings may stand alone.
    reader.members(value, json) { reader, key, value in
      guard key.isString("allowlistedTrackers", json) else { return }
      addAllowlist(value, without: feature.exceptions, &reader, json)
    }
  }

  private mutating func addAllowlist(
    _ trackers: JSONValue, without excluded: [[UInt8]], _ reader: inout TrackerDataReader, _ json: Span<UInt8>
  ) {
    SiteRuleReader(syntax: .allowlist).read(trackers, &reader, json) { tracker, rules in
      let rules = rules.map { rule in
        TrackerExceptions.AllowlistRule(
          host: rule.host, path: rule.path, domains: rule.domains, excludedDomains: excluded,
          place: rule.place)
      }
      exceptions.allowlist.append(.init(tracker: tracker, rules: rules))
    }
  }

  private mutating func readBlocklist(
    _ value: JSONValue, isAlone: Bool, _ reader: inout TrackerDataReader, _ json: Span<UInt8>
  ) {
    let feature = PrivacyFeature(value, unstated: .off, isAlone: isAlone, app: app, &reader, json)
    guard feature.isOn else { return }
    feature.readSettings(&reader, json) { reader, key, value in
      guard key.isString("blockedRequests", json) else { return }
      SiteRuleReader(syntax: .blocklist).read(value, &reader, json) { _, rules in
        exceptions.requestBlocklist += rules.map { rule in
          TrackerExceptions.BlocklistRule(
            host: rule.host, isBelowHost: rule.prefix == .below, path: rule.path, domains: rule.domains,
            excludedDomains: feature.exceptions, place: rule.place)
        }
      }
    }
  }

  private mutating func readClickToLoad(
    _ value: JSONValue, isAlone: Bool, _ reader: inout TrackerDataReader, _ json: Span<UInt8>
  ) {
    let feature = PrivacyFeature(value, unstated: .off, isAlone: isAlone, app: app, &reader, json)
    var clickToLoad = TrackerExceptions.ClickToLoad(
      exceptions: feature.exceptions, place: reader.place(value, json))
    defer { exceptions.clickToLoad = clickToLoad }
    guard feature.isOn else { return }
    feature.readSettings(&reader, json) { reader, key, value in
      var actions: [String] = []
      // Each entity is switched as a feature is.
      let entity = PrivacyFeature(value, unstated: .off, isAlone: false, app: app, &reader, json)
      guard value.kind == .object else { return }
      reader.members(value, json) { reader, key, value in
        guard key.isString("ruleActions", json) else { return }
        reader.elements(value, json) { reader, value in
          if let action = reader.text(value, json) { actions.append(String(decoding: action, as: UTF8.self)) }
        }
      }
      clickToLoad.entities.append(
        .init(
          name: JSONText(key, json).string, isEnabled: entity.isOn,
          ruleActions: actions))
    }
  }
}
