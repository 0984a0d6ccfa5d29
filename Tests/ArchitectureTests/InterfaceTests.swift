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
    #expect(count > 60)
  }

  /// Declarations that only this package needs are `package`.
  @Test func publicInterfaceIsSmall() throws {
    var counts: [String: Int] = [:]
    for file in SourceFile.all {
      let path = "Sources/\(file.path.joined(separator: "/"))"
      for line in try Repository.text(of: path).split(separator: "\n") {
        let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
        if words.first == "public" { counts[file.module, default: 0] += 1 }
        #expect(file.module == "SluiceC" || !line.contains("@_exported"), "\(path): \(line)")
      }
    }
    let total = counts.values.reduce(0, +)
    #expect((500...900).contains(total), "\(total) public declarations: \(counts)")
  }

  @Test func packageHasFewProducts() throws {
    let lines = try Repository.text(of: "Package.swift").split(separator: "\n").map { $0.drop { $0 == " " } }
    let products = lines.filter { $0.hasPrefix(".library(") || $0.hasPrefix(".executable(") }
    #expect((1...8).contains(products.count), "\(products)")
  }

  /// Peers, such as `join(left, right)`, need no labels. Others do from the second parameter on.
  @Test func parametersHaveLabels() throws {
    var (all, unlabelled) = (0, [String]())
    for file in SourceFile.all {
      let path = file.path.joined(separator: "/")
      let text = try String(decoding: Repository.bytes(of: "Sources/\(path)"), as: UTF8.self)
      for (name, parameters) in Self.functions(in: text) {
        all += 1
        if parameters.count(where: { $0.hasPrefix("_ ") }) > 1 { unlabelled.append("\(path): \(name)") }
      }
    }
    #expect(all > 4000)
    #expect(unlabelled.count * 100 <= all, "\(unlabelled.joined(separator: "\n"))")
  }

  @Test(arguments: [
    ("func f<A: B<C>>(_ a: A, _ b: (A, B) -> C = { $0 })", ["_ a: A", "_ b: (A, B) -> C = { $0 }"]),
    ("static func < (_ a: A, _ b: A)", nil), ("init?(a: A)", ["a: A"]), ("let a = A.init(b, c)", nil),
    ("// func f(_ a: A)", nil),
  ])
  func functionsAreRead(code: String, parameters: [String]?) {
    #expect(Self.functions(in: code).first?.parameters == parameters)
  }

  /// Returns the functions and initializers of a text, without operators.
  private static func functions(in text: String) -> [(name: Substring, parameters: [String])] {
    let names =
      /(?m)^[ a-z@A-Z()]*\b(func +\w+|init[?!]?)(?:<(?:[^<>(]|<[^<>]*>)*>)?\(/
    return text.matches(of: names).map { match in
      var (depth, parameters, current) = (0, [String](), "")
      for character in text[match.range.upperBound...] {
        switch character {
        case "(", "[", "{": depth += 1
        case ")", "]", "}": depth -= 1
        default: break
        }
        if depth < 0 { break }
        if depth == 0, character == "," {
          parameters.append(current)
          current = ""
        } else {
          current.append(character)
        }
      }
      parameters.append(current)
      return (match.1, parameters.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) })
    }
  }
}
