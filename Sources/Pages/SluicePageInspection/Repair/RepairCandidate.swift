import SluiceAnalysis
import SluiceConversion
import SluiceRules

/// An effect of filters on a page, and the exception that would undo it.
public struct RepairCandidate: Hashable, Sendable {
  /// An effect of filters.
  @nonexhaustive public enum Effect: Hashable, Sendable {
    /// Filters block a request.
    case blocks(RequestDescription)
    /// Filters hide elements in the document with this URL.
    case hides(document: [UInt8])
  }

  /// The effect.
  public let effect: Effect
  /// The filters that cause the effect.
  public let filters: [PlacedFilter]
  /// The exception that undoes the effect on this page only.
  public let exception: String
}

/// The effects of filters on a page that exceptions can undo.
public struct RepairCandidates: Sendable {
  /// The candidates, requests first, without duplicate exceptions.
  public private(set) var all: [RepairCandidate] = []
  /// The effects that no exception in a filter list can undo, such as those of rule lists.
  public private(set) var beyond: [RepairCandidate.Effect] = []
  /// The requests that have been evaluated.
  private var known: Set<RequestDescription> = []

  /// The URLs of the evaluated requests.
  package var urls: Set<[UInt8]> { Set(known.map(\.url)) }

  private let lists: Blocklists
  private var judge: PageJudge
  private let suffixes: PublicSuffixList

  /// Creates an empty set of candidates.
  public init(_ lists: Blocklists, _ suffixes: PublicSuffixList) {
    (self.lists, self.suffixes) = (lists, suffixes)
    judge = PageJudge(lists, suffixes)
  }

  /// Adds the effects on requests.
  public mutating func add(_ loads: [RequestDescription]) {
    let blocked = loads.filter { known.insert($0).inserted }
      .map { ($0, judge.loads.verdict(on: $0)) }.filter(\.1.isBlocked)
    for (load, verdict) in blocked {
      let rules = verdict.acting.filter { $0.rule.action == .block }
      let filters = rules.flatMap { $0.origin?.filters ?? [] }
      let trials = rules.compactMap { rule -> (converter: SingleFilterConverter, lines: [String])? in
        guard let list = lists.lists.first(where: { $0.name == rule.listName }), list.canGrow,
          let origin = rule.origin, !origin.filters.isEmpty
        else { return nil }
        return (SingleFilterConverter(list, like: rule.rule), origin.filters.map(\.text))
      }
      let line =
        trials.count < rules.count
        ? nil
        : ExceptionLine.overriding(load, others: blocked.map(\.0)) { line in
          let request = load.request(suffixes)
          return trials.allSatisfy { !$0.converter.blocks($0.lines + [line], on: request) }
        } means: { line, other in
          let request = other.request(suffixes)
          return trials.contains {
            !$0.converter.blocks([ExceptionLine.blockingAll(other.kind), line], on: request)
          }
        }
      guard let line else {
        beyond.append(.blocks(load))
        continue
      }
      add(RepairCandidate(effect: .blocks(load), filters: filters, exception: line))
    }
  }

  /// Adds the effects of hiding filters on a document.
  public mutating func add(_ document: SavedDocument) {
    let url = document.description.url
    var trial = HidingTrial(HidingOutcomes(&judge.documents, document.description).requests)
    let answer = InspectedDocument(document, &judge).answer
    for finding in answer.findings where finding.effect.outcome == .hidden {
      let (effect, isOurs) = (finding.effect, finding.effect.list.canGrow)
      if !isOurs { addBeyond(.hides(document: url)) }
      for filter in isOurs ? effect.filters : [] {
        let line = ExceptionLine.sparing(filter, in: document.description) { line in
          !trial.hides(effect.selector, [filter.text, line], of: effect.list, like: effect.rule)
        }
        guard let line else {
          addBeyond(.hides(document: url))
          continue
        }
        add(RepairCandidate(effect: .hides(document: url), filters: [filter], exception: line))
      }
    }
  }

  private mutating func addBeyond(_ effect: RepairCandidate.Effect) {
    if !beyond.contains(effect) { beyond.append(effect) }
  }

  private mutating func add(_ candidate: RepairCandidate) {
    guard !all.contains(where: { $0.exception == candidate.exception }) else { return }
    all.append(candidate)
  }
}
