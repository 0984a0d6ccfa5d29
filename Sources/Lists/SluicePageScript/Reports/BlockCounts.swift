/// The **minimum** number of requests that were blocked in pages.
///
/// Scripts do not see these requests:
///
/// - blocked frames
/// - images that are not in the document, such as `new Image()`
/// - requests in shadow trees and workers
/// - repeated requests of the same document
public struct BlockCounts: Hashable, Codable, Sendable {
  /// The minimum number of blocked requests.
  public private(set) var requests = 0
  /// The minimum number for each list. A request that several lists block counts for each.
  public private(set) var byList: [String: Int] = [:]
  /// The minimum number of requests to the trackers of each owner.
  public private(set) var byOwner: [String: Int] = [:]
  /// The minimum number of requests to the trackers of each category. A tracker can have several.
  public private(set) var byCategory: [String: Int] = [:]

  /// Creates empty counts.
  public init() {}

  /// Counts a blocked request.
  public mutating func add(_ verdict: BlockJudge.Verdict) {
    requests += 1
    for list in verdict.lists { byList[list, default: 0] += 1 }
    if let owner = verdict.owner { byOwner[owner, default: 0] += 1 }
    for category in verdict.categories { byCategory[category, default: 0] += 1 }
  }

  /// Adds the numbers of other counts.
  public mutating func add(_ other: BlockCounts) {
    requests += other.requests
    byList.merge(other.byList, uniquingKeysWith: +)
    byOwner.merge(other.byOwner, uniquingKeysWith: +)
    byCategory.merge(other.byCategory, uniquingKeysWith: +)
  }

  /// Whether all counts are plausible: not negative, and not so large that an addition could overflow.
  public var isPlausible: Bool {
    [[requests], Array(byList.values), Array(byOwner.values), Array(byCategory.values)].joined()
      .allSatisfy { (0...1 << 53).contains($0) }
  }

  /// Counts the blocked requests of a report.
  public mutating func add(_ report: PageReport, judgedBy judge: BlockJudge) {
    for request in report.requests {
      if let verdict = judge.verdict(on: request) { add(verdict) }
    }
  }
}
