import ContentBlocker
import Conversion
import Documents

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
  /// Loads that no exception in a filter list lets through: they are blocked by lists of rules.
  public private(set) var beyond: [RequestDescription] = []

  private let lists: Blocklists
  private let suffixes: PublicSuffixList

  /// None.
  public init(_ lists: Blocklists, _ suffixes: PublicSuffixList) {
    (self.lists, self.suffixes) = (lists, suffixes)
  }

  /// Adds what is done with loads.
  public mutating func add(_ loads: [RequestDescription]) {
    var judge = RequestJudge(lists, suffixes)
    let blocked = loads.map { ($0, judge.verdict(on: $0)) }.filter(\.1.isBlocked)
    for (load, verdict) in blocked where !beyond.contains(load) {
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
        beyond.append(load)
        continue
      }
      add(RepairCandidate(deed: .blocks(load), filters: filters, exception: line))
    }
  }

  /// Adds what is hidden in a document.
  ///
  /// - Parameter load: what has loaded it.
  public mutating func add(_ document: HTMLDocument, text: [UInt8], loadedBy load: RequestDescription) {
    let answer = ElementAnswer(.page(SelectorMatcher(document), text: text), load, lists, suffixes)
    for finding in answer.findings where finding.deed.outcome == .hidden && finding.deed.list.canGrow {
      for filter in finding.deed.filters {
        guard let line = ExceptionLine.sparing(filter, on: load.url) else { continue }
        add(RepairCandidate(deed: .hides(document: load.url), filters: [filter], exception: line))
      }
    }
  }

  private mutating func add(_ candidate: RepairCandidate) {
    guard !all.contains(where: { $0.exception == candidate.exception }) else { return }
    all.append(candidate)
  }
}
