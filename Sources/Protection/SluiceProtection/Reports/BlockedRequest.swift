import SluiceAnalysis
import SluicePageScript
import SluiceRules

/// A request of a page that lists block.
public struct BlockedRequest: Hashable, Sendable {
  /// The maximum number of requests that are kept for a page. Counts have no maximum.
  public static let maximum = 500

  /// The request.
  public var request: RequestDescription
  /// The lists that block it, and the owner of the tracker.
  public var verdict: BlockJudge.Verdict
}
