import SluiceConversion
import SluiceSyntax

extension OwnRule {
  static let matchesEverything = OwnRule(
    .tooMuch, .error,
    countsRequests: true,
    check: .line { line, _, found in
      for case .everything(let range) in line.breadth {
        found.add(.matchesEverything, at: line.location, range)
      }
    }
  ) { _, other in
    .init(
      "the pattern matches every URL\(other)",
      meaning:
        "Every URL contains the pattern, and no option limits the filter.",
      example: "*", instead: "add the host, or options that limit the filter",
      advice: "add the host, or options that limit the filter")
  }
}
