import SluiceAnalysis
import SluiceText

/// The common parts of all features of a privacy configuration: state, exceptions and settings.
struct PrivacyFeature {
  /// Whether the feature is `enabled`, and supported by the version of the app.
  private(set) var isOn = true
  /// The sites on which the feature is off, including subdomains.
  private(set) var exceptions: [[UInt8]] = []
  private var settings: (key: JSONValue, value: JSONValue)?

  /// The default state of a feature that has no `state`.
  enum Unstated {
    /// On: the feature is a separate file, or allows requests.
    case on
    /// Off, and reported as a problem: the feature blocks requests.
    case off
  }

  /// Reads the common parts of a feature.
  ///
  /// - Parameters:
  ///   - unstated: The default state of the feature.
  ///   - isAlone: Whether the file contains only this feature, so that a disabled feature is worth reporting.
  ///   - app: The version of the app, or `nil` if unknown.
  init(
    _ feature: JSONValue, unstated: Unstated, isAlone: Bool, app: AppVersion?,
    reader: inout TrackerDataReader, in json: Span<UInt8>
  ) {
    // An unreadable feature is off.
    isOn = feature.kind == .object && unstated == .on
    var hasState = false
    var limits: [(key: JSONValue, value: JSONValue, isLowest: Bool)] = []
    reader.members(feature, in: json) { reader, key, value in
      guard value.kind != .null else { return }
      if key.isString("state", in: json) {
        let state = reader.string(value, in: json)
        (hasState, isOn) = (true, state == "enabled")
        // In a configuration, a `disabled` feature is not a problem, but a state other than `enabled` and
        // `disabled` is.
        if let state, !isOn, isAlone || state != "disabled" {
          reader.note(.featureIsOff(state: state), value: value, in: json)
        }
      } else if key.isString("exceptions", in: json) {
        exceptions = Self.sites(value, reader: &reader, in: json)
      } else if key.isString("settings", in: json) {
        settings = (key, value)
      } else if key.isString("minSupportedVersion", in: json) {
        limits.append((key, value, true))
      } else if key.isString("maxSupportedVersion", in: json) {
        limits.append((key, value, false))
      }
    }
    if !hasState, unstated == .off, feature.kind == .object {
      reader.note(.missing("state"), value: feature, in: json)
    }
    for limit in limits where isOn {
      reader.inside(limit.key) { reader in
        isOn = Self.isMet(limit.value, isLowest: limit.isLowest, app: app, reader: &reader, in: json)
      }
    }
  }

  func readSettings(
    _ reader: inout TrackerDataReader, in json: Span<UInt8>,
    body: (inout TrackerDataReader, JSONValue, JSONValue) -> Void
  ) {
    guard let settings else { return }
    reader.inside(settings.key) { reader in reader.members(settings.value, in: json, body: body) }
  }

  static func isEnabled(_ feature: JSONValue, in json: Span<UInt8>) -> Bool {
    guard feature.kind == .object else { return false }
    var isEnabled = false
    var cursor = JSONCursor(in: feature)
    while let (key, value) = cursor.nextMember(json) {
      if key.isString("state", in: json) { isEnabled = value.isString("enabled", in: json) }
    }
    return isEnabled
  }

  /// Returns the hosts in an array of domains or of objects with a `domain`.
  static func sites(
    _ array: JSONValue, reader: inout TrackerDataReader, in json: Span<UInt8>
  ) -> [[UInt8]] {
    var domains: [[UInt8]] = []
    reader.elements(array, in: json) { reader, value in
      if value.kind == .string {
        if let host = reader.host(value, in: json) { domains.append(host) }
        return
      }
      reader.members(value, in: json) { reader, key, value in
        if key.isString("domain", in: json), let host = reader.host(value, in: json) { domains.append(host) }
      }
    }
    return domains
  }

  /// Returns whether the app version meets a minimum or maximum version. An unknown app version counts as the
  /// newest.
  private static func isMet(
    _ value: JSONValue, isLowest: Bool, app: AppVersion?, reader: inout TrackerDataReader,
    in json: Span<UInt8>
  ) -> Bool {
    // The version is a string or, in configurations for Android, a number.
    var text = ""
    if value.kind == .string {
      text = JSONText(value, in: json).string
    } else if value.kind == .number {
      text = json.text(ByteRange(value.start, value.end))
    }
    guard let limit = AppVersion(text) else {
      reader.note(.wrongType(expected: .version), value: value, in: json)
      return false
    }
    guard let app else {
      reader.note(.versionUnknown(isLowest ? .from(text) : .upTo(text)), value: value, in: json)
      return isLowest
    }
    return isLowest ? app >= limit : app <= limit
  }
}

/// The supported features of a privacy configuration that allow, block or hide something.
enum FeatureName: String {
  case trackerAllowlist, contentBlocking, requestBlocklist, clickToLoad, elementHiding
  /// The old name of `clickToLoad`.
  case clickToPlay
}

/// The unsupported features of a privacy configuration that allow, block or hide something. All other
/// features are unrelated to blocking.
enum UnusedFeature: String, CaseIterable {
  case adClickAttribution, serviceworkerInitiatedRequests, blockList, adBlockingExtension
  case cookie, trackingCookies1p, trackingCookies3p, nonTracking3pCookies
  case maliciousSiteProtection

  var effect: String {
    switch self {
    case .adClickAttribution:
      "it allows some requests after a click on an ad, which a content blocker cannot detect"
    case .serviceworkerInitiatedRequests: "it lists sites where requests of service workers are not blocked"
    case .blockList: "it tries other blocklists"
    case .adBlockingExtension: "it blocks with lists of its own"
    case .cookie, .trackingCookies1p, .trackingCookies3p, .nonTracking3pCookies:
      "it blocks cookies, not requests"
    case .maliciousSiteProtection: "it blocks pages by data of its own"
    }
  }
}

/// The version of an app: dot-separated numbers that are compared in order.
struct AppVersion: Comparable {
  private let numbers: [Int]

  init?(_ text: String) {
    var numbers: [Int] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard part.utf8.allSatisfy(\.isDigit), let number = Int(part) else { return nil }
      numbers.append(number)
    }
    // 1.2 equals 1.2.0.
    while numbers.last == 0, numbers.count > 1 { numbers.removeLast() }
    self.numbers = numbers
  }

  static func < (left: AppVersion, right: AppVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}
