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
  func isLinted(_ location: FilterPlace) -> Bool { location.source < lintedCount }

  /// Returns whether the left one of two equal filters is kept. Filters of the lists to compare with take
  /// precedence over filters of the checked lists. Otherwise, the first filter is kept.
  func isBefore(_ left: FilterPlace, _ right: FilterPlace) -> Bool {
    isLinted(left) == isLinted(right) ? left < right : !isLinted(left)
  }

  /// Returns whether the first of two filters with the same effect is kept. The first filter must count
  /// whenever the second one does.
  ///
  /// It is kept if the second one counts in fewer cases. Otherwise, ``isBefore(_:_:)`` decides.
  func stays(_ location: FilterPlace, insteadOf other: FilterPlace) -> Bool {
    !counts(other, whereverDoes: location) || isBefore(location, other)
  }

  func line(at location: FilterPlace) -> Line {
    sources[location.source].list.lines[location.lineIndex]
  }

  func bytes(of location: FilterPlace) -> [UInt8] { sources[location.source].list.bytes }

  /// Returns the network filter in a line; nil for a line of a hosts file.
  func filter(at location: FilterPlace) -> NetworkFilter? {
    if case .network(let filter) = line(at: location).content { filter } else { nil }
  }

  /// Returns whether a filter counts whenever another one does, under any `!#if` conditions.
  func counts(_ location: FilterPlace, whereverDoes other: FilterPlace) -> Bool {
    let blocks = conditions[location.source]
    if blocks.isUnconditional(location.lineIndex) { return true }
    return location.source == other.source
      && blocks.counts(location.lineIndex, whereverDoes: other.lineIndex)
  }
}
