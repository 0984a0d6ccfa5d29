import Platform

/// Pages of HTML that this program wrote, which it may replace.
enum WrittenPage {
  /// What stands in the `generator` of their heads.
  static var generator: String { "sluice \(Program.version)" }

  private static let marks = [
    #"<meta name="generator" content="sluice "#,
    // What all pages have at their end, and the ones of before had alone.
    "<p>Written by sluice ",
  ]

  /// Refuses to replace a file that is neither empty nor such a page.
  ///
  /// - Parameter flag: The option that names the output.
  static func refuseForeign(_ destination: Destination, flag: String) throws(CommandError) {
    guard case .file(let path, _?) = destination.place else { return }
    let page = try InputFile(path).bytes
    guard !page.isEmpty, !isOwn(page) else { return }
    throw CommandError(FileFailure.foreignPage(destination.name, flag: flag))
  }

  /// Whether a page was written by a version of this program.
  private static func isOwn(_ page: [UInt8]) -> Bool {
    guard page.starts(with: "<!doctype html>".utf8) else { return false }
    return page.indices.contains { index in
      page[index] == UInt8(ascii: "<") && marks.contains { page[index...].starts(with: $0.utf8) }
    }
  }
}
