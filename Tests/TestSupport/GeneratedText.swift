import Foundation
import Testing

/// Files of the project that are made from its tables and by its own conversions: a test compares them with what they should be,
/// or writes them when it is asked to.
package enum GeneratedText {
  /// What asks for new documents.
  package static let updatesDocuments = ProcessInfo.processInfo.environment["SLUICE_UPDATE_DOCS"] != nil
  /// What asks for new samples.
  package static let updatesSamples = ProcessInfo.processInfo.environment["SLUICE_UPDATE_SAMPLES"] != nil

  /// What stands in a document behind the comment with `mark` (else the one that names the suite) up to `end`
  /// (else up to the document's end) is `expected`.
  package static func check(
    _ path: String, of suite: String, from mark: String? = nil, to end: String? = nil, is expected: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let text = try Repository.text(of: path)
    let start = try #require(text.range(of: mark ?? "--filter \(suite) "), sourceLocation: location)
      .upperBound
    let head = try #require(text[start...].range(of: "-->\n"), sourceLocation: location).upperBound
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

  /// A file in `Samples` is `expected`.
  package static func checkSample(
    _ name: String, of suite: String, is expected: [UInt8], at location: SourceLocation = #_sourceLocation
  ) throws {
    let url = Repository.root.appending(path: "Samples/\(name)")
    if updatesSamples {
      try Data(expected).write(to: url)
    } else {
      #expect(
        FileManager.default.contents(atPath: url.path).map { [UInt8]($0) } == expected,
        "\(name) differs; SLUICE_UPDATE_SAMPLES=1 swift test --filter \(suite) rewrites it",
        sourceLocation: location)
    }
  }
}
