/// The arguments of `sluice build`.
struct BuildArguments: Sendable {
  /// The build file or its folder; nil to search for it.
  var file: String?
  /// The output directory; nil for the one in the build file.
  var output: String?
  /// The folder for cached lists; nil for the user's cache.
  var cache: String?
  /// Whether to build again after each change.
  var watches = false
  /// Whether to use only cached copies.
  var isOffline = false
  /// Whether to fetch all lists, even those that have not expired.
  var refreshes = false
  /// Whether to accept lists that have become much smaller.
  var believes = false
  /// The maximum number of threads for conversion; nil for one per core.
  var threads: Int?
}
