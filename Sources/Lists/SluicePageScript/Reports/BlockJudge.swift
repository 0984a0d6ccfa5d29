import SluiceAnalysis
import SluiceTrackers

/// A judge that decides which of the requests reported by pages were blocked, and by which lists.
public struct BlockJudge: Sendable {
  /// A rule list that the host app uses in WebKit.
  public struct List: Sendable {
    /// The name of the list in the host app.
    public var name: String
    /// The rules of the list.
    public var rules: RuleListEvaluator

    /// Creates a list.
    public init(name: String, rules: RuleListEvaluator) {
      self.name = name
      self.rules = rules
    }
  }

  /// The lists that block a request.
  public struct Verdict: Hashable, Sendable {
    /// The names of the lists that block the request, in order.
    public var lists: [String]
    /// The owner of the tracker; nil if unknown.
    public var owner: String?
    /// The categories of the tracker, with Tracker Radar's names.
    public var categories: [String]
  }

  /// The lists, in order.
  public let lists: [List]
  private let trackers: TrackerRadar?
  private let suffixes: PublicSuffixList

  /// Creates a judge.
  ///
  /// - Parameters:
  ///   - lists: All lists in WebKit. Each is evaluated separately, as in WebKit.
  ///   - trackers: The data that provides owners and categories; nil to leave them out.
  ///   - suffixes: The public suffixes that separate first-party from third-party requests.
  public init(lists: [List], trackers: TrackerRadar? = nil, suffixes: PublicSuffixList = .wellKnown) {
    self.lists = lists
    self.trackers = trackers
    self.suffixes = suffixes
  }

  /// Returns the lists that block a request, or nil if no list blocks it. In this case, the request failed
  /// for another reason.
  public func verdict(on description: RequestDescription) -> Verdict? {
    let request = description.request(suffixes)
    let names = lists.filter { $0.rules.decide(request).isBlocked }.map(\.name)
    guard !names.isEmpty else { return nil }
    let decision = trackers?.resolve(
      TrackerRequest(url: description.url, page: description.page, type: description.kind.rawValue),
      suffixes: suffixes)
    return Verdict(lists: names, owner: decision?.owner, categories: decision?.categories ?? [])
  }
}
