import Bytes
import Conversion
import FilterSyntax

/// The lists that are looked at, and those that they are compared with, which come behind them.
struct LintedLists {
  let sources: [ParsedSource]
  let lintedCount: Int
  private let conditions: [ConditionBlocks]

  init(_ sources: [ParsedSource], lintedCount: Int) {
    (self.sources, self.lintedCount) = (sources, lintedCount)
    conditions = sources.map { ConditionBlocks($0.list) }
  }

  /// Whether a line is of a list that is looked at.
  func isLinted(_ location: FilterLocation) -> Bool { Int(location.source) < lintedCount }

  /// Whether of two equal filters this one stays: those of other lists do, and then the first.
  func isBefore(_ left: FilterLocation, _ right: FilterLocation) -> Bool {
    isLinted(left) == isLinted(right) ? left < right : !isLinted(left)
  }

  /// Whether of two filters that do the same this one stays, which counts wherever the other does: the other one if that
  /// counts in fewer cases, or by ``isBefore(_:_:)``.
  func stays(_ location: FilterLocation, insteadOf other: FilterLocation) -> Bool {
    !counts(other, whereverDoes: location) || isBefore(location, other)
  }

  func line(at location: FilterLocation) -> Line {
    sources[Int(location.source)].list.lines[Int(location.line)]
  }

  func bytes(of location: FilterLocation) -> [UInt8] { sources[Int(location.source)].list.bytes }

  /// The network filter in a line; nil for a line of a hosts file.
  func filter(at location: FilterLocation) -> NetworkFilter? {
    if case .network(let filter) = line(at: location).content { filter } else { nil }
  }

  /// Whether a filter counts wherever the other one does, whatever holds in `!#if`.
  func counts(_ location: FilterLocation, whereverDoes other: FilterLocation) -> Bool {
    let blocks = conditions[Int(location.source)]
    if blocks.isUnconditional(Int(location.line)) { return true }
    return location.source == other.source
      && blocks.counts(Int(location.line), whereverDoes: Int(other.line))
  }
}
