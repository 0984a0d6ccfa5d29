/// What goes wrong in `sluice convert` alone.
enum ConvertFailure: CommandFailure {
  /// Two lists, and no file name for them.
  case splitNeedsOutput
  /// The rules, or another flag's data, would go there too.
  case needsOwnFile(flag: String)
  /// A file that is no script for pages would be replaced by one.
  case foreignScript(String)

  var report: FailureReport {
    switch self {
    case .splitNeedsOutput:
      .usage(
        "Option '--split' writes two files and needs their name: --output NAME"
          + " makes NAME.network.json and NAME.cosmetic.json.", of: .convert)
    case .needsOwnFile(let flag):
      .usage(
        "Option '\(flag)' needs a file of its own: something else goes to the same place.", of: .convert)
    case .foreignScript(let name):
      .failure(
        "\(name.quotedName) is there and is no script that Sluice wrote",
        "give --page-script another name, or move it away")
    }
  }
}
