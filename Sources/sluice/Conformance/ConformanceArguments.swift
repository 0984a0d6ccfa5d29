/// What `sluice conformance` is asked for.
struct ConformanceArguments: Sendable {
  /// Where the page and its lists go.
  var folder: String?
  /// Whether the lists are written that try sizes.
  var writesSizes = false
}
