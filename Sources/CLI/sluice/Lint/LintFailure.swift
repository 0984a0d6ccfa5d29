enum LintFailure: CommandFailure {
  case noLists(String)
  case fixedStandardInput
  /// A list that is compressed or in UTF-16 cannot be written back.
  case fixedPacked(String)
  /// `--fix` or `--diff` is given with revisions, but works only on files.
  case fixedRevision
  /// `--git` and `--staged` both select the changed lines.
  case linesTwice
  case changedMeanwhile(String)
  /// A file with other hard links. Only the name that the user gives would get the changes.
  case hardLinked(String)

  var report: FailureReport {
    switch self {
    case .noLists(let folder):
      .failure(
        "there is no list in \(folder.quotedName)",
        "in folders, lists are files named *.txt; name others explicitly")
    case .fixedStandardInput:
      .failure("standard input cannot be written again", "--diff shows the changes as a patch")
    case .fixedPacked(let name):
      .failure(
        "\(name.quotedName) is compressed or in UTF-16, and is not changed", "save it as UTF-8 first",
        "--diff shows the changes as a patch")
    case .fixedRevision:
      .usage(
        "options '--fix' and '--diff' cannot be combined with '--git' and '--staged'",
        "leave out one of them",
        of: .lint)
    case .linesTwice:
      .usage(
        "options '--git' and '--staged' both select the changed lines", "leave out one of them", of: .lint
      )
    case .changedMeanwhile(let name):
      .failure(
        "\(name.quotedName) was changed by another program, so it is not fixed", "run it again")
    case .hardLinked(let name):
      .failure(
        "\(name.quotedName) has other hard links, which would keep the old content, so it is not changed",
        "copy the file over one of its links first", "--diff shows the changes as a patch")
    }
  }
}
