import SluiceRules

/// Detects the format of an exceptions file from its keys.
enum ExceptionsShape {
  /// Returns the format of a file, or `nil` if it is unknown.
  static func kind(of root: JSONValue, _ json: Span<UInt8>) -> TrackerExceptionsKind? {
    if root.kind == .array { return .userSites }
    guard root.kind == .object else { return nil }
    var settings: JSONValue?
    var (isConfiguration, isTemporary, isAllowlist) = (false, false, false)
    var (hasExceptions, hasState, hasRules) = (false, false, false)
    var cursor = JSONCursor(in: root)
    while let (key, value) = cursor.nextMember(json) {
      if key.isString("features", json) { isConfiguration = true }
      if key.isString("unprotectedTemporary", json) { isTemporary = true }
      if key.isString("settings", json) { settings = value }
      if key.isString("exceptions", json) { hasExceptions = true }
      if key.isString("state", json) { hasState = true }
      if key.isString("allowlistedTrackers", json) { isAllowlist = true }
      if has("rules", value, json) { hasRules = true }
    }
    if isConfiguration { return .privacyConfiguration }
    if isTemporary { return .temporary }
    if isAllowlist { return .allowlist }
    // The settings of an unsupported feature must not be mistaken for a file without settings.
    if let settings, settings.kind == .object, !isEmpty(settings, json) {
      return kind(ofSettings: settings, json)
    }
    if hasExceptions { return hasState ? .contentBlocking : .temporary }
    return hasRules ? .allowlist : nil
  }

  /// Returns whether a file contains only the trackers of an allowlist, without the feature around them.
  static func isBareAllowlist(_ root: JSONValue, _ json: Span<UInt8>) -> Bool {
    !has("settings", root, json) && !has("allowlistedTrackers", root, json)
  }

  /// Returns the feature that these settings belong to.
  private static func kind(ofSettings settings: JSONValue, _ json: Span<UInt8>) -> TrackerExceptionsKind? {
    var kind: TrackerExceptionsKind?
    var cursor = JSONCursor(in: settings)
    while let (key, value) = cursor.nextMember(json) {
      if key.isString("allowlistedTrackers", json) { kind = .allowlist }
      if key.isString("blockedRequests", json) { kind = .requestBlocklist }
      if key.isString("adLabelStrings", json) || key.isString("rules", json) { kind = .elementHiding }
      if kind == nil, has("ruleActions", value, json) { kind = .clickToLoad }
    }
    return kind
  }

  private static func isEmpty(_ object: JSONValue, _ json: Span<UInt8>) -> Bool {
    var cursor = JSONCursor(in: object)
    return cursor.nextMember(json) == nil
  }

  private static func has(_ name: StaticString, _ object: JSONValue, _ json: Span<UInt8>) -> Bool {
    guard object.kind == .object else { return false }
    var cursor = JSONCursor(in: object)
    while let (key, _) = cursor.nextMember(json) {
      if key.isString(name, json) { return true }
    }
    return false
  }
}
