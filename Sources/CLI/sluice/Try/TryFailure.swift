import SluiceLists

enum TryFailure: CommandFailure {
  case noLists
  case noPages
  /// `--against` and `--git` both select the old lists.
  case versionsTwice
  /// A page cannot be read from standard input, because it needs the files next to it.
  case pageOfInput
  /// A folder contains no pages.
  case emptyFolder(String)
  case tooManyPages(String)

  static let expectationsAdvice = "docs/guide/try.md describes files of expectations"

  var report: FailureReport {
    switch self {
    case .noLists: .usage("no LIST given", "name the changed list", of: .trial)
    case .noPages:
      .usage("no page given", "name a saved page, or a folder of them, with --page PATH", of: .trial)
    case .versionsTwice:
      .usage(
        "options '--against' and '--git' both name the earlier version", "leave out one of them", of: .trial)
    case .pageOfInput:
      .usage(
        "option '--page' takes a file or a folder, not standard input", "save the page first", of: .trial)
    case .emptyFolder(let name):
      .failure(
        "no page in \(name.quotedName)", "pages are files named *.html, *.htm, *.xhtml or *.har")
    case .tooManyPages(let name):
      .failure("\(name.quotedName) has more than \(Format.grouped(PageFolder.maximumPages)) pages")
    }
  }
}
