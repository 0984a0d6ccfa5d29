import Foundation
import PageEngine
import PageInspection
import Platform

/// `sluice webkit-page PAGE FOLDER`: loads a page in the WebKit of this machine, in this process.
///
/// Not for people: `sluice inspect` and `sluice try` run it shut in, as a process of its own.
enum WebKitPageCommand {
  static let command = Command(
    name: .webKitPage,
    summary: "Load a page with the WebKit of this machine",
    operands: "PAGE FOLDER",
    isHidden: true, exitCodes: [.success, .failure, .usage])

  static func run(_ arguments: WebKitPageArguments, _ console: Console) throws(CommandError) -> ExitCode {
    guard arguments.operands.count == 2 else { throw .usage(.operands("PAGE and FOLDER."), of: .webKitPage) }
    #if os(Linux)
      let data = try! Data(contentsOf: URL(filePath: arguments.operands[0]))
      let page = try! JSONDecoder().decode(Fixture.self, from: data)
      TrialServer.run(.saved(page), folder: arguments.operands[1])
    #endif
    return .success
  }
}
struct Fixture: SavedPage, Codable {
  var page: String
  var answers: [String: String]
  var address: [UInt8] { Array(page.utf8) }
  func answer(to url: [UInt8]) -> SavedAnswer? {
    let u = String(decoding: url, as: UTF8.self)
    return answers[u].map { SavedAnswer(headers: [.init(name: "Content-Type", value: u.hasSuffix(".js") ? "text/javascript" : u.hasSuffix(".css") ? "text/css" : "text/html")], body: Array($0.utf8)) }
  }
}

/// What `sluice webkit-page` is asked for.
struct WebKitPageArguments: Sendable {
  /// The page and the folder.
  var operands: [String] = []
}
