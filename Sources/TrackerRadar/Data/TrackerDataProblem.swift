import ContentBlocker

/// Something in a Tracker Radar or privacy configuration file that is not used, and where it stands.
public struct TrackerDataProblem: Error, Hashable, Sendable {
  /// What is wrong.
  public var reason: Reason
  /// Where it stands.
  public var place: TrackerDataPlace

  /// A problem at a place.
  public init(_ reason: Reason, at place: TrackerDataPlace) {
    self.reason = reason
    self.place = place
  }

  /// A problem at a place of the tds.json.
  init(_ reason: Reason, path: String, span: Range<Int>, _ location: TextLocation?) {
    self.init(reason, at: TrackerDataPlace(path: path, span: span, location: location))
  }

  /// The place as a path of keys, such as `trackers["a.example"].rules[2].rule`; empty for the whole file.
  public var path: String { place.path }
  /// The bytes of the file that it is about; empty where these are not known.
  public var span: Range<Int> { place.span }
  /// Where these are: the file, if it has a name, line and columns; nil where that is not known.
  public var location: TextLocation? { place.location }

  /// What can be wrong.
  public enum Reason: Hashable, Sendable {
    /// The file is not JSON.
    case notJSON(JSONFault.Reason)
    /// The file is JSON, but has no `trackers`.
    case noTrackers
    /// The file is JSON, but nothing of a privacy configuration that is known here.
    case noExceptions
    /// A value is not of the type that belongs here.
    case wrongType(expected: ExpectedType)
    /// A key is missing.
    case missing(String)
    /// A text is no host name.
    case notHost(String)
    /// A value that is not known here. A rule with such an action is skipped, as the reference does.
    case unknownValue(String)
    /// Two trackers have the same domain; the later one counts, as in any JSON.
    case repeatedTracker
    /// The owner has no entry among the entities, so that its pages are only those of the tracker itself.
    case unknownOwner(String)
    /// A host stands for one that belongs to no tracker.
    case unusedCname
    /// The regex cannot be expressed in a content blocker.
    case regex(String)
    /// None of the types has a counterpart in WebKit.
    case noCounterpart([String])
    /// An allowlist rule lets through more than it says, since one before it cannot be taken out of it.
    case widened
    /// An allowlist or blocklist rule is not for a host of the domain that it stands under.
    case foreignHost
    /// A blocklist entry stands under a domain that is no site: requests are looked up by the site of their host.
    case notSite
    /// A blocklist rule has a key that is not known here, so that what the rule means is not known either.
    case unknownKey(String)
    /// A blocklist rule has the syntax of filters, such as `||` or `^`.
    case filterSyntax
    /// A blocklist rule has a host with capitals. Case counts, and hosts of URLs have none.
    case upperCaseHost
    /// A blocklist rule has so many wildcards that WebKit's compiler would take too long.
    case tooExpensive
    /// A feature is off, since its state is this one and not `enabled`.
    case featureIsOff(state: String)
    /// The feature is only for some versions of the app, and the version is not known.
    case versionUnknown(VersionLimit)
    /// Nothing is blocked, since content blocking as a whole is off.
    case contentBlockingIsOff
    /// A feature that is on and takes part in blocking or hiding, but is not used here.
    case unusedFeature(String)
    /// Click to load is on, and was not asked for.
    case clickToLoadNotWanted
    /// Click to load was asked for, and the configuration has it for nothing.
    case clickToLoadIsOff
  }

  /// A type of JSON.
  public enum ExpectedType: String, Hashable, Sendable {
    case object, array, string, version
  }

  /// Which versions of an app a feature is for.
  public enum VersionLimit: Hashable, Sendable {
    /// This one and later ones.
    case from(String)
    /// This one and earlier ones.
    case upTo(String)
  }
}

/// A place in one of the files.
public struct TrackerDataPlace: Hashable, Sendable {
  /// The place as a path of keys, such as `trackers["a.example"].rules[2].rule`; empty for the whole file.
  public var path: String
  /// The bytes; empty where these are not known.
  public var span: Range<Int>
  /// Where these are: the file, if it has a name, line and columns; nil where that is not known.
  public var location: TextLocation?
  /// The number that the file was given when it was decoded; nil for the tds.json.
  public var file: Int?

  /// A place in a file.
  public init(
    path: String, span: Range<Int> = 0..<0, location: TextLocation? = nil, file: Int? = nil
  ) {
    self.path = path
    self.span = span
    self.location = location
    self.file = file
  }
}

extension TrackerDataProblem.Reason {
  /// The stable id, for diagnostics.
  public var id: String { definition.id }

  /// What is wrong, in plain words.
  public var message: String { definition.message }

  /// What is said of the reason: all of it, and nowhere else.
  private var definition: (id: String, message: String) {
    switch self {
    case .notJSON(let reason): ("not-json", reason.messageOfAnyText)
    case .noTrackers: ("no-trackers", "there are no \"trackers\" in this JSON")
    case .noExceptions:
      (
        "no-exceptions",
        "this JSON has no \"trackers\", and is neither a privacy configuration nor a feature of one that is known"
          + " here: trackerAllowlist, contentBlocking, requestBlocklist, clickToLoad, unprotectedTemporary"
      )
    case .wrongType(let expected): ("wrong-type", "this should be \(expected.phrase)")
    case .missing(let key): ("missing-key", "there is no \"\(key)\" here")
    case .notHost(let text): ("not-a-host", "'\(text)' is no host name")
    case .unknownValue(let text): ("unknown-value", "'\(text)' is not known here")
    case .repeatedTracker: ("repeated-tracker", "this domain comes again, and the last one counts")
    case .unknownOwner(let name): ("unknown-owner", "the owner '\(name)' is not among the entities")
    case .unusedCname: ("unused-cname", "the host that this one stands for belongs to no tracker")
    case .regex(let message): ("tracker-regex", message)
    case .noCounterpart(let types):
      (
        "no-counterpart",
        "WebKit has no counterpart of \(types.map { "'\($0)'" }.joined(separator: ", "))"
      )
    case .widened:
      (
        "widened-exception",
        "this lets through more: an earlier rule with a wildcard cannot be taken out of it"
      )
    case .foreignHost: ("foreign-host", "this is not for a host of the domain it stands under")
    case .notSite:
      (
        "not-a-site",
        "this entry is not used: requests are looked up by their site, and this domain is not a site"
      )
    case .unknownKey(let key): ("unknown-key", "this rule is not used: the key '\(key)' is not known here")
    case .filterSyntax:
      ("filter-syntax", "this rule is not used: it has the syntax of filters, and only '*' is special")
    case .upperCaseHost:
      ("upper-case-host", "this rule is not used: case counts, and the hosts of URLs are in lower case")
    case .tooExpensive: ("too-expensive", "these wildcards are too much for WebKit's compiler")
    case .featureIsOff(let state):
      ("feature-off", "this is not used: its state is '\(state)', not 'enabled'")
    case .versionUnknown(let limit): ("version-unknown", "this is for an app \(limit.phrase)")
    case .contentBlockingIsOff:
      ("content-blocking-off", "content blocking is off here, so nothing is blocked")
    case .unusedFeature(let what): ("unused-feature", "this is on, and is not used: \(what)")
    case .clickToLoadNotWanted:
      ("click-to-load-unused", "this is on, and is not used unless click to load is asked for")
    case .clickToLoadIsOff:
      (
        "click-to-load-off",
        "click to load was asked for, but is off here, so nothing is blocked until the user clicks"
      )
    }
  }

  /// One reason of each id, in the order of the documentation: what makes a file useless first.
  public static let examples: [Self] = [
    .notJSON(.unexpectedEnd), .noTrackers, .noExceptions, .wrongType(expected: .array),
    .missing("domain"), .notHost("a b"), .unknownValue("redirect"), .repeatedTracker,
    .unknownOwner("Example"), .unusedCname,
    .regex("a content blocker cannot tie this regex to the tracker's host"),
    .noCounterpart(["object"]), .widened, .foreignHost, .notSite, .unknownKey("types"), .filterSyntax,
    .upperCaseHost, .tooExpensive, .featureIsOff(state: "disabled"),
    .versionUnknown(.from("1.20.3")), .contentBlockingIsOff, .unusedFeature("..."), .clickToLoadNotWanted,
    .clickToLoadIsOff,
  ]
}

extension TrackerDataProblem: CustomStringConvertible {
  /// What is wrong, in plain words, without the place.
  public var description: String { reason.message }
}

extension TrackerDataProblem.ExpectedType {
  fileprivate var phrase: String {
    switch self {
    case .object, .array: "an \(rawValue)"
    case .string: "a string"
    case .version: "the version of an app, such as \"1.20.3\""
    }
  }
}

extension TrackerDataProblem.VersionLimit {
  fileprivate var phrase: String {
    switch self {
    case .from(let version):
      "from version \(version) on, and is used, since the app's version was not given"
    case .upTo(let version):
      "up to version \(version), and is not used, since the app's version was not given"
    }
  }
}
