import SluiceConversion
import SluiceSyntax

extension OwnRule {
  static let notAList = OwnRule(
    .syntax, .error, "\(.other)",
    meaning:
      "The file has no filters: an error page, a Git LFS pointer or other text stands in its place, or it was emptied. In"
      + " folders, this is an error for files that were lists in an earlier version, and other files are skipped.",
    example: "404: Not Found", instead: "restore the last good version of the list",
    check: .list { list, _, found in
      guard let refused = list.refused else { return }
      let index = min(refused.line, list.list.lines.count) - 1
      found.add(
        .notAList, at: list.location(ofLine: index), list.list.lines[index].range,
        .words(refused.content.replacement))
    })
}

extension ForeignContent {
  /// The message about a file that should be a list.
  fileprivate var replacement: String {
    switch self {
    case .empty, .comments: "emptied: \(message)"
    case .page, .signIn, .errorText, .xml, .json: "error page: \(message)"
    case .lfsPointer, .mergeConflict, .ruleList, .userscript, .regexes, .nameServer, .squid, .privoxy, .table,
      .text,
      .archive, .utf16, .binary:
      message
    }
  }
}
