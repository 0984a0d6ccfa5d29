import Foundation
import TestSupport
import Testing

@Suite struct InterfaceTests {
  /// Each public enum of a library says whether it can gain cases in a later version.
  @Test func publicEnumsPromise() throws {
    let sources = Repository.root.appending(path: "Sources")
    var count = 0
    for file in SourceFile.all where file.module != "sluice" {
      let path = file.path.joined(separator: "/")
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let keyword = words.firstIndex(of: "enum"), words[..<keyword].contains("public") else {
          continue
        }
        count += 1
        let promises = words[..<keyword].count { $0 == "@frozen" || $0 == "@nonexhaustive" }
        #expect(promises == 1, "\(path): \(words[keyword...].joined(separator: " "))")
      }
    }
    #expect(count > 100)
  }
}
