import SluiceAnalysis
import SluiceConversion
import SluiceDocuments
import SluiceRules

/// The filters that hide elements of a page, and the exceptions to them.
public struct ElementAnswer: Sendable {
  /// The outcome for the elements that match a selector.
  @frozen public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// The elements are hidden.
    case hidden
    /// The elements would be hidden without exceptions. JSON output has the former name, as values have no alias.
    case excepted = "spared"
  }

  /// The effect of a selector from the lists on this page.
  public struct Effect: Sendable {
    /// The selector as written in the rule.
    public let selector: Selector
    /// The outcome for elements that match the selector.
    public let outcome: Outcome
    /// The list with the rule.
    public let list: Blocklist
    /// The index of the rule in the list; the first one if several rules have the selector.
    ///
    /// This is `nil` if exceptions cancel the filters completely, so that no rule exists.
    public let rule: Int?
    /// The filters that hide the elements; empty if the list has no source map.
    public fileprivate(set) var filters: [PlacedFilter]
    /// The exceptions to the filters; empty if the elements are hidden or the exceptions are unknown.
    public fileprivate(set) var exceptions: [PlacedFilter]
    /// Whether the rule only applies in documents that request a script.
    public fileprivate(set) var needsScript = false
  }

  /// The effect of a selector, on a particular element if the question is about elements.
  public struct Finding: Sendable {
    /// The element, or `nil` if the question is about a selector.
    public let element: HTMLDocument.Node?
    /// The effect of the selector.
    public let effect: Effect
    /// The reasons why the effect is uncertain; empty if it is certain.
    public let doubts: [Doubt]
  }

  /// A reason why it is uncertain whether an element is hidden.
  @nonexhaustive public enum Doubt: Hashable, Sendable {
    /// It is uncertain whether the selector matches the element.
    case selector(SelectorDoubt)
    /// The rule only applies in documents that request a script, and this document is not known to request
    /// one.
    case script

    /// A description of the reason.
    public var message: String {
      switch self {
      case .selector(let doubt): doubt.message
      case .script: "it is hidden once the document asks for a script, blocked or not"
      }
    }
  }

  /// The URL of the top-level page.
  public let page: [UInt8]
  /// The URL of the frame's document, or `nil` if the document is the page's.
  public let frame: [UInt8]?
  /// The question that the findings answer.
  public let question: ElementQuestion
  /// The findings, in the order of the page's elements.
  public private(set) var findings: [Finding] = []

  /// ``page`` as text.
  public var pageString: String { String(decoding: page, as: UTF8.self) }
  /// ``frame`` as text, or `nil` if the document is the page's.
  public var frameString: String? { frame.map { String(decoding: $0, as: UTF8.self) } }

  /// Queries the lists about elements of the document that `description` loads.
  public init(
    _ question: ElementQuestion, _ description: RequestDescription, _ lists: Blocklists,
    _ suffixes: PublicSuffixList
  ) {
    var judge = RequestJudge(lists, suffixes)
    let outcomes = HidingOutcomes(&judge, description)
    // For a single page, only prepare the rules that concern it.
    let selectors = HidingSelectors(lists, where: outcomes.concern)
    var origins = HidingOrigins()
    self.init(question, description, selectors, outcomes, &origins)
  }

  /// Queries the lists of a judge about elements of a document. Use this initializer for several documents.
  init(_ question: ElementQuestion, _ description: RequestDescription, _ judge: inout PageJudge) {
    let outcomes = HidingOutcomes(&judge.documents, description)
    self.init(question, description, judge.selectors, outcomes, &judge.origins)
  }

  private init(
    _ question: ElementQuestion, _ description: RequestDescription, _ selectors: HidingSelectors,
    _ outcomes: HidingOutcomes, _ origins: inout HidingOrigins
  ) {
    page = outcomes.requests[0].topURL
    frame = description.kind == .document ? nil : outcomes.requests[0].url
    self.question = question
    let isScriptAskedFor = outcomes.requests.count > 1 && question.asksForScript
    var trial = HidingTrial(outcomes.requests)
    var effects: [Int: Effect?] = [:]
    // The selectors that rules have covered, per element.
    var reported: Set<Reported> = []
    for hit in question.hits(of: selectors) {
      let place = selectors.entries[hit.selector]
      if effects[hit.selector] == nil {
        effects[hit.selector] = Self.effect(place, outcomes, &trial, &origins)
      }
      guard let effect = effects[hit.selector] ?? nil,
        reported.insert(Reported(element: hit.element, selector: place.selector)).inserted
          || effect.rule != nil
      else { continue }
      let lacksScript = effect.outcome == .hidden && effect.needsScript && !isScriptAskedFor
      findings.append(
        Finding(
          element: hit.element, effect: effect,
          doubts: hit.doubts.map(Doubt.selector) + (lacksScript ? [.script] : [])))
    }
  }

  private struct Reported: Hashable {
    let element: HTMLDocument.Node?
    let selector: Selector
  }

  private static func effect(
    _ place: HidingSelectors.Entry, _ outcomes: HidingOutcomes, _ trial: inout HidingTrial,
    _ origins: inout HidingOrigins
  ) -> Effect? {
    switch place.what {
    case .rule(let rule): effect(place.selector, place.list, rule, outcomes, &trial, &origins)
    case .lost(let group): effect(group, place.list, &trial)
    }
  }

  /// Returns the effect of filters that exceptions cancel completely. Returns `nil` if the filters or the
  /// exceptions do not apply to this page.
  private static func effect(
    _ group: LostFilters.Group, _ list: Blocklist, _ trial: inout HidingTrial
  ) -> Effect? {
    let selector = group.selector
    let filters = group.hiding.filter { trial.hides(selector, [$0.text], of: list, like: nil) }
    guard let first = filters.first else { return nil }
    let exceptions = group.sparing.filter {
      !trial.hides(selector, [first.text, $0.text], of: list, like: nil)
    }
    guard !exceptions.isEmpty else { return nil }
    return Effect(
      selector: selector, outcome: .excepted, list: list, rule: nil, filters: filters, exceptions: exceptions)
  }

  /// Returns the effect of a rule's selector, or `nil` if the rule does not apply to this page.
  private static func effect(
    _ selector: Selector, _ list: Blocklist, _ rule: Int, _ outcomes: HidingOutcomes,
    _ trial: inout HidingTrial,
    _ origins: inout HidingOrigins
  ) -> Effect? {
    let place = RulePlace(list: list.name, rule: rule)
    let (acts, isOverridden) = (outcomes.acting.contains(place), outcomes.overridden.contains(place))
    var effect = Effect(
      selector: selector, outcome: acts ? .hidden : .excepted, list: list, rule: rule, filters: [],
      exceptions: [], needsScript: outcomes.onScripts.contains(place))
    guard let mapped = list.filters else { return acts || isOverridden ? effect : nil }
    let origin = origins.candidates(selector, place, mapped)
    for filter in origin.filters where trial.hides(selector, [filter.text], of: list, like: rule) {
      effect.filters.append(mapped.placed(filter))
    }
    if acts { return effect }
    guard let first = effect.filters.first else { return isOverridden ? effect : nil }
    for exception in origin.limits.map(mapped.placed) + (outcomes.exceptions[place] ?? [])
    where !effect.exceptions.contains(exception)
      && !trial.hides(selector, [first.text, exception.text], of: list, like: rule)
    {
      effect.exceptions.append(exception)
    }
    return effect.exceptions.isEmpty && !isOverridden ? nil : effect
  }

  /// The numbers of elements that are hidden, excepted and uncertain. Each element counts once.
  public var counts: (hidden: Int, excepted: Int, undecided: Int) {
    var hidden: Set<HTMLDocument.Node> = []
    var excepted: Set<HTMLDocument.Node> = []
    var undecided: Set<HTMLDocument.Node> = []
    for finding in findings {
      guard let element = finding.element else { continue }
      switch finding.effect.outcome {
      case .hidden: if finding.doubts.isEmpty { hidden.insert(element) } else { undecided.insert(element) }
      case .excepted: excepted.insert(element)
      }
    }
    return (hidden.count, excepted.subtracting(hidden).count, undecided.subtracting(hidden).count)
  }
}

/// Evaluates pages one after the other with the same filter lists, and reuses prepared data.
public struct PageJudge: Sendable {
  /// The judge for requests, which lists at most `filterLimit` filters per rule.
  var loads: RequestJudge
  /// The judge for documents, which lists all filters.
  var documents: RequestJudge
  /// Created for the first document, because recorded pages have no documents.
  lazy var selectors = HidingSelectors(documents.lists)
  var origins = HidingOrigins()

  /// The filter lists.
  public var lists: Blocklists { documents.lists }

  /// Creates a judge that lists at most `filterLimit` filters per rule of a request.
  public init(_ lists: Blocklists, _ suffixes: PublicSuffixList, filterLimit: Int = .max) {
    loads = RequestJudge(lists, suffixes, filterLimit: filterLimit)
    documents = RequestJudge(lists, suffixes)
  }
}
