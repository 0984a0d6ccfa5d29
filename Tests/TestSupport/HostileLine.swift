import Foundation

/// A kind of line of which a list can have thousands, from `Tests/hostile-lines.txt`.
package struct HostileLine: Sendable, CustomStringConvertible {
  /// What the kind is called.
  package let name: String
  private let parts: [String]

  /// The line with this number.
  package func line(_ number: Int) -> String { parts.joined(separator: String(number)) }

  /// The lines with the numbers up to this one.
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
