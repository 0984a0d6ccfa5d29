/// Where a filter stands: which input, which of its lines (both from 0).
struct FilterLocation: Hashable, Comparable, Sendable {
  var source: UInt32
  var line: UInt32

  static func < (a: FilterLocation, b: FilterLocation) -> Bool {
    (a.source, a.line) < (b.source, b.line)
  }
}
