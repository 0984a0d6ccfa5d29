/// Where a filter stands: which input, which of its lines (both from 0).
package struct FilterLocation: Hashable, Comparable, Sendable {
  package var source: UInt32
  package var line: UInt32

  /// A line of an input.
  package init(source: UInt32, line: UInt32) { (self.source, self.line) = (source, line) }

  package static func < (a: FilterLocation, b: FilterLocation) -> Bool {
    (a.source, a.line) < (b.source, b.line)
  }
}
