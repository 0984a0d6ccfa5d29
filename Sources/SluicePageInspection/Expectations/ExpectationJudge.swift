import SluiceAnalysis
import SluiceDocuments
import SluiceRules
import SluiceText

/// Evaluates expectations without loading the page.
package struct ExpectationJudge {
  private let inspection: PageInspection
  /// The page's document, or `nil` for a recorded page.
  private let document: InspectedDocument?
  private let page: [UInt8]
  private var judge: RequestJudge
  private let elementOutcomes: ElementOutcomes?

  /// Creates a judge for one page.
  ///
  /// - Parameters:
  ///   - inspection: The verdicts on the page's requests.
  ///   - document: The page's document with the outcomes of its elements.
  ///   - page: The URL of the page, for requests that are not among the known ones.
  package init(
    _ inspection: PageInspection, document: InspectedDocument?, page: [UInt8], judge: PageJudge
  ) {
    (self.inspection, self.document, self.page) = (inspection, document, page)
    self.judge = judge.documents
    elementOutcomes = document.map(ElementOutcomes.init)
  }

  package mutating func verdict(on placed: Expectations.Placed) -> ExpectationVerdict {
    switch placed.expectation {
    case .visible(let selector): elements(selector, isHiddenWanted: false, placed: placed)
    case .hidden(let selector): elements(selector, isHiddenWanted: true, placed: placed)
    case .loads(let url): loads(url, isBlockedWanted: false, placed: placed)
    case .blocked(let url): loads(url, isBlockedWanted: true, placed: placed)
    case .noErrors: ExpectationVerdict(placed, outcome: .undecided, ground: .needsEngine)
    }
  }

  // MARK: Elements

  private func elements(
    _ selector: ExpectedSelector, isHiddenWanted: Bool, placed: Expectations.Placed
  ) -> ExpectationVerdict {
    guard let document, let elementOutcomes else {
      return ExpectationVerdict(placed, outcome: .undecided, ground: .noDocument)
    }
    if let cause = pageBlock {
      return ExpectationVerdict(
        placed, outcome: isHiddenWanted ? .met : .broken, ground: .blockedAround(page), causes: cause)
    }
    let found = document.document.matcher.elements(matching: selector.parsed)
    guard !found.matching.isEmpty else {
      return ExpectationVerdict(
        placed, outcome: .undecided, ground: found.undecided.isEmpty ? .absent : .doubtful)
    }
    let outcomes = found.matching.map { elementOutcomes.state(of: $0) }
    let shown = outcomes.filter { $0.outcome == .shown }
    if !shown.isEmpty {
      return ExpectationVerdict(
        placed, outcome: isHiddenWanted ? .broken : .met, ground: .shown,
        causes: isHiddenWanted ? Self.each(shown.flatMap(\.exceptions)) : [])
    }
    let causes = Self.each(outcomes.flatMap(\.causes))
    // Elements that possibly match the selector must be hidden too, because they could be visible matches.
    guard outcomes.allSatisfy({ $0.outcome == .hidden }),
      found.undecided.allSatisfy({ elementOutcomes.state(of: $0).outcome == .hidden })
    else { return ExpectationVerdict(placed, outcome: .undecided, ground: .doubtful, causes: causes) }
    return ExpectationVerdict(
      placed, outcome: isHiddenWanted ? .met : .broken, ground: .hidden, causes: causes)
  }

  // MARK: Requests

  private mutating func loads(
    _ url: ExpectedURL, isBlockedWanted: Bool, placed: Expectations.Placed
  ) -> ExpectationVerdict {
    let known = inspection.requests.filter {
      url.matches(Array($0.load.description.url.prefix { $0 != ASCII.hash }))
        || url.matches($0.verdict.request.url)
    }
    guard !known.isEmpty else {
      let verdict = judge.verdict(on: RequestDescription(url: url.bytes, page: page))
      return Self.verdict(
        placed, isBlockedWanted: isBlockedWanted, blocked: verdict.isBlocked ? [(verdict, nil)] : [],
        passed: verdict.isBlocked ? [] : [verdict], isGuessed: true)
    }
    var blocked: [(Verdict, around: [UInt8]?)] = []
    var passed: [Verdict] = []
    for request in known {
      if request.verdict.isBlocked {
        blocked.append((request.verdict, nil))
      } else if let around = blockAround(request) {
        blocked.append((around.verdict, around.load.description.url))
      } else {
        passed.append(request.verdict)
      }
    }
    return Self.verdict(
      placed, isBlockedWanted: isBlockedWanted, blocked: blocked, passed: passed, isGuessed: false)
  }

  /// Returns a verdict for an expectation that all matching requests are blocked, or that all of them pass.
  private static func verdict(
    _ placed: Expectations.Placed, isBlockedWanted: Bool, blocked: [(Verdict, around: [UInt8]?)],
    passed: [Verdict], isGuessed: Bool
  ) -> ExpectationVerdict {
    let isBroken = isBlockedWanted ? !passed.isEmpty : !blocked.isEmpty
    let isLoaded = isBroken == isBlockedWanted
    let exceptions = passed.flatMap { $0.isExcepted ? $0.overriddenBlocks.flatMap(\.exceptions) : [] }
    let causes =
      isLoaded
      ? (isBroken ? exceptions.flatMap(TrialCause.causes) : [])
      : blocked.flatMap { PageObservation.blocking($0.0) }
    return ExpectationVerdict(
      placed, outcome: isBroken ? .broken : .met, ground: isLoaded ? .loaded : ground(blocked),
      causes: each(causes),
      isGuessed: isGuessed)
  }

  private static func ground(_ blocked: [(Verdict, around: [UInt8]?)]) -> ExpectationVerdict.Ground {
    blocked.first?.around.map { .blockedAround($0) } ?? .blocked
  }

  /// Returns the blocked document that contains the request: its frame, a frame around it, or the page.
  private func blockAround(_ request: InspectedRequest) -> InspectedRequest? {
    var frame = request.load.description.frame
    var seen: Set<[UInt8]> = []
    while let url = frame, seen.insert(url).inserted {
      let owners = inspection.requests.filter {
        $0.load.description.kind == .subdocument && $0.load.description.url == url
      }
      if !owners.isEmpty, owners.allSatisfy(\.verdict.isBlocked) { return owners.first }
      frame = owners.first?.load.description.frame
    }
    return inspection.requests.first { Self.isPage($0) && $0.verdict.isBlocked && !Self.isPage(request) }
  }

  private static func isPage(_ request: InspectedRequest) -> Bool {
    request.load.description.kind == .document
  }

  private var pageBlock: [TrialCause]? {
    inspection.requests.first { Self.isPage($0) && $0.verdict.isBlocked }.map {
      PageObservation.blocking($0.verdict)
    }
  }

  /// Returns the causes without duplicates, in order.
  private static func each(_ causes: [TrialCause]) -> [TrialCause] {
    var known: Set<TrialCause> = []
    return causes.filter { known.insert($0).inserted }
  }
}

/// The outcomes of the elements of a document, including the effect of their ancestors.
private struct ElementOutcomes {
  struct State {
    enum Outcome { case shown, hidden, doubtful }
    var outcome: Outcome
    /// The filters or rules that hide the element, or may hide it.
    var causes: [TrialCause] = []
    var exceptions: [TrialCause] = []
  }

  private let document: HTMLDocument
  private var findings: [HTMLDocument.Node: [ElementAnswer.Finding]] = [:]

  init(_ inspected: InspectedDocument) {
    document = inspected.document.matcher.document
    for finding in inspected.answer.findings {
      if let element = finding.element { findings[element, default: []].append(finding) }
    }
  }

  /// Returns the outcome of an element. A hidden ancestor hides the element; the nearest one is the cause.
  func state(of element: HTMLDocument.Node) -> State {
    var state = State(outcome: .shown)
    var node: HTMLDocument.Node? = element
    while let current = node {
      for finding in findings[current] ?? [] {
        switch finding.effect.outcome {
        case .hidden where finding.doubts.isEmpty:
          return State(outcome: .hidden, causes: TrialCause.causes(of: finding.effect))
        case .hidden:
          state.outcome = .doubtful
          state.causes += TrialCause.causes(of: finding.effect)
        case .excepted: state.exceptions += finding.effect.exceptions.map(TrialCause.filter)
        }
      }
      node = document.parent(of: current)
    }
    return state
  }
}
