/// The arguments of `sluice conformance`.
struct ConformanceArguments: Sendable {
  /// The output folder for the page and its lists.
  var folder: String?
  /// Whether to also write the lists for size tests.
  var writesSizes = false
}
