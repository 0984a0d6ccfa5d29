/// How many requests of pages have been blocked, **at least**: frames that are blocked, images that are in no document, what
/// is in shadow trees and workers, and what one document asks for again are not seen by a script.
public struct BlockCounts: Hashable, Sendable {
  /// At least so many requests have been blocked.
  public private(set) var requests = 0
  /// At least so many by each list; a request that several lists block counts for each.
  public private(set) var byList: [String: Int] = [:]
  /// At least so many of those that go to trackers of each owner.
  public private(set) var byOwner: [String: Int] = [:]
  /// At least so many of those that go to trackers of each category; a tracker can be of several.
  public private(set) var byCategory: [String: Int] = [:]

  /// Nothing blocked.
  public init() {}

  /// Counts a request that is blocked.
  public mutating func add(_ verdict: BlockJudge.Verdict) {
    requests += 1
    for list in verdict.lists { byList[list, default: 0] += 1 }
    if let owner = verdict.owner { byOwner[owner, default: 0] += 1 }
    for category in verdict.categories { byCategory[category, default: 0] += 1 }
  }

  /// Counts those requests of a report that are blocked.
  public mutating func add(_ report: PageReport, judgedBy judge: BlockJudge) {
    for request in report.requests {
      if let verdict = judge.verdict(on: request) { add(verdict) }
    }
  }
}
