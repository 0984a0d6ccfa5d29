import ContentBlocker
import Conversion
import FilterSyntax

/// Looks for the patterns that WebKit's compiler needs most for.
enum DearPatterns {
  /// How many are looked at.
  static let count = 20
  /// What is dear: a hundred times what most patterns need, in microseconds, and a hundredth of the list's.
  private static let least = (microseconds: 1000, share: 0.01)

  static func check(_ review: ConversionReview, _ sources: [ParsedSource], _ found: inout FindingCollector) {
    var seen: Set<FilterLocation> = []
    for (location, microseconds) in review.dearest {
      let share = Double(microseconds) / Double(max(review.microseconds, 1))
      guard microseconds >= least.microseconds, share >= least.share, seen.insert(location).inserted
      else { continue }
      let list = sources[Int(location.source)].list
      guard case .network(let filter) = list.lines[Int(location.line)].content else { continue }
      // In tenths, so that the words do not depend on how a number is rounded elsewhere.
      let tenths = Int(share * 1000)
      found.add(.dearPattern, at: location, filter.pattern.range, .words("\(tenths / 10).\(tenths % 10) %"))
    }
  }
}
