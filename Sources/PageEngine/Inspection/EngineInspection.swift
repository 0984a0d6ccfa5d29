import ContentBlocker
import Conversion
import Foundation
import PageInspection
import TrackerRadar

/// What lists do with a page in a browser: it is loaded without lists and with them.
public struct EngineInspection: Sendable {
  /// All that the page asked for without lists, what the lists do with it, and what became of it with them.
  public let inspection: PageInspection
  /// What was seen without lists.
  public let without: EngineObservation
  /// What was seen with them.
  public let with: EngineObservation
  /// The errors of the console that there are only with the lists.
  public let errors: [NewError]
  /// What the lists do with the elements of the documents as they were without lists.
  public let documents: [InspectedDocument]

  /// An error of the console that there is only with the lists.
  public struct NewError: Hashable, Sendable {
    /// As WebKit writes it.
    public let text: String
    /// The blocked loads that explain it, as indices into those of the inspection.
    public let causes: [Int]
  }

  /// Loads a page twice.
  ///
  /// - Parameters:
  ///   - page: the page that is loaded.
  ///   - trial: what is to be found out of it; its lists are not used.
  ///   - judge: with the lists.
  ///   - trackers: Tracker Radar's data, by which owners are named; nil for no owners.
  ///   - observe: loads it once.
  /// - Throws: what `observe` throws.
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
    inspection = judged.observed(judged.requests.map { seen.fate(of: $0) })
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
    /// Whether all that is blocked is told.
    private let isWhole: Bool

    init(_ observation: EngineObservation) {
      loaded = Set(observation.loads.map { Self.key($0.url) })
      blocked = Set(observation.blocked.map { Self.key($0.url) })
      isWhole = !observation.isSeenByScripts
    }

    func fate(of request: InspectedRequest) -> InspectedRequest.Fate? {
      let url = Self.key(String(decoding: request.load.description.url, as: UTF8.self))
      switch (loaded.contains(url), blocked.contains(url)) {
      // A popup that is blocked has no document.
      case (false, true):
        let isOfPopup = request.load.page > 0 && request.verdict.description.kind == .document
        return isOfPopup && !request.verdict.isBlocked ? .notAsked : .blocked
      case (true, false): return .loaded
      case (false, false): return isWhole ? .notAsked : nil
      // One address for several things: which of them it was is not told.
      case (true, true): return request.verdict.isBlocked ? .blocked : .loaded
      }
    }

    /// Lists make `http` `https`, and what is seen has no fragments.
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
  /// The lists as WebKit gets them.
  var encoded: [Data] { lists.map { Data($0.evaluator.list.encodedJSON()) } }
}
