import ContentBlocker
import Conversion

/// Something that filters do on a page, and the exception that would undo it.
public struct RepairCandidate: Hashable, Sendable {
  /// What they do.
  public enum Deed: Hashable, Sendable {
    /// They block a load.
    case blocks(RequestDescription)
    /// They hide elements of a document, by its URL.
    case hides(document: [UInt8])
  }

  /// What they do.
  public let deed: Deed
  /// The filters.
  public let filters: [PlacedFilter]
  /// The filter that undoes it, on this page alone.
  public let exception: String
}

/// What filters do on a page, as far as exceptions can undo it.
public struct RepairCandidates: Sendable {
  /// Loads first, each exception once.
  public private(set) var all: [RepairCandidate] = []
  /// What no exception in a filter list undoes: lists of rules do it.
  public private(set) var beyond: [RepairCandidate.Deed] = []
  /// The loads that have been looked at.
  private var known: Set<RequestDescription> = []

  /// The URLs of these.
  package var urls: Set<[UInt8]> { Set(known.map(\.url)) }

  private let lists: Blocklists
  private var judge: PageJudge
  private let suffixes: PublicSuffixList

  /// None.
  public init(_ lists: Blocklists, _ suffixes: PublicSuffixList) {
    (self.lists, self.suffixes) = (lists, suffixes)
    judge = PageJudge(lists, suffixes)
  }

  /// Adds what is done with loads.
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
        : ExceptionLine.lifting(load, others: blocked.map(\.0)) { line in
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
      add(RepairCandidate(deed: .blocks(load), filters: filters, exception: line))
    }
  }

  /// Adds what is hidden in a document.
  public mutating func add(_ document: SavedDocument) {
    let url = document.description.url
    var trial = HidingTrial(HidingFates(&judge.documents, document.description).requests)
    let answer = InspectedDocument(document, &judge).answer
    for finding in answer.findings where finding.deed.outcome == .hidden {
      let (deed, isOurs) = (finding.deed, finding.deed.list.canGrow)
      if !isOurs { addBeyond(.hides(document: url)) }
      for filter in isOurs ? deed.filters : [] {
        let line = ExceptionLine.sparing(filter, in: document.description) { line in
          !trial.hides(deed.selector, [filter.text, line], of: deed.list, like: deed.rule)
        }
        guard let line else {
          addBeyond(.hides(document: url))
          continue
        }
        add(RepairCandidate(deed: .hides(document: url), filters: [filter], exception: line))
      }
    }
  }

  private mutating func addBeyond(_ deed: RepairCandidate.Deed) {
    if !beyond.contains(deed) { beyond.append(deed) }
  }

  private mutating func add(_ candidate: RepairCandidate) {
    guard !all.contains(where: { $0.exception == candidate.exception }) else { return }
    all.append(candidate)
  }
}
