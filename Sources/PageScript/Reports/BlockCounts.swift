/// How many requests of pages have been blocked, **at least**: frames that are blocked, images that are in no document, what
/// is in shadow trees and workers, and what one document asks for again are not seen by a script.
public struct BlockCounts: Hashable, Codable, Sendable {
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

  /// Counts what has been counted elsewhere.
  public mutating func add(_ other: BlockCounts) {
    requests += other.requests
    byList.merge(other.byList, uniquingKeysWith: +)
    byOwner.merge(other.byOwner, uniquingKeysWith: +)
    byCategory.merge(other.byCategory, uniquingKeysWith: +)
  }

  /// Whether all counts are such as can have come about: none is below zero, or so high that adding to it could fail.
  public var isPlausible: Bool {
    [[requests], Array(byList.values), Array(byOwner.values), Array(byCategory.values)].joined()
      .allSatisfy { (0...1 << 53).contains($0) }
  }

  /// Counts those requests of a report that are blocked.
  public mutating func add(_ report: PageReport, judgedBy judge: BlockJudge) {
    for request in report.requests {
      if let verdict = judge.verdict(on: request) { add(verdict) }
    }
  }
}
