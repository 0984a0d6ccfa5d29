import ContentBlocker
import TrackerRadar

/// Says which of the requests that pages report are blocked, and by what.
public struct BlockJudge: Sendable {
  /// A rule list that the host has given to WebKit.
  public struct List: Sendable {
    /// What the host calls it.
    public var name: String
    /// Its rules.
    public var rules: RuleListEvaluator

    /// A list.
    public init(name: String, rules: RuleListEvaluator) {
      self.name = name
      self.rules = rules
    }
  }

  /// What blocks a request.
  public struct Verdict: Hashable, Sendable {
    /// The names of the lists that block it, in their order.
    public var lists: [String]
    /// Who owns the tracker that it goes to; nil where nobody is known.
    public var owner: String?
    /// What that tracker does, in the words of Tracker Radar.
    public var categories: [String]
  }

  private let lists: [List]
  private let trackers: TrackerRadar?
  private let suffixes: PublicSuffixList

  /// - Parameters:
  ///   - lists: All lists that WebKit has: each is judged for itself, as WebKit does.
  ///   - trackers: What names owners and categories; nil for neither.
  ///   - suffixes: What tells first from third party.
  public init(lists: [List], trackers: TrackerRadar? = nil, suffixes: PublicSuffixList = .wellKnown) {
    self.lists = lists
    self.trackers = trackers
    self.suffixes = suffixes
  }

  /// What blocks a request; nil for one that no list blocks, which has failed of itself.
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
