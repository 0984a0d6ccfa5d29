import SluiceAnalysis
import SluiceConversion
import SluiceDocuments
import SluiceRules

/// The outcome of a page with filter lists, either predicted without loading the page or observed in an
/// engine.
package struct PageObservation: Sendable {
  /// The requests.
  package var loads: [Load]
  /// The elements that filters match.
  package var elements: [Element]

  package init(loads: [Load] = [], elements: [Element] = []) {
    (self.loads, self.elements) = (loads, elements)
  }

  /// A request with its outcome.
  package struct Load: Hashable, Sendable {
    package var description: RequestDescription
    package var outcome: InspectedRequest.Outcome
    /// The filters or rules that block the request, or would without exceptions.
    package var causes: [TrialCause]
    /// The exceptions that allow the request.
    package var exceptions: [TrialCause]

    /// Creates a request with its outcome.
    package init(
      _ description: RequestDescription, outcome: InspectedRequest.Outcome, causes: [TrialCause] = [],
      exceptions: [TrialCause] = []
    ) {
      (self.description, self.outcome) = (description, outcome)
      (self.causes, self.exceptions) = (causes, exceptions)
    }
  }

  /// An element with its outcome.
  package struct Element: Hashable, Sendable {
    package var identity: Identity
    /// The tag for display.
    package var tag: String
    /// The line in the saved document, from 1, or `nil` if unknown.
    package var line: Int?
    package var outcome: Outcome
    /// The filters or rules that hide the element, may hide it, or would without exceptions.
    package var causes: [TrialCause]
    /// The exceptions that keep the element visible.
    package var exceptions: [TrialCause]

    package init(
      _ identity: Identity, tag: String, line: Int?, outcome: Outcome, causes: [TrialCause] = [],
      exceptions: [TrialCause] = []
    ) {
      (self.identity, self.tag, self.line) = (identity, tag, line)
      (self.outcome, self.causes, self.exceptions) = (outcome, causes, exceptions)
    }

    /// The identity of an element, which is the same in several observations of a page.
    package struct Identity: Hashable, Sendable {
      /// The URL of the document.
      package var document: [UInt8]
      /// The number of the element in the document.
      package var number: Int

      package init(document: [UInt8], number: Int) { (self.document, self.number) = (document, number) }
    }

    package enum Outcome: String, CaseIterable, Hashable, Sendable {
      case hidden
      /// The element may be hidden; the document does not determine it.
      case undecided
      /// An exception keeps the element visible.
      case excepted
    }
  }
}

extension PageObservation {
  /// Creates a prediction for the requests and elements that are known without loading the page.
  package init(_ inspection: PageInspection, documents: [InspectedDocument]) {
    loads = inspection.requests.map { request in
      let verdict = request.verdict
      let overridden = verdict.isExcepted ? verdict.overriddenBlocks : []
      return Load(
        request.load.description, outcome: request.outcome,
        causes: verdict.isBlocked
          ? Self.blocking(verdict) : overridden.flatMap { TrialCause.causes(of: $0.rule) },
        exceptions: overridden.flatMap(\.exceptions).flatMap(TrialCause.causes))
    }
    elements = documents.flatMap(Self.elements)
  }

  static func blocking(_ verdict: Verdict) -> [TrialCause] {
    verdict.acting.filter { $0.rule.action == .block }.flatMap(TrialCause.causes)
  }

  private static func elements(of inspected: InspectedDocument) -> [Element] {
    let answer = inspected.answer
    let document = inspected.document.matcher.document
    let display = ElementDisplay(document: document)
    let lines = ElementDisplay.lines(
      of: answer.findings.compactMap { $0.element.map(document.offset) }, in: inspected.document.text)
    var elements: [Element] = []
    var numbers: [HTMLDocument.Node: Int] = [:]
    for finding in answer.findings {
      guard let node = finding.element else { continue }
      let outcome: Element.Outcome =
        finding.effect.outcome == .excepted ? .excepted : finding.doubts.isEmpty ? .hidden : .undecided
      let causes = TrialCause.causes(of: finding.effect)
      let exceptions = finding.effect.exceptions.map(TrialCause.filter)
      guard let number = numbers[node] else {
        numbers[node] = elements.count
        let identity = Element.Identity(
          document: inspected.document.description.url, number: Int(node.index))
        elements.append(
          Element(
            identity, tag: display.tag(node), line: lines[document.offset(of: node)], outcome: outcome,
            causes: causes,
            exceptions: exceptions))
        continue
      }
      elements[number].add(outcome, causes: causes, exceptions: exceptions)
    }
    return elements
  }
}

extension PageObservation.Element {
  /// Merges the outcome of another selector. Hidden overrides undecided, and both override excepted. Causes
  /// of equal outcomes are combined.
  fileprivate mutating func add(_ other: Outcome, causes: [TrialCause], exceptions: [TrialCause]) {
    if other == outcome {
      self.causes += causes.filter { !self.causes.contains($0) }
      self.exceptions += exceptions.filter { !self.exceptions.contains($0) }
    } else if other.rank > outcome.rank {
      (outcome, self.causes, self.exceptions) = (other, causes, exceptions)
    }
  }
}

extension PageObservation.Element.Outcome {
  fileprivate var rank: Int {
    switch self {
    case .hidden: 2
    case .undecided: 1
    case .excepted: 0
    }
  }
}

/// The cause of an outcome: a filter, or a rule of a list whose filters are unknown.
package enum TrialCause: Hashable, Sendable {
  case filter(PlacedFilter)
  /// The rule at this index of a list.
  case rule(list: String, index: Int)

  static func causes(of rule: JudgedRule) -> [TrialCause] {
    guard let origin = rule.origin, !origin.filters.isEmpty else {
      return [.rule(list: rule.listName, index: rule.index)]
    }
    return origin.filters.map(TrialCause.filter)
  }

  static func causes(of effect: ElementAnswer.Effect) -> [TrialCause] {
    guard effect.filters.isEmpty else { return effect.filters.map(TrialCause.filter) }
    return effect.rule.map { [.rule(list: effect.list.name, index: $0)] } ?? []
  }
}
