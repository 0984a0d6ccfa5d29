import SluicePageEngine

/// `sluice webkit-page PAGE FOLDER`: loads a page in the installed WebKit in this process.
///
/// It is an internal command that `sluice inspect` runs in a separate, sandboxed process.
enum WebKitPageCommand {
  static let command = Command(
    name: .webKitPage,
    summary: "Load a page with the WebKit of this machine",
    operands: "PAGE FOLDER",
    isHidden: true, exitCodes: [.success, .failure, .usage])

  static func run(_ arguments: WebKitPageArguments, _ console: Console) throws(CommandError) -> ExitCode {
    guard arguments.operands.count == 2 else {
      throw .usage(.operands("no PAGE and FOLDER given"), of: .webKitPage)
    }
    let (path, folder) = (arguments.operands[0], arguments.operands[1])
    let page: EnginePage
    if PageFile.isOfTheWeb(path) {
      page = .live(path)
    } else {
      let file = try InputFile(path)
      let read = try PageFile(file, at: path, address: arguments.page.map { Array($0.utf8) }, for: .inspect)
      page = .saved(read.saved)
    }
    TrialServer.run(page, folder: folder)
    return .success
  }
}

/// The arguments of `sluice webkit-page`.
struct WebKitPageArguments: Sendable {
  /// The page (a file or a URL) and the folder.
  var operands: [String] = []
  /// The URL of a saved page.
  var page: String?
}
