import Foundation
import TestSupport
import Testing

@Suite struct ErrorTests {
  /// Public types that are thrown have words, for programs and for Foundation. The functions for WebAssembly
  /// write their failures as JSON.
  @Test func publicErrorsHaveWords() throws {
    let sources = Repository.root.appending(path: "Sources")
    var errors: [String: String] = [:]
    var described: [String: Set<Substring>] = [:]
    for file in SourceFile.all
    where file.module != "SluiceWebInterface"
      && (file.uses.contains("Error") || file.uses.contains("TextProblem")
        || file.uses.contains("DescribedError") || file.uses.contains("CustomStringConvertible"))
    {
      let path = file.path.joined(separator: "/")
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let words = Array(line.split { " :,{".contains($0) }.drop { $0.hasPrefix("@") })
        guard words.count > 2 else { continue }
        if words[0] == "public", ["struct", "enum", "class"].contains(words[1]),
          words.contains("Error") || words.contains("TextProblem")
        {
          errors[String(words[2])] = path
        } else if words[0] == "extension" {
          let name = words[1].split(separator: ".").last ?? words[1]
          described[String(name), default: []].formUnion(words.dropFirst(2))
        }
      }
    }
    #expect(errors.count > 10)
    for (name, path) in errors.sorted(by: { $0.key < $1.key }) {
      for needed in ["CustomStringConvertible", "DescribedError"] {
        #expect(described[name]?.contains(Substring(needed)) == true, "\(path): \(name) is no \(needed)")
      }
    }
  }
}
