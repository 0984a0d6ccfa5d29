import SluiceConversion
import SluiceSyntax

// The rules about files that should be lists. Other rules say nothing about these files.
extension OwnRule {
  static let errorPage = replaced(
    .errorPage, meaning: "An error page, or another answer of a server, stands in place of the list.",
    example: "404: Not Found")

  static let lfsPointer = replaced(
    .lfsPointer, meaning: "A Git LFS pointer stands in place of the list, because its file was not fetched.",
    example: "version https://git-lfs.github.com/spec/v1", instead: "run `git lfs pull`")

  static let emptiedList = replaced(
    .emptiedList, meaning: "The list has no filter. `--allow-empty` accepts such lists.",
    example: "[Adblock Plus 2.0]")

  static let notAList = replaced(
    .notAList, meaning: "The file is not a filter list.", example: "This is a text\nof several lines")

  private static func replaced(
    _ rule: LintRule.Own, meaning: String, example: String,
    instead: String = "restore the last good version of the list"
  ) -> OwnRule {
    OwnRule(
      .syntax, .error, "\(.other)",
      meaning: meaning
        + " In folders, only files that were lists in an earlier version, that a build file names, or that"
        + " have the header of a list are errors; other files are skipped.",
      example: example, instead: instead,
      check: .list { list, _, found in
        guard let refused = list.refused, LintRule.Own(about: refused.content) == rule else { return }
        let index = min(refused.line, list.list.lines.count) - 1
        found.add(
          rule, at: list.location(ofLine: index), list.list.lines[index].range,
          .words(refused.content.message))
      })
  }
}

extension LintRule.Own {
  /// The rule about a file that should be a list and has this content.
  package init(about content: ForeignContent) {
    switch content {
    case .empty, .comments: self = .emptiedList
    case .page, .signIn, .errorText, .xml, .json: self = .errorPage
    case .lfsPointer: self = .lfsPointer
    case .mergeConflict, .ruleList, .userscript, .regexes, .nameServer, .squid, .privoxy, .table, .markdown,
      .text,
      .archive,
      .utf16, .binary:
      self = .notAList
    }
  }

  /// Whether findings are about a file that should be a list.
  package var isAboutFile: Bool {
    self == .errorPage || self == .lfsPointer || self == .emptiedList || self == .notAList
  }
}
