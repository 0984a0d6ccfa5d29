import SluiceAnalysis
import SluiceConversion
import SluiceRules

/// The outcomes of rules in a document.
///
/// They follow from the request for the document. If lists have rules that hide on script requests, a script
/// request of the document is evaluated, too.
struct HidingOutcomes {
  /// The request for the document, optionally followed by one for a script.
  private(set) var requests: [Request] = []
  private(set) var acting: Set<RulePlace> = []
  /// The rules that match but do not apply.
  private(set) var overridden: Set<RulePlace> = []
  /// The exceptions to each overridden rule, and to each rule that exceptions limit. Each exception is
  /// sufficient on its own.
  private(set) var exceptions: [RulePlace: [PlacedFilter]] = [:]
  /// The rules that only match the script request.
  private(set) var onScripts: Set<RulePlace> = []

  init(_ judge: inout RequestJudge, _ description: RequestDescription) {
    add(judge.verdict(on: description))
    guard judge.lists.lists.contains(where: \.hidesOnScripts) else { return }
    let script = RequestDescription(
      url: description.url, page: description.page,
      frame: description.kind == .document ? nil : description.url, kind: .script)
    let ofDocument = places
    add(judge.verdict(on: script, namesExcepted: true), notOf: ofDocument)
    onScripts = places.subtracting(ofDocument)
  }

  private var places: Set<RulePlace> { acting.union(overridden).union(exceptions.keys) }

  /// - Parameter known: The rules whose outcome is already known.
  private mutating func add(_ verdict: Verdict, notOf known: Set<RulePlace> = []) {
    requests.append(verdict.request)
    func places(_ rules: [JudgedRule]) -> Set<RulePlace> {
      Set(rules.map { RulePlace(list: $0.listName, rule: $0.index) }).subtracting(known)
    }
    acting.formUnion(places(verdict.acting))
    overridden.formUnion(places(verdict.overridden.map(\.rule)))
    for overridden in verdict.overridden {
      add(
        overridden.exceptions.flatMap { $0.origin?.filters ?? [] },
        to: RulePlace(list: overridden.rule.listName, rule: overridden.rule.index), notOf: known)
    }
    for excepted in verdict.excepted {
      add(excepted.exceptions, to: RulePlace(list: excepted.listName, rule: excepted.index), notOf: known)
    }
  }

  private mutating func add(_ exceptions: [PlacedFilter], to place: RulePlace, notOf known: Set<RulePlace>) {
    if !known.contains(place) { self.exceptions[place, default: []] += exceptions }
  }

  /// Returns whether a rule may affect the document. A rule that neither applies nor has exceptions is for
  /// other pages.
  func concern(_ list: Blocklist, _ rule: Int) -> Bool {
    let place = RulePlace(list: list.name, rule: rule)
    if acting.contains(place) || overridden.contains(place) || exceptions[place] != nil { return true }
    return list.filters.map { !$0.origin(ofRule: rule).limits.isEmpty } ?? false
  }
}
