import ContentBlocker
import Conversion
import Documents

/// Which filters hide what is asked about on a page, and which exceptions spare it.
public struct ElementAnswer: Sendable {
  /// What becomes of the elements of a selector.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// They are hidden.
    case hidden
    /// They would be, but for exceptions.
    case spared
  }

  /// A selector of the lists, on this page.
  public struct Deed: Sendable {
    /// The selector as the rule has it.
    public let selector: Selector
    /// What becomes of its elements.
    public let outcome: Outcome
    /// The list of the rule.
    public let list: Blocklist
    /// The index of the rule in it; of several rules with the selector the first. nil where exceptions leave nothing of the
    /// filters.
    public let rule: Int?
    /// The filters that hide; empty where a list has no source map.
    public fileprivate(set) var filters: [PlacedFilter]
    /// The exceptions that spare; empty for what is hidden, and where they are not known.
    public fileprivate(set) var exceptions: [PlacedFilter]
    /// Whether the rule acts in documents that ask for a script alone.
    public fileprivate(set) var needsScript = false
  }

  /// An element, or none where a selector was asked for, with what one selector does to it.
  public struct Finding: Sendable {
    /// The element; nil where a selector was asked for.
    public let element: HTMLDocument.Node?
    /// What the selector does.
    public let deed: Deed
    /// Why it is not known that the element is hidden; none where it is.
    public let doubts: [Doubt]
  }

  /// Why it is not known whether an element is hidden.
  public enum Doubt: Hashable, Sendable {
    /// Whether the selector matches it.
    case selector(SelectorDoubt)
    /// The rule acts in documents that ask for a script, and this one is not known to.
    case script

    /// What the doubt is, in plain words.
    public var message: String {
      switch self {
      case .selector(let doubt): doubt.message
      case .script: "it is hidden once the document asks for a script, blocked or not"
      }
    }
  }

  /// The URL of the page in the window.
  public let page: [UInt8]
  /// The URL of the frame whose document it is; nil where it is that of the page.
  public let frame: [UInt8]?
  /// What was asked.
  public let question: ElementQuestion
  /// What was found, in the order of the elements of the page.
  public private(set) var findings: [Finding] = []

  /// Asks lists about elements of the document that `description` loads.
  public init(
    _ question: ElementQuestion, _ description: RequestDescription, _ lists: Blocklists,
    _ suffixes: PublicSuffixList
  ) {
    var judge = RequestJudge(lists, suffixes)
    let fates = HidingFates(&judge, description)
    // Of one page alone the rules for others need not be made ready.
    let selectors = HidingSelectors(lists, where: fates.concern)
    var origins = HidingOrigins()
    self.init(question, description, selectors, fates, &origins)
  }

  /// Asks the lists of a judge about elements of a document, one of several.
  init(_ question: ElementQuestion, _ description: RequestDescription, _ judge: inout PageJudge) {
    let fates = HidingFates(&judge.documents, description)
    self.init(question, description, judge.selectors, fates, &judge.origins)
  }

  private init(
    _ question: ElementQuestion, _ description: RequestDescription, _ selectors: HidingSelectors,
    _ fates: HidingFates, _ origins: inout HidingOrigins
  ) {
    page = fates.requests[0].topURL
    frame = description.kind == .document ? nil : fates.requests[0].url
    self.question = question
    let isScriptAskedFor = fates.requests.count > 1 && question.asksForScript
    var trial = HidingTrial(fates.requests)
    var deeds: [Int: Deed?] = [:]
    // The selectors that rules say something of, of each element.
    var said: Set<Said> = []
    for hit in question.hits(of: selectors) {
      let place = selectors.places[hit.selector]
      if deeds[hit.selector] == nil { deeds[hit.selector] = Self.deed(place, fates, &trial, &origins) }
      guard let deed = deeds[hit.selector] ?? nil,
        said.insert(Said(element: hit.element, selector: place.selector)).inserted || deed.rule != nil
      else { continue }
      let lacksScript = deed.outcome == .hidden && deed.needsScript && !isScriptAskedFor
      findings.append(
        Finding(
          element: hit.element, deed: deed,
          doubts: hit.doubts.map(Doubt.selector) + (lacksScript ? [.script] : [])))
    }
  }

  private struct Said: Hashable {
    let element: HTMLDocument.Node?
    let selector: Selector
  }

  private static func deed(
    _ place: HidingSelectors.Place, _ fates: HidingFates, _ trial: inout HidingTrial,
    _ origins: inout HidingOrigins
  ) -> Deed? {
    switch place.what {
    case .rule(let rule): deed(place.selector, place.list, rule, fates, &trial, &origins)
    case .lost(let group): deed(group, place.list, &trial)
    }
  }

  /// What exceptions leave nothing of on the page; nil where it is for other pages, or these are.
  private static func deed(
    _ group: LostFilters.Group, _ list: Blocklist, _ trial: inout HidingTrial
  ) -> Deed? {
    let selector = group.selector
    let filters = group.hiding.filter { trial.hides(selector, [$0.text], of: list, like: nil) }
    guard let first = filters.first else { return nil }
    let exceptions = group.sparing.filter {
      !trial.hides(selector, [first.text, $0.text], of: list, like: nil)
    }
    guard !exceptions.isEmpty else { return nil }
    return Deed(
      selector: selector, outcome: .spared, list: list, rule: nil, filters: filters, exceptions: exceptions)
  }

  /// What a selector of a rule does on the page; nil where it is for other pages.
  private static func deed(
    _ selector: Selector, _ list: Blocklist, _ rule: Int, _ fates: HidingFates, _ trial: inout HidingTrial,
    _ origins: inout HidingOrigins
  ) -> Deed? {
    let place = HidingFates.Place(list: list.name, rule: rule)
    let (acts, isLifted) = (fates.acting.contains(place), fates.overridden.contains(place))
    var deed = Deed(
      selector: selector, outcome: acts ? .hidden : .spared, list: list, rule: rule, filters: [],
      exceptions: [], needsScript: fates.onScripts.contains(place))
    guard let mapped = list.filters else { return acts || isLifted ? deed : nil }
    let origin = origins.candidates(selector, place, mapped)
    for filter in origin.filters where trial.hides(selector, [filter.text], of: list, like: rule) {
      deed.filters.append(mapped.placed(filter))
    }
    if acts { return deed }
    guard let first = deed.filters.first else { return isLifted ? deed : nil }
    for exception in origin.limits.map(mapped.placed) + (fates.exceptions[place] ?? [])
    where !deed.exceptions.contains(exception)
      && !trial.hides(selector, [first.text, exception.text], of: list, like: rule)
    {
      deed.exceptions.append(exception)
    }
    return deed.exceptions.isEmpty && !isLifted ? nil : deed
  }

  /// How many elements are hidden, spared and unsure, each counted once.
  public var counts: (hidden: Int, spared: Int, undecided: Int) {
    var hidden: Set<HTMLDocument.Node> = []
    var spared: Set<HTMLDocument.Node> = []
    var undecided: Set<HTMLDocument.Node> = []
    for finding in findings {
      guard let element = finding.element else { continue }
      switch finding.deed.outcome {
      case .hidden: if finding.doubts.isEmpty { hidden.insert(element) } else { undecided.insert(element) }
      case .spared: spared.insert(element)
      }
    }
    return (hidden.count, spared.subtracting(hidden).count, undecided.subtracting(hidden).count)
  }
}
