import Conversion

/// What `sluice convert` is asked for.
struct ConvertArguments: Sendable {
  /// The lists, which are read as one; none for standard input.
  var files: [String] = []
  /// Where the rules go; nil for standard output. Of two lists, the name that theirs are made of.
  var output: String?
  /// Where the filters go that need a script in the page; nil for nowhere.
  var advanced: String?
  /// What the names of the scripts for pages begin with; nil for none.
  var pageScript: String?
  /// Whether these scripts are to tell their host what seems to be blocked.
  var pageReports = false
  /// Where is written which filters rules come from; nil for nowhere.
  var sourceMap: String?
  /// How many of the filters that cost pages most are shown.
  var costs = 0
  var conversion = ConversionOptions()
}

extension ConversionOptions {
  /// Whether two lists are asked for, as a flag says it.
  var isSplit: Bool {
    get { split == .action }
    set { split = newValue ? .action : .none }
  }
}
