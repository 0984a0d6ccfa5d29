import ContentBlocker
import Conversion
import JSON

/// What every feature of a privacy configuration has: whether it is on, where it is off, and settings of its own.
struct PrivacyFeature {
  /// Whether it is `enabled`, and for the app's version.
  private(set) var isOn = true
  /// The sites on which it is off, with all hosts below them.
  private(set) var exceptions: [[UInt8]] = []
  /// The members of its `settings`, to be read by who knows them.
  private var settings: (key: JSONValue, value: JSONValue)?

  /// The state that features have where nothing else is said.
  enum Unstated {
    /// On: the feature is a file by itself, or lets requests through.
    case on
    /// Off, and that is noted: it blocks requests.
    case off
  }

  /// Reads what features have in common.
  ///
  /// - Parameters:
  ///   - isAlone: whether the feature is all of the file, so that one that is off is worth a word.
  ///   - app: the version of the app, if it is known.
  init(
    _ feature: JSONValue, unstated: Unstated, isAlone: Bool, app: AppVersion?,
    _ reader: inout TrackerDataReader, _ json: Span<UInt8>
  ) {
    // What cannot be read is off.
    isOn = feature.kind == .object && unstated == .on
    var hasState = false
    var limits: [(key: JSONValue, value: JSONValue, isLowest: Bool)] = []
    reader.members(feature, json) { reader, key, value in
      guard value.kind != .null else { return }
      if key.isString("state", json) {
        let state = reader.text(value, json).map { String(decoding: $0, as: UTF8.self) }
        (hasState, isOn) = (true, state == "enabled")
        // What a configuration itself switches off is nobody's loss, but a state between is.
        if let state, !isOn, isAlone || state != "disabled" {
          reader.note(.featureIsOff(state: state), value, json)
        }
      } else if key.isString("exceptions", json) {
        exceptions = Self.sites(value, &reader, json)
      } else if key.isString("settings", json) {
        settings = (key, value)
      } else if key.isString("minSupportedVersion", json) {
        limits.append((key, value, true))
      } else if key.isString("maxSupportedVersion", json) {
        limits.append((key, value, false))
      }
    }
    if !hasState, unstated == .off, feature.kind == .object { reader.note(.missing("state"), feature, json) }
    for limit in limits where isOn {
      reader.inside(limit.key) { reader in
        isOn = Self.isMet(limit.value, isLowest: limit.isLowest, app, &reader, json)
      }
    }
  }

  /// Calls `body` with each member of the settings.
  func readSettings(
    _ reader: inout TrackerDataReader, _ json: Span<UInt8>,
    _ body: (inout TrackerDataReader, JSONValue, JSONValue) -> Void
  ) {
    guard let settings else { return }
    reader.inside(settings.key) { reader in reader.members(settings.value, json, body) }
  }

  /// Whether a feature says that it is on.
  static func isEnabled(_ feature: JSONValue, _ json: Span<UInt8>) -> Bool {
    guard feature.kind == .object else { return false }
    var isEnabled = false
    var cursor = JSONCursor(in: feature)
    while let (key, value) = cursor.nextMember(json) {
      if key.isString("state", json) { isEnabled = value.isString("enabled", json) }
    }
    return isEnabled
  }

  /// An array of objects with a `domain`, or of domains.
  static func sites(
    _ array: JSONValue, _ reader: inout TrackerDataReader, _ json: Span<UInt8>
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

  /// Whether the app is not below a lowest version, or not above a highest one. Where its version is not known,
  /// it is the newest.
  private static func isMet(
    _ value: JSONValue, isLowest: Bool, _ app: AppVersion?, _ reader: inout TrackerDataReader,
    _ json: Span<UInt8>
  ) -> Bool {
    // A text, or in configurations for Android a number.
    var text = ""
    if value.kind == .string {
      text = JSONText(value, json).string
    } else if value.kind == .number {
      text = json.text(ByteRange(value.start, value.end))
    }
    guard let limit = AppVersion(text) else {
      reader.note(.wrongType(expected: .version), value, json)
      return false
    }
    guard let app else {
      reader.note(.versionUnknown(isLowest ? .from(text) : .upTo(text)), value, json)
      return isLowest
    }
    return isLowest ? app >= limit : app <= limit
  }
}
