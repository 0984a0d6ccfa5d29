import SluiceConversion
import SluicePageInspection
import SluiceRules
import SluiceText
import SluiceTrackers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The effects of filter lists on a page in a browser. The page is loaded without lists and with lists.
struct EngineInspection: Sendable {
  /// The requests without lists, with the verdicts of the lists and the observed outcomes with the lists.
  let inspection: PageInspection
  let without: EngineObservation
  let with: EngineObservation
  let errors: [NewError]
  /// The effects of the lists on the elements of the documents, as they were without lists.
  let documents: [InspectedDocument]

  /// A console error that only occurs with lists.
  struct NewError: Hashable, Sendable {
    let text: String
    /// The indices of the blocked requests in the inspection that explain the error.
    let causes: [Int]
  }

  /// Loads a page twice.
  ///
  /// - Parameters:
  ///   - trial: The settings of the trials. Its lists are ignored.
  ///   - trackers: The Tracker Radar data with the owners of hosts, or `nil` to omit owners.
  ///   - observe: Loads the page once.
  /// - Throws: The errors of `observe`.
  init<Failure: Error>(
    _ page: EnginePage, trial: EngineTrial, judge: inout PageJudge, trackers: TrackerData? = nil,
    observe: (EngineTrial) throws(Failure) -> EngineObservation
  ) throws(Failure) {
    var trial = trial
    trial.lists = []
    without = try observe(trial)
    trial.lists = judge.lists.encoded
    with = try observe(trial)
    let (loads, pages) = without.recordedLoads(of: Array(page.address.utf8))
    let judged = PageInspection(loads, of: pages, judge: &judge, trackers: trackers)
    let seen = Seen(with)
    inspection = judged.observed(judged.requests.map { seen.observed(of: $0) })
    let known = Set(without.errors)
    let causes = ErrorCauses(page, requests: inspection.requests)
    var documents: [InspectedDocument] = []
    for document in without.savedDocuments(of: page) {
      documents.append(InspectedDocument(document, judge: &judge))
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

/// Finds the blocked requests that explain a console error: requests whose URL is in the message, and saved
/// scripts that contain the missing name.
struct ErrorCauses {
  private let blocked: [(index: Int, url: String)]
  private let page: EnginePage
  private let requests: [InspectedRequest]

  init(_ page: EnginePage, requests: [InspectedRequest]) {
    (self.page, self.requests) = (page, requests)
    blocked = requests.indices.filter { requests[$0].verdict.isBlocked }.map {
      ($0, requests[$0].load.description.urlString)
    }
  }

  func of(_ error: String) -> [Int] {
    let named = blocked.filter { error.contains($0.url) }.map(\.index)
    guard named.isEmpty, let name = Self.missingName(error) else { return named }
    return blocked.filter { load in
      guard requests[load.index].verdict.description.kind == .script, case .saved(let page) = page else {
        return false
      }
      return page.answer(to: Array(load.url.utf8)).map { Self.speaks($0.body, of: name) } ?? false
    }.map(\.index)
  }

  /// Returns the missing name in messages like these: the first name of the expression other than `window`
  /// and `self`.
  ///
  /// - `ReferenceError: Can't find variable: player`
  /// - `TypeError: player.start is not a function. (In …)`
  /// - `TypeError: undefined is not an object (evaluating 'player.start')`
  private static func missingName(_ error: String) -> String? {
    let isOfName: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
    if let start = error.firstRange(of: "Can't find variable: ") {
      return String(error[start.upperBound...].prefix(while: isOfName))
    }
    let expression: Substring
    if let start = error.firstRange(of: "evaluating '") {
      expression = error[start.upperBound...].prefix { $0 != "'" }
    } else if let end = error.firstRange(of: " is not a function") {
      expression = error[..<end.lowerBound].split(separator: " ").last ?? ""
    } else {
      return nil
    }
    let names = expression.split(whereSeparator: { !isOfName($0) }).filter { $0 != "window" && $0 != "self" }
    return names.first.map(String.init)
  }

  /// Returns whether a script contains a name as a complete word.
  private static func speaks(_ script: [UInt8], of name: String) -> Bool {
    // Letters, digits, `_`, `$`, and all characters beyond ASCII.
    let words = script.split { byte in
      !(byte.isLetter || byte.isDigit || byte == ASCII.underscore || byte == ASCII.dollar || byte >= 0x80)
    }
    return words.contains { $0.elementsEqual(name.utf8) }
  }
}

/// The outcomes of expectations when a page is loaded with one or more versions of filter lists.
struct ObservedExpectations: Sendable {
  private let selectors: [String]
  private let without: EngineObservation
  private let with: [EngineObservation]

  /// Loads a page once without lists, and once with each version.
  ///
  /// - Parameters:
  ///   - expectations: The expectations about the page.
  ///   - trial: The settings of the trials. Its lists and selectors are ignored.
  ///   - versions: The versions of the lists.
  ///   - observe: Loads the page once.
  /// - Throws: The errors of `observe`.
  init<Failure: Error>(
    _ expectations: [PageExpectation], trial: EngineTrial, versions: [Blocklists],
    observe: (EngineTrial) throws(Failure) -> EngineObservation
  ) throws(Failure) {
    selectors = expectations.selectors
    var trial = trial
    trial.selectors = selectors
    trial.lists = []
    without = try observe(trial)
    trial.atLeast = without.lastChange
    var with: [EngineObservation] = []
    for lists in versions {
      trial.lists = lists.encoded
      with.append(try observe(trial))
    }
    self.with = with
  }

  /// The engine, such as `WebKitGTK 2.50.6`.
  var engine: String { without.engine }

  /// Returns whether an expectation is met with the version of the lists at this index.
  func isMet(_ expectation: PageExpectation, version: Int) -> Bool {
    with[version].meets([expectation], selectors: selectors, without: without)
  }
}
