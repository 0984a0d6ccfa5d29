import ContentBlocker

/// The public suffix list that tells sites apart, and where it was read.
struct SuffixSource: Sendable {
  let suffixes: PublicSuffixList
  /// What the output calls it.
  let name: String

  /// Where systems have the list.
  private static let systemPaths = [
    "/usr/share/publicsuffix/public_suffix_list.dat", "/usr/share/publicsuffix/effective_tld_names.dat",
    "/usr/local/share/publicsuffix/public_suffix_list.dat",
    "/opt/homebrew/share/publicsuffix/public_suffix_list.dat",
  ]

  /// Reads the file, or the system's; without one a small table takes its place.
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
