/// The position of a filter: source index and line index, both from 0.
package struct FilterLocation: Hashable, Comparable, Sendable {
  package var source: UInt32
  package var line: UInt32

  /// Creates a location from a source index and a line index.
  package init(source: UInt32, line: UInt32) { (self.source, self.line) = (source, line) }

  package static func < (a: FilterLocation, b: FilterLocation) -> Bool {
    (a.source, a.line) < (b.source, b.line)
  }
}
