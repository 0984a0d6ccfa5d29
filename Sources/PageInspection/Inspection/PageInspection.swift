import ContentBlocker
import TrackerRadar

/// What lists do with all that pages loaded.
///
/// In WebKit a load that is blocked never leads to others; here all that was recorded is judged, also what a blocked script
/// or frame would not have asked for.
public struct PageInspection: Sendable {
  /// In the order of the archive.
  public let requests: [InspectedRequest]
  /// How many loads are left out, because they are not of the web.
  public let left: Int
  /// All of it in numbers.
  public let totals: InspectionTotals

  /// Judges the loads of an archive.
  ///
  /// - Parameters:
  ///   - trackers: Tracker Radar's data, by which owners are named; nil for no owners.
  ///   - filterLimit: How many filters of a rule are named.
  public init(
    _ archive: PageArchive, _ lists: Blocklists, _ suffixes: PublicSuffixList, trackers: TrackerData? = nil,
    filterLimit: Int = .max
  ) {
    var judge = RequestJudge(lists, suffixes, filterLimit: filterLimit)
    self.init(archive.loads, left: archive.left, &judge, trackers: trackers)
  }

  /// Judges the loads of an archive, one of several.
  public init(_ archive: PageArchive, _ judge: inout PageJudge, trackers: TrackerData? = nil) {
    self.init(archive.loads, left: archive.left, &judge.loads, trackers: trackers)
  }

  /// Judges loads, of which `left` are left out.
  init(
    _ loads: [RecordedLoad], left: Int, _ judge: inout RequestJudge, trackers: TrackerData?
  ) {
    let owners = trackers.map(RequestOwners.init)
    requests = loads.map { load in
      let verdict = judge.verdict(on: load.description)
      let owner = owners?.owner(of: SerializedURL(load.description.url).host)
      return InspectedRequest(load: load, verdict: verdict, owner: owner)
    }
    self.left = left
    totals = InspectionTotals(requests, hasOwners: trackers != nil)
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
