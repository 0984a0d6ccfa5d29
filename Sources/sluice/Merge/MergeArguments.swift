import ListBuilding

/// What `sluice merge` is asked for.
struct MergeArguments: Sendable {
  var files: [String] = []
  /// The name of the list, or what the names of several begin with.
  var output: String?
  /// The folder with surrogate scripts; nil for none.
  var surrogates: String?
  /// What the names of the scripts for pages begin with; nil for none.
  var pageScript: String?
  var options = MergeOptions()
}
