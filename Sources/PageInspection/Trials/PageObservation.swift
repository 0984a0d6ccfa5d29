import ContentBlocker
import Documents

/// What becomes of a page with lists: as far as it can be said without loading it, or as an engine saw it.
public struct PageObservation: Sendable {
  /// The loads.
  public var loads: [Load]
  /// The elements that filters mean.
  public var elements: [Element]

  /// An observation of these.
  public init(loads: [Load] = [], elements: [Element] = []) {
    (self.loads, self.elements) = (loads, elements)
  }

  /// A load, and what becomes of it.
  public struct Load: Hashable, Sendable {
    /// Which it is.
    public var description: RequestDescription
    /// What becomes of it.
    public var outcome: InspectedRequest.Outcome
    /// What blocks it, or would but for exceptions.
    public var causes: [TrialCause]
    /// What lets it through.
    public var exceptions: [TrialCause]

    /// A load of these parts.
    public init(
      _ description: RequestDescription, _ outcome: InspectedRequest.Outcome, causes: [TrialCause] = [],
      exceptions: [TrialCause] = []
    ) {
      (self.description, self.outcome) = (description, outcome)
      (self.causes, self.exceptions) = (causes, exceptions)
    }
  }

  /// An element, and what becomes of it.
  public struct Element: Hashable, Sendable {
    /// Which it is.
    public var place: Place
    /// Its tag, to be shown.
    public var tag: String
    /// Its line in the saved document, from 1; nil where it is not known.
    public var line: Int?
    /// What becomes of it.
    public var outcome: Outcome
    /// What hides it, may hide it, or would but for exceptions.
    public var causes: [TrialCause]
    /// What keeps it from being hidden.
    public var exceptions: [TrialCause]

    /// An element of these parts.
    public init(
      _ place: Place, tag: String, line: Int?, _ outcome: Outcome, causes: [TrialCause] = [],
      exceptions: [TrialCause] = []
    ) {
      (self.place, self.tag, self.line) = (place, tag, line)
      (self.outcome, self.causes, self.exceptions) = (outcome, causes, exceptions)
    }

    /// Which element of a page: two observations of one page mean the same one by it.
    public struct Place: Hashable, Sendable {
      /// The URL of its document.
      public var document: [UInt8]
      /// Its number in the document.
      public var number: Int

      /// An element of a document.
      public init(document: [UInt8], number: Int) { (self.document, self.number) = (document, number) }
    }

    /// What becomes of an element.
    public enum Outcome: String, CaseIterable, Hashable, Sendable {
      /// It is hidden.
      case hidden
      /// It may be hidden: the document does not say it.
      case undecided
      /// It would be hidden, but for an exception.
      case spared
    }
  }
}

extension PageObservation {
  /// What lists do with the loads and elements that are known without loading the page.
  public init(_ inspection: PageInspection, _ documents: [InspectedDocument]) {
    loads = inspection.requests.map { request in
      let verdict = request.verdict
      let lifted = verdict.isLetThrough ? verdict.liftedBlocks : []
      return Load(
        request.load.description, request.outcome,
        causes: verdict.isBlocked
          ? Self.blocking(verdict) : lifted.flatMap { TrialCause.causes(of: $0.rule) },
        exceptions: lifted.flatMap(\.exceptions).flatMap(TrialCause.causes))
    }
    elements = documents.flatMap(Self.elements)
  }

  /// What blocks a load.
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
        finding.deed.outcome == .spared ? .spared : finding.doubts.isEmpty ? .hidden : .undecided
      let causes = TrialCause.causes(of: finding.deed)
      let exceptions = finding.deed.exceptions.map(TrialCause.filter)
      guard let number = numbers[node] else {
        numbers[node] = elements.count
        let place = Element.Place(document: inspected.document.description.url, number: Int(node.index))
        elements.append(
          Element(
            place, tag: display.tag(node), line: lines[document.offset(of: node)], outcome, causes: causes,
            exceptions: exceptions))
        continue
      }
      elements[number].add(outcome, causes, exceptions)
    }
    return elements
  }
}

extension PageObservation.Element {
  /// Of several selectors the worst counts, with all filters that do the same.
  fileprivate mutating func add(_ other: Outcome, _ causes: [TrialCause], _ exceptions: [TrialCause]) {
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
    case .spared: 0
    }
  }
}
