import SluiceDocuments

/// A failure to read a page, or to load it in a browser.
enum PageFailure: CommandFailure {
  /// The file is neither a HAR archive nor a page.
  case noArchive(String)
  /// The saved page does not contain its URL.
  case noAddress(String, CommandName)
  /// The URL of the page is invalid.
  case badAddress(String, [UInt8])
  /// A URL was given for an archive, which already contains the URLs of its pages.
  case addressOfArchive(String)
  /// The browser cannot load a page from standard input.
  case engineNeedsFile
  /// The page is too large.
  case unreadable(String, HTMLProblem)

  static let archiveAdvice =
    "the network panel of a browser's developer tools saves a HAR; 'sluice match -' reads requests as JSON lines"

  var report: FailureReport {
    switch self {
    case .noArchive(let name):
      .failure("\(name.quotedName) is neither a HAR nor an HTML page", Self.archiveAdvice)
    case .noAddress(let name, let command):
      .failure(
        "\(name.quotedName) does not contain the URL of its page",
        command == .inspect
          ? "use --page URL" : "write \"page\": \"URL\" into the page's file of expectations")
    case .badAddress(let name, let address):
      .failure(
        "\(name.quotedName): '\(String(decoding: address, as: UTF8.self))' is not the URL of a page",
        "a page has a URL such as https://news.example/")
    case .addressOfArchive(let name):
      .usage(
        "\(name.quotedName) is a HAR, which names its pages itself", "leave out --page", of: .inspect)
    case .engineNeedsFile:
      .usage(
        "a browser needs a PAGE that is a file or a URL, not standard input", "save the page first",
        of: .inspect)
    case .unreadable(let name, .tooLong): .failure(to: "read", name, "a page can have at most 512 MiB")
    case .unreadable(let name, .tooManyNodes(let offset)):
      .failure(
        to: "read", name,
        "it has more than \(HTMLDocument.maximumSize.grouped) nodes and attributes, at byte \(offset.grouped)"
      )
    }
  }
}
