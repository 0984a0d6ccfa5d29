enum ReportFailure: CommandFailure {
  /// The folder does not contain a build.
  case noBuild(String)
  /// The report of a build is invalid or damaged.
  case unreadable(String)
  /// The file is not a report of this command.
  case noReport(String)
  /// A file with the name of a badge is not a badge.
  case foreignBadge(String)
  /// The page and a badge would be the same file.
  case badgeIsPage(String)

  var report: FailureReport {
    switch self {
    case .noBuild(let name):
      .failure(
        "\(name.quotedName) is not a folder of 'sluice build'",
        "pass a folder of 'sluice build' or its manifest.json, or filter lists")
    case .unreadable(let name):
      .failure(
        "\(name.quotedName) is not a report of this version of 'sluice build', or is damaged", "build again")
    case .noReport(let name):
      .failure(
        "\(name.quotedName) is not a report of 'sluice report'",
        "--previous takes a page or JSON of 'sluice report', or a folder or manifest.json of 'sluice build'")
    case .foreignBadge(let name):
      .failure(
        "\(name.quotedName) is not a badge of this command, so it is not replaced", "name another folder")
    case .badgeIsPage(let name):
      .usage(
        "both the page and a badge of '--badges' would be \(name.quotedName)", "choose another --output",
        of: .report)
    }
  }
}
