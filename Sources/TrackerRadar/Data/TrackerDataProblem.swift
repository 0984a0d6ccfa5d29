import ContentBlocker

/// Something in a Tracker Radar or privacy configuration file that is not used, and where it stands.
public struct TrackerDataProblem: Error, Hashable, Sendable {
  /// What is wrong.
  public var reason: Reason
  /// The place as a path of keys, such as `trackers["a.example"].rules[2].rule`; empty for the whole file.
  public var path: String
  /// The bytes of the file that it is about.
  public var span: Range<Int>

  /// A problem at a place.
  public init(_ reason: Reason, path: String, span: Range<Int>) {
    self.reason = reason
    self.path = path
    self.span = span
  }

  /// What can be wrong.
  public enum Reason: Hashable, Sendable {
    /// The file is not JSON.
    case notJSON(RuleListProblem.SyntaxReason)
    /// The file is JSON, but has no `trackers`.
    case noTrackers
    /// The file is JSON, but no privacy configuration.
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
    /// An allowlist rule is not for a host of its tracker.
    case foreignHost
  }

  /// A type of JSON.
  public enum ExpectedType: String, Hashable, Sendable {
    case object, array, string
  }
}

extension TrackerDataProblem.Reason {
  /// The stable id, for diagnostics.
  public var id: String {
    switch self {
    case .notJSON: "not-json"
    case .noTrackers: "no-trackers"
    case .noExceptions: "no-exceptions"
    case .wrongType: "wrong-type"
    case .missing: "missing-key"
    case .notHost: "not-a-host"
    case .unknownValue: "unknown-value"
    case .repeatedTracker: "repeated-tracker"
    case .unknownOwner: "unknown-owner"
    case .unusedCname: "unused-cname"
    case .regex: "tracker-regex"
    case .noCounterpart: "no-counterpart"
    case .widened: "widened-exception"
    case .foreignHost: "foreign-host"
    }
  }

  /// Whether all of the file is unusable.
  public var isFatal: Bool {
    switch self {
    case .notJSON, .noTrackers, .noExceptions: true
    default: false
    }
  }
}

extension TrackerDataProblem: CustomStringConvertible {
  /// What is wrong, in plain words, without the place.
  public var description: String {
    switch reason {
    case .notJSON(let reason): RuleListProblem.Reason.syntax(reason).message
    case .noTrackers: "there are no \"trackers\" in this JSON"
    case .noExceptions: "there are neither exceptions nor an allowlist in this JSON"
    case .wrongType(let expected): "this should be \(expected == .string ? "a" : "an") \(expected.rawValue)"
    case .missing(let key): "there is no \"\(key)\" here"
    case .notHost(let text): "'\(text)' is no host name"
    case .unknownValue(let text): "'\(text)' is not known here"
    case .repeatedTracker: "this domain comes again, and the last one counts"
    case .unknownOwner(let name): "the owner '\(name)' is not among the entities"
    case .unusedCname: "the host that this one stands for belongs to no tracker"
    case .regex(let message): message
    case .noCounterpart(let types):
      "WebKit has no counterpart of \(types.map { "'\($0)'" }.joined(separator: ", "))"
    case .widened: "this lets through more: an earlier rule with a wildcard cannot be taken out of it"
    case .foreignHost: "this is not for a host of the tracker it stands under"
    }
  }
}
