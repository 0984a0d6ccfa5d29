import Foundation
import Testing

/// Files of the project that are generated from its tables and by its own conversions.
///
/// Tests compare them with the expected text or rewrite them on request.
package enum GeneratedText {
  /// Whether tests rewrite documents.
  package static let updatesDocuments = ProcessInfo.processInfo.environment["SLUICE_UPDATE_DOCS"] != nil
  /// Whether tests rewrite samples.
  package static let updatesSamples = ProcessInfo.processInfo.environment["SLUICE_UPDATE_SAMPLES"] != nil

  /// Returns a table as Markdown.
  package static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  /// Checks that a part of a document equals `expected`.
  ///
  /// The part starts after the comment that contains `mark`, or the name of the suite by default. It ends
  /// before `end`, or at the end of the document.
  package static func check(
    _ path: String, of suite: String, from mark: String? = nil, to end: String? = nil, is expected: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let text = try Repository.text(of: path)
    let start = try #require(text.range(of: mark ?? "--filter \(suite) "), sourceLocation: location)
    let comment = try #require(text[start.lowerBound...].range(of: "-->\n"), sourceLocation: location)
    try check(
      path, of: suite, between: String(text[start.lowerBound..<comment.upperBound]), and: end, is: expected,
      at: location)
  }

  /// Checks that a document has `expected` between `start` and the next `end`, or the end of the document.
  package static func check(
    _ path: String, of suite: String, between start: String, and end: String?, is expected: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let text = try Repository.text(of: path)
    let head = try #require(text.range(of: start), sourceLocation: location).upperBound
    let tail =
      try end.map { try #require(text[head...].range(of: $0), sourceLocation: location).lowerBound }
      ?? text.endIndex
    if updatesDocuments {
      try Data((text[..<head] + expected + text[tail...]).utf8).write(
        to: Repository.root.appending(path: path))
    } else {
      #expect(
        text[head..<tail] == expected, "SLUICE_UPDATE_DOCS=1 swift test --filter \(suite) rewrites \(path)",
        sourceLocation: location)
    }
  }

  /// Checks that a file in `Samples` equals `expected`.
  package static func checkSample(
    _ name: String, of suite: String, is expected: [UInt8], at location: SourceLocation = #_sourceLocation
  ) throws {
    let url = Repository.root.appending(path: "Samples/\(name)")
    if updatesSamples {
      try Data(expected).write(to: url)
    } else {
      #expect(
        FileManager.default.contents(atPath: url.path) == Data(expected),
        "\(name) differs; SLUICE_UPDATE_SAMPLES=1 swift test --filter \(suite) rewrites it",
        sourceLocation: location)
    }
  }
}
