import SluiceAnalysis
import SluiceRules
import SluiceText

/// A decision about a request, with its reason.
public struct TrackerDecision: Hashable, Sendable {
  /// The decision.
  public var verdict: Verdict
  /// The reason for the decision.
  public var reason: Reason
  /// The domain of the tracker that receives the request, or `nil` if the host is not a tracker.
  package var tracker: [UInt8]?
  /// The owner of the tracker, or `nil` if unknown.
  public var owner: String?
  /// The categories of the tracker, as named in the data.
  public var categories: [String] = []
  /// The index of the rule that decided, from 0 in the order of the file, or `nil` if no rule did.
  package var rule: Int?
  /// The request blocklist rule that decided, or `nil` if none did.
  package var blocklistRule: TrackerExceptions.RequestRule?

  /// The domain of the tracker, or `nil` if the host is not a tracker.
  public var trackerString: String? { tracker.map { String(decoding: $0, as: UTF8.self) } }

  /// A decision about a request.
  @frozen public enum Verdict: Hashable, Sendable {
    /// The request is sent.
    case pass
    /// The request is blocked.
    case block
    /// The request is answered with the surrogate script of this name. A content blocker alone blocks it.
    case surrogate(String)
  }

  /// The reason for a decision.
  @nonexhaustive public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The host does not belong to a tracker.
    case notTracker = "not-a-tracker"
    /// The page and the request belong to the same site.
    case firstParty = "first-party"
    /// The page belongs to the owner of the tracker.
    case sameOwner = "same-owner"
    /// The site is temporarily unprotected.
    case temporarilyUnprotected = "unprotected-temporary"
    /// The site is an exception to content blocking.
    case contentBlockingException = "content-blocking-exception"
    /// Content blocking is off.
    case contentBlockingOff = "content-blocking-off"
    /// The user has unprotected the site.
    case userUnprotected = "user-unprotected"
    /// The tracker allowlist contains the request.
    case allowlisted
    /// The request blocklist contains the request.
    case requestBlocklist = "request-blocklist"
    /// The request loads a page or opens a window. These requests are never blocked.
    case navigation
    /// A rule of the tracker matches.
    case rule
    /// A rule matches, and so do its exceptions.
    case ruleException = "rule-exception"
    /// No rule decides, so the default action of the tracker applies.
    case byDefault = "default"
  }
}

/// A request to decide on.
public struct TrackerRequest: Hashable, Sendable {
  package var url: [UInt8]
  /// The URL of the top-level page.
  package var page: [UInt8]
  /// The WebExtensions name of the request type, such as `script`, `image` or `xmlhttprequest`.
  package var type: String

  /// Creates a request.
  public init(url: some InputBytes & ~Escapable, page: some InputBytes & ~Escapable, type: String) {
    self.url = url.inputArray()
    self.page = page.inputArray()
    self.type = type
  }
}

/// Finds the rules whose regexes match a URL. It uses the same url-filters as the WebKit rules.
struct TrackerMatcher: Sendable {
  private let regexes: RuleListEvaluator
  private let origins: [(tracker: Int, rule: Int)]

  init(_ trackers: [Tracker]) {
    var rules: [Rule] = []
    var origins: [(tracker: Int, rule: Int)] = []
    for (number, tracker) in trackers.enumerated() {
      for (position, rule) in tracker.rules.enumerated() {
        // A regex that cannot become a WebKit rule must not decide here either.
        let host = RegexOnHost(host: .tracker(tracker.domain))
        guard (try? host.urlFilters(for: rule.regex)) != nil else { continue }
        for filter in RegexOnHost.unanchored(rule.regex) {
          rules.append(Rule(trigger: Trigger(urlFilter: filter), action: .block))
          origins.append((number, position))
        }
      }
    }
    regexes = RuleListEvaluator(RuleList(rules))
    self.origins = origins
  }

  /// Returns the indices of the tracker's rules whose regex matches the URL, in ascending order.
  func rules(of tracker: Int, in url: [UInt8]) -> [Int] {
    let request = Request(
      url: url, topURL: [], frameURL: [], types: .script, context: .topFrame, party: .thirdParty)
    var positions: [Int] = []
    for index in regexes.matching(request) where origins[index].tracker == tracker {
      if positions.last != origins[index].rule { positions.append(origins[index].rule) }
    }
    return positions
  }
}

final class LazyTrackerMatcher: Sendable {
  private let matcher = Locked<TrackerMatcher?>(nil)

  func get(_ trackers: [Tracker]) -> TrackerMatcher {
    matcher.withLock { stored in
      let made = stored ?? TrackerMatcher(trackers)
      stored = made
      return made
    }
  }
}
