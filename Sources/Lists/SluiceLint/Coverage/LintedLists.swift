import SluiceConversion
import SluiceSyntax
import SluiceText

/// The lists to check, followed by the lists to compare them with.
struct LintedLists {
  let sources: [ParsedSource]
  let lintedCount: Int
  private let conditions: [ConditionBlocks]

  init(_ sources: [ParsedSource], lintedCount: Int) {
    (self.sources, self.lintedCount) = (sources, lintedCount)
    conditions = sources.map { ConditionBlocks($0.list) }
  }

  /// Returns whether a line belongs to a list to check.
  func isLinted(_ location: FilterLocation) -> Bool { Int(location.source) < lintedCount }

  /// Returns whether the left one of two equal filters is kept. Filters of the lists to compare with take
  /// precedence over filters of the checked lists. Otherwise, the first filter is kept.
  func isBefore(_ left: FilterLocation, _ right: FilterLocation) -> Bool {
    isLinted(left) == isLinted(right) ? left < right : !isLinted(left)
  }

  /// Returns whether the first of two filters with the same effect is kept. The first filter must count
  /// whenever the second one does.
  ///
  /// It is kept if the second one counts in fewer cases. Otherwise, ``isBefore(_:_:)`` decides.
  func stays(_ location: FilterLocation, insteadOf other: FilterLocation) -> Bool {
    !counts(other, whereverDoes: location) || isBefore(location, other)
  }

  func line(at location: FilterLocation) -> Line {
    sources[Int(location.source)].list.lines[Int(location.line)]
  }

  func bytes(of location: FilterLocation) -> [UInt8] { sources[Int(location.source)].list.bytes }

  /// Returns the network filter in a line; nil for a line of a hosts file.
  func filter(at location: FilterLocation) -> NetworkFilter? {
    if case .network(let filter) = line(at: location).content { filter } else { nil }
  }

  /// Returns whether a filter counts whenever another one does, under any `!#if` conditions.
  func counts(_ location: FilterLocation, whereverDoes other: FilterLocation) -> Bool {
    let blocks = conditions[Int(location.source)]
    if blocks.isUnconditional(Int(location.line)) { return true }
    return location.source == other.source
      && blocks.counts(Int(location.line), whereverDoes: Int(other.line))
  }
}
