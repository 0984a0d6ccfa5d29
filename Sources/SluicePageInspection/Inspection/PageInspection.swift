import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceText
import SluiceTrackers

/// The effects of filter lists on all recorded requests of pages.
///
/// In WebKit, a blocked request causes no further requests. This evaluates all recorded requests, including
/// those of blocked scripts and frames.
package struct PageInspection: Sendable {
  /// The requests, in the order of the archive.
  package private(set) var requests: [InspectedRequest]
  /// The URLs of the pages that ``RecordedLoad/page`` refers to.
  package let pages: [[UInt8]]
  /// The number of omitted requests that are neither HTTP nor WebSocket.
  package let left: Int
  /// The number of omitted requests with an invalid URL.
  package let invalid: Int
  package let totals: InspectionTotals

  /// Evaluates the requests of an archive.
  package init(_ archive: PageArchive, judge: inout PageJudge, trackers: TrackerData? = nil) {
    self.init(
      archive.loads, of: archive.pages, left: archive.left, invalid: archive.invalid, judge: &judge,
      trackers: trackers)
  }

  /// - Parameters:
  ///   - pages: The URLs of the pages that ``RecordedLoad/page`` refers to.
  ///   - left: The number of omitted requests that are neither HTTP nor WebSocket.
  ///   - invalid: The number of omitted requests with an invalid URL.
  ///   - trackers: The Tracker Radar data with the owners of hosts, or `nil` to omit owners.
  package init(
    _ loads: [RecordedLoad], of pages: [[UInt8]], left: Int = 0, invalid: Int = 0,
    judge: inout PageJudge, trackers: TrackerData? = nil
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

  /// Returns a copy with the observed outcome of each request. The outcome of unobserved requests is `nil`.
  package func observed(_ observations: [InspectedRequest.Observation?]) -> PageInspection {
    var copy = self
    for (index, observed) in zip(requests.indices, observations) { copy.requests[index].observed = observed }
    return copy
  }
}

/// A recorded request, and the effects of filter lists on it.
package struct InspectedRequest: Sendable {
  package let load: RecordedLoad
  package let verdict: Verdict
  /// The owner of the host in Tracker Radar, or `nil` if unknown.
  package let owner: String?
  /// The outcome when the page was loaded with the lists, or `nil` if it was not observed.
  package internal(set) var observed: Observation?

  /// The outcome of a request when a page is loaded with lists.
  package enum Observation: String, Hashable, Sendable, CaseIterable {
    /// WebKit reported that it blocked the request.
    case blocked
    /// The request passed.
    case loaded
    /// The page did not send the request.
    case notAsked = "not-asked"
  }

  /// Whether the observed outcome contradicts the verdict.
  package var isDisputed: Bool {
    switch observed {
    case .blocked: !verdict.isBlocked
    case .loaded: verdict.isBlocked
    case .notAsked, nil: false
    }
  }

  /// The outcome in one word.
  package var outcome: Outcome {
    if verdict.isBlocked { return .blocked }
    return verdict.isExcepted ? .excepted : .allowed
  }

  package enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// A list blocks the request.
    case blocked
    /// A list would block the request without an exception.
    case excepted
    /// No list blocks the request.
    case allowed
  }

  /// Whether the request loses recorded cookies, sent or set.
  package var losesCookies: Bool {
    verdict.blocksCookies && !verdict.isBlocked && load.recording.cookiesSent + load.recording.cookiesSet > 0
  }
}

struct RequestOwners: Sendable {
  private var owners: [HostKey: String] = [:]
  private var cnames: [HostKey: [UInt8]] = [:]

  init(_ data: TrackerData) {
    for tracker in data.trackers { owners[HostKey(tracker.domain)] = tracker.owner }
    // Entities take precedence over trackers, because they list all domains of their owner.
    for entity in data.entities {
      for domain in entity.domains { owners[HostKey(domain)] = entity.name }
    }
    for cname in data.cnames { cnames[HostKey(cname.host)] = cname.target }
  }

  /// Returns the owner of a host, which must be in lowercase and Punycode, or of its CNAME target.
  func owner(of host: [UInt8]) -> String? {
    HostNames.nearest(cnames[HostKey(host)] ?? host) { owners[$0] } ?? HostNames.nearest(host) { owners[$0] }
  }
}

/// The effects of filter lists on a saved page: on the requests of its documents, and on their elements.
package struct SavedPageInspection: Sendable {
  /// The effects on requests.
  package let inspection: PageInspection
  /// The effects on the elements of the page's document and of the saved documents of frames.
  package let documents: [InspectedDocument]

  /// - Parameter trackers: The Tracker Radar data with the owners of hosts, or `nil` to omit owners.
  package init(_ saved: SavedLoads, judge: inout PageJudge, trackers: TrackerData? = nil) {
    inspection = PageInspection(
      saved.loads, of: [saved.page.address], left: saved.left, judge: &judge, trackers: trackers)
    documents = saved.documents.map { InspectedDocument($0, judge: &judge) }
  }
}

/// The effects of filter lists on the elements of a document.
package struct InspectedDocument: Sendable {
  package let document: SavedDocument
  /// The effects on the document's elements.
  package let answer: ElementAnswer

  package init(_ document: SavedDocument, judge: inout PageJudge) {
    self.document = document
    answer = ElementAnswer(
      .page(document.matcher, text: document.text), description: document.description, judge: &judge)
  }

  /// The URL of a frame's document, or `nil` for the page.
  package var frame: [UInt8]? { document.description.kind == .document ? nil : document.description.url }
}
