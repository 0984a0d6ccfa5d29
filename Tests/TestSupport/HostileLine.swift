import Foundation

/// A kind of line that a list can contain thousands of, from `Tests/hostile-lines.txt`.
package struct HostileLine: Sendable, CustomStringConvertible {
  /// The name of the kind.
  package let name: String
  private let parts: [String]

  /// Returns the line with a number.
  package func line(_ number: Int) -> String { parts.joined(separator: String(number)) }

  /// Returns the lines with the numbers from 0 up to, but not including, `count`.
  package func lines(_ count: Int) -> [String] { (0..<count).map(line) }

  package var description: String { name }

  /// All kinds, in the order of the file.
  package static let all: [HostileLine] = {
    let text = (try? Repository.text(of: "Tests/hostile-lines.txt")) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("# ") }.compactMap { line in
      let fields = line.split(separator: "\t", maxSplits: 1).map(String.init)
      guard fields.count == 2 else { return nil }
      return HostileLine(name: fields[0], parts: fields[1].components(separatedBy: "{i}"))
    }
  }()
}
