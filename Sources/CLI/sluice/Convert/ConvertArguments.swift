import SluiceConversion

/// The arguments of `sluice convert`.
struct ConvertArguments: Sendable {
  /// The lists, which are converted together; empty for standard input.
  var files: [String] = []
  /// The output file; nil for standard output. With `--split`, the names of both files are derived from it.
  var output: String?
  /// The file for filters that need a content script; nil to not write it.
  var advanced: String?
  /// The prefix of the page script file names; nil to not write them.
  var pageScript: String?
  /// Whether the page scripts tell the host app which requests seem to be blocked.
  var pageReports = false
  /// The file for the source map, which traces rules to filters; nil to not write it.
  var sourceMap: String?
  /// The number of the most expensive filters to print.
  var costs = 0
  /// Whether to convert again after each change.
  var watches = false
  var conversion = ConversionOptions()
}

extension ConversionOptions {
  /// Whether to write two lists (`--split`).
  var isSplit: Bool {
    get { split == .action }
    set { split = newValue ? .action : .none }
  }
}
