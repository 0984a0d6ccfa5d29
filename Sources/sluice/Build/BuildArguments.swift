/// What `sluice build` is asked for.
struct BuildArguments: Sendable {
  /// The build file or its folder; nil where it is looked for.
  var file: String?
  /// The directory to build; nil for what the build file says.
  var output: String?
  /// Where fetched lists are kept; nil for the user's cache.
  var cache: String?
  /// Builds again when something changes.
  var watches = false
  /// Fetches nothing.
  var isOffline = false
  /// Asks for everything.
  var refreshes = false
  /// Whether lists are believed that have shrunk.
  var believes = false
  /// How many threads convert; nil for as many as the machine has cores.
  var threads: Int?
}
