import SluiceAnalysis
import SluiceRules
import SluiceText

/// The format of an exceptions file, detected from its content.
@nonexhaustive public enum TrackerExceptionsKind: String, Hashable, Sendable, CaseIterable {
  /// A generated privacy configuration, which contains several features.
  case privacyConfiguration = "privacy-configuration"
  /// The feature `trackerAllowlist` alone.
  case allowlist = "tracker-allowlist"
  /// The temporarily unprotected sites.
  case temporary = "unprotected-temporary"
  /// The feature `contentBlocking` alone.
  case contentBlocking = "content-blocking"
  /// The feature `requestBlocklist` alone.
  case requestBlocklist = "request-blocklist"
  /// The feature `clickToLoad` alone.
  case clickToLoad = "click-to-load"
  /// The feature `elementHiding` alone.
  case elementHiding = "element-hiding"
  /// The sites that the user has unprotected: an array of host names.
  case userSites = "user-unprotected"
}

extension TrackerExceptions {
  /// Reads exceptions from a privacy configuration file. The format is one of these:
  ///
  /// - A generated privacy configuration.
  /// - One of its features: `tracker-allowlist.json`, `content-blocking.json`, `request-blocklist.json`,
  ///   `click-to-load.json` or `element-hiding.json`.
  /// - The trackers of an allowlist alone: `{"tracker.example": {"rules": [...]}}`.
  /// - `unprotected-temporary.json`.
  /// - An array of the user's unprotected sites.
  ///
  /// Malformed parts are skipped and reported as problems with their paths. The exceptions of a feature whose
  /// `state` is not `enabled` are ignored. If content blocking is not enabled, nothing is blocked. Settings
  /// that a configuration lacks have their default values.
  ///
  /// - Parameters:
  ///   - json: The content of the file.
  ///   - file: A number that identifies the file in the places of rules and problems.
  ///   - appVersion: The version of the app that uses the rules, such as `1.20.3`. If it is `nil` or not a
  ///     version, the newest version is assumed: features with a minimum version are used, and features with
  ///     a maximum version are not.
  /// - Throws: A ``TrackerDataProblem`` if the file is not JSON or has an unknown format.
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

  /// Returns whether a text is a valid app version for ``decodingJSON(_:file:appVersion:)``.
  package static func isAppVersion(_ text: String) -> Bool { AppVersion(text) != nil }
}

private struct TrackerExceptionsDecoder {
  private(set) var exceptions = TrackerExceptions()
  private(set) var reader: TrackerDataReader
  let app: AppVersion?

  mutating func decode(_ json: Span<UInt8>) throws(TrackerDataProblem) -> TrackerExceptionsKind {
    let root = try reader.root(json)
    let kind = ExceptionsShape.kind(of: root, json)
    var reader = reader
    defer { self.reader = reader }
    switch kind {
    case nil:
      let span = root.start..<min(root.end, root.start + 1)
      throw TrackerDataProblem(.noExceptions, at: reader.wholeFile(span, in: json))
    case .userSites: exceptions.userSites = reader.hosts(root, in: json)
    case .privacyConfiguration: readConfiguration(root, reader: &reader, in: json)
    case .temporary: readTemporary(root, reader: &reader, in: json)
    case .allowlist:
      if ExceptionsShape.isBareAllowlist(root, in: json) {
        addAllowlist(root, without: [], reader: &reader, in: json)
      } else {
        readAllowlist(root, isAlone: true, reader: &reader, in: json)
      }
    case .contentBlocking: readContentBlocking(root, isAlone: true, reader: &reader, in: json)
    case .requestBlocklist: readBlocklist(root, isAlone: true, reader: &reader, in: json)
    case .clickToLoad: readClickToLoad(root, isAlone: true, reader: &reader, in: json)
    case .elementHiding: readElementHiding(root, isAlone: true, reader: &reader, in: json)
    }
    return kind ?? .privacyConfiguration
  }

  private mutating func readConfiguration(
    _ root: JSONValue, reader: inout TrackerDataReader, in json: Span<UInt8>
  ) {
    reader.members(root, in: json) { reader, key, value in
      if key.isString("unprotectedTemporary", in: json) {
        exceptions.temporary = PrivacyFeature.sites(value, reader: &reader, in: json)
      } else if key.isString("features", in: json) {
        readFeatures(value, reader: &reader, in: json)
      }
    }
  }

  private mutating func readFeatures(
    _ features: JSONValue, reader: inout TrackerDataReader, in json: Span<UInt8>
  ) {
    var former: (key: JSONValue, value: JSONValue)?
    reader.members(features, in: json) { reader, key, value in
      guard value.kind != .null else { return }
      let name = JSONText(key, in: json).string
      switch FeatureName(rawValue: name) {
      case .trackerAllowlist: readAllowlist(value, isAlone: false, reader: &reader, in: json)
      case .contentBlocking: readContentBlocking(value, isAlone: false, reader: &reader, in: json)
      case .requestBlocklist: readBlocklist(value, isAlone: false, reader: &reader, in: json)
      case .clickToLoad: readClickToLoad(value, isAlone: false, reader: &reader, in: json)
      case .clickToPlay: former = (key, value)
      case .elementHiding: readElementHiding(value, isAlone: false, reader: &reader, in: json)
      case nil:
        guard let unused = UnusedFeature(rawValue: name), PrivacyFeature.isEnabled(value, in: json) else {
          return
        }
        reader.note(.unusedFeature(unused.effect), value: key, in: json)
      }
    }
    // The old name of the feature is a fallback. Configurations for both old and new apps contain both names.
    if let former, exceptions.clickToLoad == nil {
      reader.inside(former.key) { readClickToLoad(former.value, isAlone: false, reader: &$0, in: json) }
    }
  }

  private mutating func readTemporary(
    _ root: JSONValue, reader: inout TrackerDataReader, in json: Span<UInt8>
  ) {
    reader.members(root, in: json) { reader, key, value in
      if key.isString("unprotectedTemporary", in: json) || key.isString("exceptions", in: json) {
        exceptions.temporary += PrivacyFeature.sites(value, reader: &reader, in: json)
      }
    }
  }

  private mutating func readContentBlocking(
    _ value: JSONValue, isAlone: Bool, reader: inout TrackerDataReader, in json: Span<UInt8>
  ) {
    let feature = PrivacyFeature(value, unstated: .on, isAlone: isAlone, app: app, reader: &reader, in: json)
    guard feature.isOn else {
      exceptions.isContentBlockingOff = true
      return reader.note(.contentBlockingIsOff, value: value, in: json)
    }
    exceptions.contentBlocking += feature.exceptions
  }

  private mutating func readAllowlist(
    _ value: JSONValue, isAlone: Bool, reader: inout TrackerDataReader, in json: Span<UInt8>
  ) {
    let feature = PrivacyFeature(value, unstated: .on, isAlone: isAlone, app: app, reader: &reader, in: json)
    guard feature.isOn else { return }
    func add(_ reader: inout TrackerDataReader, key: JSONValue, value: JSONValue) {
      guard key.isString("allowlistedTrackers", in: json) else { return }
      addAllowlist(value, without: feature.exceptions, reader: &reader, in: json)
    }
    feature.readSettings(&reader, in: json, body: add)
    // The file may contain only the settings.
    reader.members(value, in: json, body: add)
  }

  private mutating func addAllowlist(
    _ trackers: JSONValue, without excluded: [[UInt8]], reader: inout TrackerDataReader, in json: Span<UInt8>
  ) {
    SiteRuleReader(syntax: .allowlist, excludedDomains: excluded).read(trackers, reader: &reader, in: json) {
      exceptions.allowlist.append(.init(tracker: $0, rules: $1))
    }
  }

  private mutating func readBlocklist(
    _ value: JSONValue, isAlone: Bool, reader: inout TrackerDataReader, in json: Span<UInt8>
  ) {
    let feature = PrivacyFeature(value, unstated: .off, isAlone: isAlone, app: app, reader: &reader, in: json)
    guard feature.isOn else { return }
    feature.readSettings(&reader, in: json) { reader, key, value in
      guard key.isString("blockedRequests", in: json) else { return }
      SiteRuleReader(syntax: .blocklist, excludedDomains: feature.exceptions).read(
        value, reader: &reader, in: json
      ) { exceptions.requestBlocklist += $1 }
    }
  }

  private mutating func readElementHiding(
    _ value: JSONValue, isAlone: Bool, reader: inout TrackerDataReader, in json: Span<UInt8>
  ) {
    let feature = PrivacyFeature(value, unstated: .off, isAlone: isAlone, app: app, reader: &reader, in: json)
    guard feature.isOn else { return }
    var hiding = ElementHidingReader(hiding: ElementHiding(exceptions: feature.exceptions))
    feature.readSettings(&reader, in: json) { reader, key, value in
      hiding.read(key, value: value, reader: &reader, in: json)
    }
    exceptions.elementHiding = hiding.hiding
  }

  private mutating func readClickToLoad(
    _ value: JSONValue, isAlone: Bool, reader: inout TrackerDataReader, in json: Span<UInt8>
  ) {
    let feature = PrivacyFeature(value, unstated: .off, isAlone: isAlone, app: app, reader: &reader, in: json)
    var clickToLoad = TrackerExceptions.ClickToLoad(
      exceptions: feature.exceptions, place: reader.place(value, in: json))
    defer { exceptions.clickToLoad = clickToLoad }
    guard feature.isOn else { return }
    feature.readSettings(&reader, in: json) { reader, key, value in
      var actions: [String] = []
      // Each entity has a state, like a feature.
      let entity = PrivacyFeature(value, unstated: .off, isAlone: false, app: app, reader: &reader, in: json)
      guard value.kind == .object else { return }
      reader.members(value, in: json) { reader, key, value in
        if key.isString("ruleActions", in: json) { actions += reader.strings(value, in: json) }
      }
      clickToLoad.entities.append(
        .init(name: JSONText(key, in: json).string, isEnabled: entity.isOn, ruleActions: actions))
    }
  }
}

/// Detects the format of an exceptions file from its keys.
enum ExceptionsShape {
  static func kind(of root: JSONValue, _ json: Span<UInt8>) -> TrackerExceptionsKind? {
    if root.kind == .array { return .userSites }
    guard root.kind == .object else { return nil }
    var settings: JSONValue?
    var (isConfiguration, isTemporary, isAllowlist) = (false, false, false)
    var (hasExceptions, hasState, hasRules) = (false, false, false)
    var cursor = JSONCursor(in: root)
    while let (key, value) = cursor.nextMember(json) {
      if key.isString("features", in: json) { isConfiguration = true }
      if key.isString("unprotectedTemporary", in: json) { isTemporary = true }
      if key.isString("settings", in: json) { settings = value }
      if key.isString("exceptions", in: json) { hasExceptions = true }
      if key.isString("state", in: json) { hasState = true }
      if key.isString("allowlistedTrackers", in: json) { isAllowlist = true }
      if has("rules", object: value, in: json) { hasRules = true }
    }
    if isConfiguration { return .privacyConfiguration }
    if isTemporary { return .temporary }
    if isAllowlist { return .allowlist }
    // The settings of an unsupported feature must not be mistaken for a file without settings.
    if let settings, settings.kind == .object, !isEmpty(settings, in: json) {
      return kind(ofSettings: settings, json)
    }
    if hasExceptions { return hasState ? .contentBlocking : .temporary }
    return hasRules ? .allowlist : nil
  }

  /// Returns whether a file contains only the trackers of an allowlist, without the feature around them.
  static func isBareAllowlist(_ root: JSONValue, in json: Span<UInt8>) -> Bool {
    !has("settings", object: root, in: json) && !has("allowlistedTrackers", object: root, in: json)
  }

  private static func kind(ofSettings settings: JSONValue, _ json: Span<UInt8>) -> TrackerExceptionsKind? {
    var kind: TrackerExceptionsKind?
    var cursor = JSONCursor(in: settings)
    while let (key, value) = cursor.nextMember(json) {
      if key.isString("allowlistedTrackers", in: json) { kind = .allowlist }
      if key.isString("blockedRequests", in: json) { kind = .requestBlocklist }
      if key.isString("adLabelStrings", in: json) || key.isString("rules", in: json) { kind = .elementHiding }
      if kind == nil, has("ruleActions", object: value, in: json) { kind = .clickToLoad }
    }
    return kind
  }

  private static func isEmpty(_ object: JSONValue, in json: Span<UInt8>) -> Bool {
    var cursor = JSONCursor(in: object)
    return cursor.nextMember(json) == nil
  }

  private static func has(_ name: StaticString, object: JSONValue, in json: Span<UInt8>) -> Bool {
    guard object.kind == .object else { return false }
    var cursor = JSONCursor(in: object)
    while let (key, _) = cursor.nextMember(json) {
      if key.isString(name, in: json) { return true }
    }
    return false
  }
}
