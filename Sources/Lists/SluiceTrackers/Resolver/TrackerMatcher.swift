import SluiceAnalysis
import SluicePatterns

/// Finds the rules whose regexes match a URL. It uses the same url-filters as the WebKit rules.
struct TrackerMatcher: Sendable {
  private let regexes: RuleListEvaluator
  /// The tracker and rule index of each rule in ``regexes``.
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

/// A matcher that is created on first use.
final class LazyTrackerMatcher: Sendable {
  private let matcher = Locked<TrackerMatcher?>(nil)

  func get(_ trackers: [Tracker]) -> TrackerMatcher {
    matcher.withLock { stored in
      if let stored { return stored }
      let made = TrackerMatcher(trackers)
      stored = made
      return made
    }
  }
}
