#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceConversion
import SluicePageInspection
import SluiceRules
import SluiceTrackers

/// The effects of filter lists on a page in a browser. The page is loaded without lists and with lists.
public struct EngineInspection: Sendable {
  /// The requests without lists, with the verdicts of the lists and the observed outcomes with the lists.
  public let inspection: PageInspection
  /// The observation without lists.
  public let without: EngineObservation
  /// The observation with lists.
  public let with: EngineObservation
  /// The console errors that only occur with lists.
  public let errors: [NewError]
  /// The effects of the lists on the elements of the documents, as they were without lists.
  public let documents: [InspectedDocument]

  /// A console error that only occurs with lists.
  public struct NewError: Hashable, Sendable {
    /// The message of WebKit.
    public let text: String
    /// The indices of the blocked requests in the inspection that explain the error.
    public let causes: [Int]
  }

  /// Loads a page twice.
  ///
  /// - Parameters:
  ///   - page: The page to load.
  ///   - trial: The settings of the trials. Its lists are ignored.
  ///   - judge: The judge with the filter lists.
  ///   - trackers: The Tracker Radar data with the owners of hosts, or `nil` to omit owners.
  ///   - observe: Loads the page once.
  /// - Throws: The errors of `observe`.
  public init<Failure: Error>(
    _ page: EnginePage, _ trial: EngineTrial, _ judge: inout PageJudge, trackers: TrackerData? = nil,
    observe: (EngineTrial) throws(Failure) -> EngineObservation
  ) throws(Failure) {
    var trial = trial
    trial.lists = []
    without = try observe(trial)
    trial.lists = judge.lists.encoded
    with = try observe(trial)
    let (loads, pages) = without.recordedLoads(of: Array(page.address.utf8))
    let judged = PageInspection(loads, of: pages, &judge, trackers: trackers)
    let seen = Seen(with)
    inspection = judged.observed(judged.requests.map { seen.observed(of: $0) })
    let known = Set(without.errors)
    let causes = ErrorCauses(page, inspection.requests)
    var documents: [InspectedDocument] = []
    for document in without.savedDocuments(of: page) {
      documents.append(InspectedDocument(document, &judge))
    }
    self.documents = documents
    errors = with.errors.filter { !known.contains($0) }.map { NewError(text: $0, causes: causes.of($0)) }
  }

  private struct Seen {
    private let loaded: Set<String>
    private let blocked: Set<String>
    /// Whether the observation includes all blocked requests.
    private let isWhole: Bool

    init(_ observation: EngineObservation) {
      loaded = Set(observation.loads.map { Self.key($0.url) })
      blocked = Set(observation.blocked.map { Self.key($0.url) })
      isWhole = !observation.isSeenByScripts
    }

    func observed(of request: InspectedRequest) -> InspectedRequest.Observation? {
      let url = Self.key(request.load.description.urlString)
      switch (loaded.contains(url), blocked.contains(url)) {
      // A blocked popup requests no document.
      case (false, true):
        let isOfPopup = request.load.page > 0 && request.verdict.description.kind == .document
        return isOfPopup && !request.verdict.isBlocked ? .notAsked : .blocked
      case (true, false): return .loaded
      case (false, false): return isWhole ? .notAsked : nil
      // Several requests had the same URL, so their outcomes cannot be distinguished.
      case (true, true): return request.verdict.isBlocked ? .blocked : .loaded
      }
    }

    /// Returns a URL without the differences between runs: lists upgrade `http` to `https`, and observed URLs
    /// have no fragments.
    private static func key(_ url: String) -> String {
      let url = url.prefix { $0 != "#" }
      for scheme in ["http:", "ws:"] where url.hasPrefix(scheme) {
        return scheme.dropLast() + "s" + url.dropFirst(scheme.count - 1)
      }
      return String(url)
    }
  }
}

extension Blocklists {
  /// The lists in the form that WebKit receives.
  var encoded: [Data] { lists.map { Data($0.evaluator.list.encodedJSON()) } }
}
