import SluiceAnalysis
import SluiceConversion
import SluiceDocuments
import SluiceRules

/// The filters that hide elements of a page, and the exceptions to them.
package struct ElementAnswer: Sendable {
  /// The outcome for the elements that match a selector.
  package enum Outcome: String, CaseIterable, Hashable, Sendable {
    case hidden
    /// The elements would be hidden without exceptions.
    case excepted
  }

  /// The effect of a selector from the lists on this page.
  package struct Effect: Sendable {
    /// The selector as written in the rule.
    package let selector: CSSSelector
    /// The outcome for elements that match the selector.
    package let outcome: Outcome
    /// The list with the rule.
    package let list: Blocklist
    /// The index of the rule in the list; the first one if several rules have the selector.
    ///
    /// This is `nil` if exceptions cancel the filters completely, so that no rule exists.
    package let rule: Int?
    /// The filters that hide the elements; empty if the list has no source map.
    package fileprivate(set) var filters: [PlacedFilter]
    /// The exceptions to the filters; empty if the elements are hidden or the exceptions are unknown.
    package fileprivate(set) var exceptions: [PlacedFilter]
    /// Whether the rule only applies in documents that request a script.
    package fileprivate(set) var needsScript = false

    /// The size of the texts of the selector, the filters and the exceptions, in bytes.
    fileprivate var textSize: Int {
      func size(of filters: [PlacedFilter]) -> Int { filters.reduce(0) { $0 + $1.text.utf8.count } }
      return selector.bytes.count + size(of: filters) + size(of: exceptions)
    }

    fileprivate mutating func keepFirstFilters() {
      (filters, exceptions) = (Array(filters.prefix(1)), Array(exceptions.prefix(1)))
    }
  }

  /// The effect of a selector, on a particular element if the question is about elements.
  package struct Finding: Sendable {
    /// The element, or `nil` if the question is about a selector.
    package let element: HTMLDocument.Node?
    package let effect: Effect
    /// The reasons why the effect is uncertain; empty if it is certain.
    package let doubts: [Doubt]
  }

  /// A reason why it is uncertain whether an element is hidden.
  package enum Doubt: Hashable, Sendable {
    /// It is uncertain whether the selector matches the element.
    case selector(SelectorDoubt)
    /// The rule only applies in documents that request a script, and this document is not known to request
    /// one.
    case script

    /// A description of the reason.
    package var message: String {
      switch self {
      case .selector(let doubt): doubt.message
      case .script: "it is hidden once the document asks for a script, blocked or not"
      }
    }
  }

  /// The URL of the top-level page.
  package let page: [UInt8]
  /// The URL of the frame's document, or `nil` if the document is the page's.
  package let frame: [UInt8]?
  package let question: ElementQuestion
  /// The findings, in the order of the page's elements.
  ///
  /// If many selectors act on many elements, some findings are left out. The first finding with each outcome of an
  /// element is here, unless an earlier finding hides the element or its texts are long.
  package private(set) var findings: [Finding] = []
  /// The number of elements that lack findings.
  package private(set) var incomplete = 0
  /// The numbers of elements that are hidden, excepted and uncertain. Each element counts once.
  package private(set) var counts = (hidden: 0, excepted: 0, undecided: 0)

  /// ``page`` as text.
  package var pageString: String { String(decoding: page, as: UTF8.self) }
  /// ``frame`` as text, or `nil` if the document is the page's.
  package var frameString: String? { frame.map { String(decoding: $0, as: UTF8.self) } }

  /// Queries the lists about elements of the document that `description` loads.
  package init(
    _ question: ElementQuestion, description: RequestDescription, lists: Blocklists,
    suffixes: PublicSuffixList, freeFindings: Int = Self.freeFindings, freeWork: Int = SelectorScan.freeWork
  ) {
    var judge = RequestJudge(lists, suffixes: suffixes)
    let outcomes = HidingOutcomes(&judge, description: description)
    // For a single page, only prepare the rules that may affect it.
    let selectors = HidingSelectors(lists, where: outcomes.mayAffect)
    var origins = HidingOrigins()
    self.init(
      question, description: description, selectors: selectors, outcomes: outcomes, origins: &origins,
      freeFindings: freeFindings, freeWork: freeWork)
  }

  /// Queries the lists of a judge about elements of a document. Use this initializer for several documents.
  init(_ question: ElementQuestion, description: RequestDescription, judge: inout PageJudge) {
    let outcomes = HidingOutcomes(&judge.documents, description: description)
    self.init(
      question, description: description, selectors: judge.selectors, outcomes: outcomes,
      origins: &judge.origins, freeFindings: Self.freeFindings,
      freeWork: SelectorScan.freeWork)
  }

  private init(
    _ question: ElementQuestion, description: RequestDescription, selectors: HidingSelectors,
    outcomes: HidingOutcomes, origins: inout HidingOrigins, freeFindings: Int, freeWork: Int
  ) {
    page = outcomes.requests[0].topURL
    frame = description.kind == .document ? nil : outcomes.requests[0].url
    self.question = question
    let isScriptAskedFor = outcomes.requests.count > 1 && question.asksForScript
    var trial = HidingTrial(outcomes.requests)
    var effects = KnownEffects(selectors.entries.count)
    var current = ElementState()
    var rest = freeFindings + Self.findingsPerElement * question.elementCount
    question.forEachHit(of: selectors, freeWork: freeWork) { hit in
      if hit.element != current.element {
        if current.element != nil { count(current.outcomes) }
        current = ElementState(element: hit.element)
      }
      let known = effects.known(hit.selector) {
        let entry = selectors.entries[hit.selector]
        return (entry.selector, Self.effect(entry, outcomes: outcomes, trial: &trial, origins: &origins))
      }
      guard let known else { return true }
      // A selector that rules have covered is not reported again for filters that may have no rule.
      guard effects.cover(known, on: hit.element) || known.hasRule else { return true }
      let lacksScript = known.outcome == .hidden && known.needsScript && !isScriptAskedFor
      let outcome = FoundOutcome(known.outcome, isCertain: hit.doubts.isEmpty && !lacksScript)
      // Further findings do not change what happens to the element. To compare it with all selectors would cost a
      // product.
      if rest <= 0, !current.outcomes.isDisjoint(with: [.hidden, outcome]) {
        if current.isComplete { incomplete += 1 }
        current.isComplete = false
        return !current.outcomes.contains(.hidden)
      }
      current.outcomes.insert(outcome)
      var effect = effects[known]
      if rest <= 0 {
        effect.keepFirstFilters()
        // A selector of thousands of classes can act on thousands of elements.
        guard effect.textSize <= Self.textOfFinding else {
          if current.isComplete { incomplete += 1 }
          current.isComplete = false
          return true
        }
      }
      findings.append(
        Finding(
          element: hit.element, effect: effect,
          doubts: hit.doubts.map(Doubt.selector) + (lacksScript ? [.script] : [])))
      // A selector of thousands of filters can, too.
      rest -= max(1, effect.filters.count + effect.exceptions.count, effect.textSize / Self.textOfFinding)
      return true
    }
    if current.element != nil { count(current.outcomes) }
  }

  /// The number of findings for each element of a page, and in addition for the whole page, beyond which only the
  /// first finding of each outcome is kept, with its first filter. A finding counts once for each of its filters, and
  /// at least once for each ``textOfFinding``. Real pages have a few findings for one in ten elements.
  private static let findingsPerElement = 4
  package static let freeFindings = 10_000
  /// The number of bytes of the selector and the filters of a finding; findings with more are left out beyond that
  /// number. In real lists, one in a hundred filters is longer.
  private static let textOfFinding = 256

  private mutating func count(_ outcomes: FoundOutcome) {
    if outcomes.contains(.hidden) {
      counts.hidden += 1
    } else {
      if outcomes.contains(.excepted) { counts.excepted += 1 }
      if outcomes.contains(.undecided) { counts.undecided += 1 }
    }
  }

  private static func effect(
    _ place: HidingSelectors.Entry, outcomes: HidingOutcomes, trial: inout HidingTrial,
    origins: inout HidingOrigins
  ) -> Effect? {
    switch place.what {
    case .rule(let rule):
      effect(
        place.selector, list: place.list, rule: rule, outcomes: outcomes, trial: &trial, origins: &origins)
    case .lost(let group): effect(group, list: place.list, trial: &trial)
    }
  }

  /// Returns the effect of filters that exceptions cancel completely. Returns `nil` if the filters or the
  /// exceptions do not apply to this page.
  private static func effect(
    _ group: LostFilters.Group, list: Blocklist, trial: inout HidingTrial
  ) -> Effect? {
    let selector = group.selector
    let filters = group.hiding.filter { trial.hides(selector, filters: [$0.text], of: list, like: nil) }
    guard let first = filters.first else { return nil }
    let exceptions = group.sparing.filter {
      !trial.hides(selector, filters: [first.text, $0.text], of: list, like: nil)
    }
    guard !exceptions.isEmpty else { return nil }
    return Effect(
      selector: selector, outcome: .excepted, list: list, rule: nil, filters: filters, exceptions: exceptions)
  }

  /// Returns the effect of a rule's selector, or `nil` if the rule does not apply to this page.
  private static func effect(
    _ selector: CSSSelector, list: Blocklist, rule: Int, outcomes: HidingOutcomes,
    trial: inout HidingTrial,
    origins: inout HidingOrigins
  ) -> Effect? {
    let place = RulePlace(list: list.name, rule: rule)
    let (acts, isOverridden) = (outcomes.acting.contains(place), outcomes.overridden.contains(place))
    var effect = Effect(
      selector: selector, outcome: acts ? .hidden : .excepted, list: list, rule: rule, filters: [],
      exceptions: [], needsScript: outcomes.onScripts.contains(place))
    guard let mapped = list.filters else { return acts || isOverridden ? effect : nil }
    let origin = origins.candidates(selector, at: place, mapped: mapped)
    for filter in origin.filters where trial.hides(selector, filters: [filter.text], of: list, like: rule) {
      effect.filters.append(mapped.placed(filter))
    }
    if acts { return effect }
    guard let first = effect.filters.first else { return isOverridden ? effect : nil }
    for exception in origin.limits.map(mapped.placed) + (outcomes.exceptions[place] ?? [])
    where !effect.exceptions.contains(exception)
      && !trial.hides(selector, filters: [first.text, exception.text], of: list, like: rule)
    {
      effect.exceptions.append(exception)
    }
    return effect.exceptions.isEmpty && !isOverridden ? nil : effect
  }

  /// The element of the latest hit.
  private struct ElementState {
    var element: HTMLDocument.Node?
    var outcomes: FoundOutcome = []
    var isComplete = true
  }

  private struct FoundOutcome: OptionSet {
    let rawValue: UInt8

    static let hidden = Self(rawValue: 1)
    static let excepted = Self(rawValue: 2)
    static let undecided = Self(rawValue: 4)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ outcome: Outcome, isCertain: Bool) {
      switch outcome {
      case .hidden: self = isCertain ? .hidden : .undecided
      case .excepted: self = .excepted
      }
    }
  }
}

/// Evaluates pages one after the other with the same filter lists, and reuses prepared data.
package struct PageJudge: Sendable {
  /// The judge for requests, which lists at most `filterLimit` filters per rule.
  var loads: RequestJudge
  /// The judge for documents, which lists all filters.
  var documents: RequestJudge
  /// Created for the first document, because recorded pages have no documents.
  lazy var selectors = HidingSelectors(documents.lists)
  var origins = HidingOrigins()

  package var lists: Blocklists { documents.lists }

  /// Creates a judge that lists at most `filterLimit` filters per rule of a request.
  package init(_ lists: Blocklists, suffixes: PublicSuffixList, filterLimit: Int = .max) {
    loads = RequestJudge(lists, suffixes: suffixes, filterLimit: filterLimit)
    documents = RequestJudge(lists, suffixes: suffixes)
  }
}
