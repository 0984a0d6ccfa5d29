import SluiceAnalysis

/// The public suffix list that determines sites, and its source.
struct SuffixSource: Sendable {
  let suffixes: PublicSuffixList
  /// The name in the output.
  let name: String

  /// The paths of the list on common systems.
  private static let systemPaths = [
    "/usr/share/publicsuffix/public_suffix_list.dat", "/usr/share/publicsuffix/effective_tld_names.dat",
    "/usr/local/share/publicsuffix/public_suffix_list.dat",
    "/opt/homebrew/share/publicsuffix/public_suffix_list.dat",
  ]

  /// Reads the file at a path, or the system's list if `path` is nil. If the system has no list, uses a small
  /// built-in table.
  init(_ path: String?) throws(CommandError) {
    if let path {
      let file = try InputFile(path)
      suffixes = PublicSuffixList(parsing: file.bytes)
      guard suffixes.count > 0 else { throw CommandError(ListFailure.noSuffixes(file.name)) }
      name = file.name
      return
    }
    for path in Self.systemPaths {
      guard let file = try? InputFile(path) else { continue }
      let list = PublicSuffixList(parsing: file.bytes)
      guard list.count > 0 else { continue }
      (suffixes, name) = (list, path)
      return
    }
    (suffixes, name) = (.wellKnown, "a built-in table of \(PublicSuffixList.wellKnown.count) suffixes")
  }
}
