import SluiceSystem
import SluiceText

/// HTML pages written by this program, which it may replace.
enum WrittenPage {
  /// The content of the `generator` meta element in the head of a page.
  static var generator: String { "sluice \(Program.version)" }

  private static let marks = [
    #"<meta name="generator" content="sluice "#,
    // The footer of all pages. Pages of older versions have only this.
    "<p>Written by sluice ",
  ]

  /// Throws if a file exists that is neither empty nor an HTML page of this program.
  ///
  /// - Parameter flag: The option that names the output.
  static func refuseForeign(_ destination: Destination, flag: String) throws(CommandError) {
    try destination.refuseForeign(flag: flag, isOwn: isOwn)
  }

  /// Returns whether any version of this program wrote a page.
  private static func isOwn(_ page: [UInt8]) -> Bool {
    guard page.starts(with: "<!doctype html>".utf8) else { return false }
    return page.indices.contains { index in
      page[index] == ASCII.less && marks.contains { page[index...].starts(with: $0.utf8) }
    }
  }
}

extension FileName {
  /// The page of `sluice conformance`, to which the page of `sluice serve` links.
  static let conformancePage: FileName = "sluice-conformance.html"
}
