import Foundation

/// A kind of line that a list can contain thousands of, or with thousands of names, from `Tests/hostile-lines.txt`.
package struct HostileLine: Sendable, CustomStringConvertible {
  /// The name of the kind.
  package let name: String
  private let template: String

  /// Returns lines for this many: of them, or of names in four lines.
  package func lines(_ count: Int) -> [String] {
    guard Self.names.contains(where: { template.contains($0.key) }) else {
      let side = max(1, Int(Double(count).squareRoot()))
      return (0..<count).map { number in
        line(number).replacing("{j}", with: String(number / side))
          .replacing("{k}", with: String(number % side))
      }
    }
    // The lists of some options have another separator.
    let separator = template.hasPrefix("0.0.0.0") ? " " : template.contains("}#") ? "," : "|"
    return (0..<4).map { number in
      Self.names.reduce(line(number)) { line, names in
        guard line.contains(names.key) else { return line }
        let list = (0..<count).map { names.value.replacing("#", with: String($0)) }
        let own = Self.separators[names.key] ?? separator
        return line.replacing(names.key, with: list.joined(separator: own))
      }
    }
  }

  /// The lists of names, where `#` stands for a number: hosts, selectors, entities, regexes, excluded hosts below
  /// the first ones, options, and one long name.
  private static let names: KeyValuePairs = [
    "{a}": "a#.t.example", "{b}": "b#.t.example", "{c}": ".c#-name", "{e}": "e#.*", "{r}": "/r#/",
    "{o}": "~o.a#.t.example", "{d}": "~match-case", "{l}": "longer",
  ]
  /// The separators that do not depend on the place of a list.
  private static let separators = ["{c}": ",", "{d}": ",", "{l}": ""]

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
