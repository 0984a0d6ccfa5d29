import SluiceLists

/// The arguments of `sluice merge`.
struct MergeArguments: Sendable {
  var files: [String] = []
  /// The name of the list, or the base for the names of several lists.
  var output: String?
  /// The folder with surrogate scripts; nil for none.
  var surrogates: String?
  /// The prefix of the page script file names; nil to not write them.
  var pageScript: String?
  var options = MergeOptions()
}
