import Foundation
import SluiceConversion
import SluiceRules
import SluiceText
import TestSupport
import Testing

/// The lists in Samples/ and Filters/ convert to the files next to them.
struct SampleTests {
  static let samples: [String] = {
    let files =
      (try? FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: "Samples").path))
      ?? []
    return files.filter { $0.hasSuffix(".txt") && !$0.contains(".diagnostics") }.map {
      String($0.dropLast(4))
    }.sorted()
  }()

  @Test func enoughSamplesExist() { #expect(Self.samples.count >= 5) }

  @Test(arguments: samples) func samplesConvertToExpectedFiles(_ name: String) throws {
    let bytes = try Repository.bytes(of: "Samples/\(name).txt")
    let source = Source(name: "\(name).txt", bytes: bytes)
    var traced = ConversionOptions()
    traced.makesSourceMap = true
    var combined = try Converter(options: traced).convert([source])
    let json = combined.lists[0].rules.encodedJSON()
    try compare(json, with: "\(name).json")
    combined.sourceMap?.lists[0].fingerprint = SourceMap.fingerprint(of: json)
    // The name does not end in .json, because the file is not a rule list.
    try compare(try #require(combined.sourceMap).encodedJSON(), with: "\(name).map")
    try compare(Array(Self.diagnostics(of: combined.report, in: bytes).utf8), with: "\(name).diagnostics.txt")
    var options = ConversionOptions()
    options.target = .webKitGTK2_50
    let mirrored = try Converter(options: options).convert([source])
    try compare(mirrored.lists[0].rules.encodedJSON(), with: "\(name).webkitgtk.json")
    options.split = .action
    for list in try Converter(options: options).convert([source]).lists {
      try compare(list.rules.encodedJSON(), with: "\(name).\(list.part.rawValue).json")
    }
  }

  /// Every filter in the starter list converts exactly.
  @Test func starterListIsExact() throws {
    let bytes = try Repository.bytes(of: "Filters/starter.txt")
    let report = try Converter().convert([Source(name: "starter.txt", bytes: bytes)]).report
    #expect(report.count(.converted) > 100)
    #expect(Outcome.allCases.filter { $0 != .converted && report.count($0) > 0 } == [])
  }

  /// Locations are correct for filters that are reported because of others, and for filters on several lines.
  @Test(arguments: samples) func sampleDiagnosticsAreLocated(_ name: String) throws {
    let source = Source(name: "\(name).txt", bytes: try Repository.bytes(of: "Samples/\(name).txt"))
    let report = try Converter().convert([Source(name: "other.txt", bytes: "\n||x^$y\n"), source]).report
    #expect(report.diagnostics.first?.location.description == "other.txt:2:6")
    for diagnostic in report.diagnostics where diagnostic.place.source == 1 {
      #expect(diagnostic.location == TextLocation(of: diagnostic.span.indices, in: source))
    }
  }

  private func compare(_ bytes: [UInt8], with file: String) throws {
    try GeneratedText.checkSample(file, of: "SampleTests", is: bytes)
  }

  private static func diagnostics(of report: ConversionReport, in bytes: [UInt8]) -> String {
    report.diagnostics.map { diagnostic in
      let before = bytes[..<diagnostic.span.lowerBound]
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let start = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
      let about = String(decoding: bytes[diagnostic.span.indices], as: UTF8.self)
      return
        "\(line):\(diagnostic.span.lowerBound - start + 1): \(diagnostic.outcome) \(diagnostic.reason.id): \(about)\n"
    }.joined()
  }
}
