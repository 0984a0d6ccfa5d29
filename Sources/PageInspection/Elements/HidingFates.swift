import ContentBlocker
import Conversion

/// What becomes of the rules of lists in a document: by its own load, and by that of a script which it asks for, where lists hide
/// because of such.
struct HidingFates {
  struct Place: Hashable {
    let list: String
    let rule: Int
  }

  /// The load of the document, then that of the script.
  private(set) var requests: [Request] = []
  private(set) var acting: Set<Place> = []
  /// Rules that match and do not act.
  private(set) var overridden: Set<Place> = []
  /// Of these, and of rules that exceptions limit: the exceptions, each of which would do.
  private(set) var exceptions: [Place: [PlacedFilter]] = [:]
  /// Rules that are about the load of the script alone.
  private(set) var onScripts: Set<Place> = []

  init(_ judge: inout RequestJudge, _ description: RequestDescription) {
    add(judge.verdict(on: description))
    guard judge.lists.lists.contains(where: \.hidesOnScripts) else { return }
    let script = RequestDescription(
      url: description.url, page: description.page,
      frame: description.kind == .document ? nil : description.url, kind: .script)
    let ofDocument = places
    add(judge.verdict(on: script, namesSpared: true), notOf: ofDocument)
    onScripts = places.subtracting(ofDocument)
  }

  private var places: Set<Place> { acting.union(overridden).union(exceptions.keys) }

  /// - Parameter known: rules of which all is said.
  private mutating func add(_ verdict: Verdict, notOf known: Set<Place> = []) {
    requests.append(verdict.request)
    func places(_ rules: [JudgedRule]) -> Set<Place> {
      Set(rules.map { Place(list: $0.listName, rule: $0.index) }).subtracting(known)
    }
    acting.formUnion(places(verdict.acting))
    overridden.formUnion(places(verdict.overridden.map(\.rule)))
    for overridden in verdict.overridden {
      add(
        overridden.exceptions.flatMap { $0.origin?.filters ?? [] },
        to: Place(list: overridden.rule.listName, rule: overridden.rule.index), notOf: known)
    }
    for spared in verdict.spared {
      add(spared.exceptions, to: Place(list: spared.listName, rule: spared.index), notOf: known)
    }
  }

  private mutating func add(_ exceptions: [PlacedFilter], to place: Place, notOf known: Set<Place>) {
    if !known.contains(place) { self.exceptions[place, default: []] += exceptions }
  }

  /// Whether something may be said of a rule: one that neither acts nor is spared by anything is for other pages.
  func concern(_ list: Blocklist, _ rule: Int) -> Bool {
    let place = Place(list: list.name, rule: rule)
    if acting.contains(place) || overridden.contains(place) || exceptions[place] != nil { return true }
    return list.filters.map { !$0.origin(ofRule: rule).limits.isEmpty } ?? false
  }
}
