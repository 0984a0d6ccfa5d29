import Foundation

/// A kind of line that a list can contain thousands of, or with thousands of names, from `Tests/hostile-lines.txt`.
package struct HostileLine: Sendable, CustomStringConvertible {
  /// The name of the kind.
  package let name: String
  private let template: String

  /// Returns lines for this many: of them, or of names in four lines.
  package func lines(_ count: Int) -> [String] {
    guard ["{a}", "{b}", "{c}"].contains(where: template.contains) else { return (0..<count).map(line) }
    // The lists of some options have another separator.
    let separator = template.hasPrefix("0.0.0.0") ? " " : template.contains("}#") ? "," : "|"
    func list(_ letter: String) -> String {
      (0..<count).map { "\(letter)\($0).t.example" }.joined(separator: separator)
    }
    let classes = (0..<count).map { ".c\($0)-name" }.joined(separator: ",")
    return (0..<4).map {
      line($0).replacing("{a}", with: list("a")).replacing("{b}", with: list("b"))
        .replacing("{c}", with: classes)
    }
  }

  private func line(_ number: Int) -> String { template.replacing("{i}", with: String(number)) }

  package var description: String { name }

  /// All kinds, in the order of the file.
  package static let all: [HostileLine] = {
    let text = (try? Repository.text(of: "Tests/hostile-lines.txt")) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("# ") }.compactMap { line in
      let fields = line.split(separator: "\t", maxSplits: 1).map(String.init)
      return fields.count == 2 ? HostileLine(name: fields[0], template: fields[1]) : nil
    }
  }()
}
