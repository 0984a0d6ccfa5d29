import SluiceAnalysis
import SluiceText

/// A problem in a Tracker Radar or privacy configuration file: a part that is not used, and its place.
public struct TrackerDataProblem: Error, Hashable, Sendable {
  /// The reason why the part is not used.
  public var reason: Reason
  package var place: TrackerDataPlace

  package init(_ reason: Reason, at place: TrackerDataPlace) {
    self.reason = reason
    self.place = place
  }

  init(_ reason: Reason, path: String, span: Range<Int>, at location: TextLocation?) {
    self.init(reason, at: TrackerDataPlace(path: path, span: span, location: location))
  }

  /// The place as a path of keys, such as `trackers["a.example"].rules[2].rule`; empty for the whole file.
  public var path: String { place.path }
  /// The byte range of the part in the file; empty if unknown.
  package var span: Range<Int> { place.span }
  /// The location: the name of the file if it has one, line and columns; `nil` if unknown.
  public var location: TextLocation? { place.location }

  /// The reason why a part of a file is not used.
  @nonexhaustive public enum Reason: Hashable, Sendable {
    /// The file is not JSON.
    case notJSON(JSONFault.Reason)
    /// The file is JSON without `trackers`.
    case noTrackers
    /// The file is JSON without any known part of a privacy configuration.
    case noExceptions
    /// A value has the wrong type.
    case wrongType(expected: ExpectedType)
    /// A required key is missing.
    case missing(String)
    /// A text is not a host name.
    case notHost(String)
    /// A value is unknown. A rule with an unknown action is skipped, as in the reference implementation.
    case unknownValue(String)
    /// Two trackers have the same domain. The later one wins, as for all duplicate JSON keys.
    case repeatedTracker
    /// The entities do not include the owner, so only the tracker's own pages count as the owner's pages.
    case unknownOwner(String)
    /// A CNAME target does not belong to a tracker.
    case unusedCname
    /// A content blocker cannot express the regex.
    case regex(String)
    /// WebKit has no counterpart for any of the types.
    case noCounterpart([String])
    /// An allowlist rule allows more than it states, because the requests of an earlier rule cannot be
    /// excluded from it.
    case widened
    /// The host of an allowlist or blocklist rule is not part of the domain that lists the rule.
    case foreignHost
    /// The domain of a blocklist entry is not a site. Requests are looked up by the site of their host.
    case notSite
    /// A blocklist rule has an unknown key, which may change its meaning.
    case unknownKey(String)
    /// A blocklist rule uses filter syntax, such as `||` or `^`.
    case filterSyntax
    /// The host of a blocklist rule has uppercase letters. Matching is case-sensitive and hosts of URLs are
    /// lowercase.
    case upperCaseHost
    /// A blocklist rule has so many wildcards that WebKit's compiler would take too long.
    case tooExpensive
    /// The rules for a part would be out of proportion to the size of the file, so it has none.
    case outOfProportion
    /// The state of a feature is not `enabled`.
    case featureIsOff(state: String)
    /// A feature requires certain versions of the app, and the version is unknown.
    case versionUnknown(VersionLimit)
    /// Content blocking is off, so nothing is blocked.
    case contentBlockingIsOff
    /// An enabled feature affects blocking or hiding, but is not supported.
    case unusedFeature(String)
    /// The configuration enables click to load, but the options do not.
    case clickToLoadNotWanted
    /// The options enable click to load, but the configuration enables it for no content.
    case clickToLoadIsOff
  }

  /// The type that a JSON value must have.
  @nonexhaustive public enum ExpectedType: String, Hashable, Sendable {
    case object, array, string, version
  }

  /// The app versions that support a feature.
  @frozen public enum VersionLimit: Hashable, Sendable {
    /// This version or later.
    case from(String)
    /// This version or earlier.
    case upTo(String)
  }
}

/// A place in one of the files.
package struct TrackerDataPlace: Hashable, Sendable {
  /// The place as a path of keys, such as `trackers["a.example"].rules[2].rule`; empty for the whole file.
  package var path: String
  /// The byte range of the place; empty if unknown.
  package var span = 0..<0
  /// The location: the name of the file if it has one, line and columns; `nil` if unknown.
  package var location: TextLocation?
  /// The number that was assigned to the file when it was decoded, or `nil` for the `tds.json` file.
  package var file: Int?
}

extension TrackerDataProblem.Reason {
  /// The stable ID for diagnostics.
  public var id: String { definition.id }

  /// A description of the problem.
  public var message: String { definition.message }

  /// The ID and message of the reason, which are defined nowhere else.
  private var definition: (id: String, message: String) {
    switch self {
    case .notJSON(let reason): ("not-json", reason.messageOfAnyText)
    case .noTrackers: ("no-trackers", "this JSON has no \"trackers\"")
    case .noExceptions:
      (
        "no-exceptions",
        "this JSON has no \"trackers\", and is neither a privacy configuration nor a known feature of one"
          + ": trackerAllowlist, contentBlocking, requestBlocklist, clickToLoad, unprotectedTemporary"
      )
    case .wrongType(let expected): ("wrong-type", "this should be \(expected.phrase)")
    case .missing(let key): ("missing-key", "there is no \"\(key)\" here")
    case .notHost(let text): ("not-a-host", "'\(text)' is not a host name")
    case .unknownValue(let text): ("unknown-value", "unknown value '\(text)'")
    case .repeatedTracker: ("repeated-tracker", "duplicate domain; the last entry is used")
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
        "this allows more: it cannot exclude an earlier rule with a wildcard"
      )
    case .foreignHost: ("foreign-host", "this host is not in the domain of its entry")
    case .notSite:
      (
        "not-a-site",
        "this entry is ignored: requests are looked up by their site, and this domain is not a site"
      )
    case .unknownKey(let key): ("unknown-key", "this rule is ignored: unknown key '\(key)'")
    case .filterSyntax:
      ("filter-syntax", "this rule is ignored: it has filter syntax, and only '*' is special here")
    case .upperCaseHost:
      ("upper-case-host", "this rule is ignored: matching is case-sensitive, and hosts in URLs are lowercase")
    case .tooExpensive: ("too-expensive", "these wildcards are too expensive for WebKit's compiler")
    case .outOfProportion:
      ("tracker-proportion", "this has no rules: they would be out of proportion to the size of the file")
    case .featureIsOff(let state):
      ("feature-off", "this is not used: its state is '\(state)', not 'enabled'")
    case .versionUnknown(let limit): ("version-unknown", "this is for an app \(limit.phrase)")
    case .contentBlockingIsOff:
      ("content-blocking-off", "content blocking is off here, so nothing is blocked")
    case .unusedFeature(let what): ("unused-feature", "this is enabled, but has no effect: \(what)")
    case .clickToLoadNotWanted:
      ("click-to-load-unused", "this is enabled, but has no effect without click to load")
    case .clickToLoadIsOff:
      (
        "click-to-load-off",
        "click to load is requested but off here, so nothing is blocked until the user clicks"
      )
    }
  }

  /// One reason for each ID, in the order of the documentation. Reasons that make a file useless come first.
  package static let examples: [Self] = [
    .notJSON(.unexpectedEnd), .noTrackers, .noExceptions, .wrongType(expected: .array),
    .missing("domain"), .notHost("a b"), .unknownValue("redirect"), .repeatedTracker,
    .unknownOwner("Example"), .unusedCname,
    .regex("a content blocker cannot combine this regex with the tracker's host"),
    .noCounterpart(["object"]), .widened, .foreignHost, .notSite, .unknownKey("types"), .filterSyntax,
    .upperCaseHost, .tooExpensive, .outOfProportion, .featureIsOff(state: "disabled"),
    .versionUnknown(.from("1.20.3")), .contentBlockingIsOff, .unusedFeature("..."), .clickToLoadNotWanted,
    .clickToLoadIsOff,
  ]
}

extension TrackerDataProblem: CustomStringConvertible, DescribedError {
  /// A description of the problem, without its place.
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
