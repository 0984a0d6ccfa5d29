import ContentBlocker
import TrackerRadar

/// What lists do with all that pages loaded.
///
/// In WebKit a load that is blocked never leads to others; here all that was recorded is judged, also what a blocked script
/// or frame would not have asked for.
public struct PageInspection: Sendable {
  /// In the order of the archive.
  public private(set) var requests: [InspectedRequest]
  /// The URLs of the pages that ``RecordedLoad/page`` counts.
  public let pages: [[UInt8]]
  /// How many loads are left out, because they are not of the web.
  public let left: Int
  /// How many are left out because their URL is none.
  public let invalid: Int
  /// All of it in numbers.
  public let totals: InspectionTotals

  /// Judges the loads of an archive.
  ///
  /// - Parameters:
  ///   - archive: What was recorded.
  ///   - lists: The lists.
  ///   - suffixes: What tells first from third party.
  ///   - trackers: Tracker Radar's data, by which owners are named; nil for no owners.
  ///   - filterLimit: How many filters of a rule are named.
  public init(
    _ archive: PageArchive, _ lists: Blocklists, _ suffixes: PublicSuffixList, trackers: TrackerData? = nil,
    filterLimit: Int = .max
  ) {
    var judge = PageJudge(lists, suffixes, filterLimit: filterLimit)
    self.init(archive, &judge, trackers: trackers)
  }

  /// Judges the loads of an archive, one of several.
  public init(_ archive: PageArchive, _ judge: inout PageJudge, trackers: TrackerData? = nil) {
    self.init(
      archive.loads, of: archive.pages, left: archive.left, invalid: archive.invalid, &judge,
      trackers: trackers)
  }

  /// Judges loads.
  ///
  /// - Parameters:
  ///   - loads: The loads.
  ///   - pages: The URLs of the pages that ``RecordedLoad/page`` counts.
  ///   - left: How many are left out of them, because they are not of the web.
  ///   - invalid: How many are left out of them because their URL is none.
  ///   - judge: With the lists.
  ///   - trackers: Tracker Radar's data, by which owners are named; nil for no owners.
  public init(
    _ loads: [RecordedLoad], of pages: [[UInt8]], left: Int = 0, invalid: Int = 0,
    _ judge: inout PageJudge, trackers: TrackerData? = nil
  ) {
    let owners = trackers.map(RequestOwners.init)
    requests = loads.map { load in
      let verdict = judge.loads.verdict(on: load.description)
      let owner = owners?.owner(of: SerializedURL(load.description.url).host)
      return InspectedRequest(load: load, verdict: verdict, owner: owner)
    }
    (self.pages, self.left, self.invalid) = (pages, left, invalid)
    totals = InspectionTotals(requests, hasOwners: trackers != nil)
  }

  /// The same with what became of each request when the page was loaded with the lists; nil where that was not seen.
  public func observed(_ fates: [InspectedRequest.Fate?]) -> PageInspection {
    var copy = self
    for (index, fate) in zip(requests.indices, fates) { copy.requests[index].fate = fate }
    return copy
  }
}

/// A load that was recorded, and what lists do with it.
public struct InspectedRequest: Sendable {
  /// What was recorded.
  public let load: RecordedLoad
  /// What the lists do with it.
  public let verdict: Verdict
  /// Who owns the host, as Tracker Radar has it; nil where that is not known.
  public let owner: String?
  /// What became of it when the page was loaded with the lists; nil where it was not.
  public internal(set) var fate: Fate?

  init(load: RecordedLoad, verdict: Verdict, owner: String?) {
    (self.load, self.verdict, self.owner) = (load, verdict, owner)
  }

  /// What became of a load when the page was loaded with lists.
  public enum Fate: String, Hashable, Sendable, CaseIterable {
    /// WebKit says that it blocked it.
    case blocked
    /// It was loaded.
    case loaded
    /// The page did not ask for it.
    case notAsked = "not-asked"
  }

  /// Whether WebKit did something else than the verdict says.
  public var isDisputed: Bool {
    switch fate {
    case .blocked: !verdict.isBlocked
    case .loaded: verdict.isBlocked
    case .notAsked, nil: false
    }
  }

  /// What becomes of it, in one word.
  public var outcome: Outcome {
    if verdict.isBlocked { return .blocked }
    return verdict.isLetThrough ? .letThrough : .allowed
  }

  /// What becomes of a load.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// A list blocks it.
    case blocked
    /// A list would, but for an exception.
    case letThrough = "excepted"
    /// No list blocks it.
    case allowed
  }

  /// Whether cookies that were recorded, sent or set, would be taken off.
  public var losesCookies: Bool {
    verdict.blocksCookies && !verdict.isBlocked && load.cookiesSent + load.cookiesSet > 0
  }
}
