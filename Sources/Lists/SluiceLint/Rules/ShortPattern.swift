import SluiceConversion
import SluiceSyntax

extension OwnRule {
  static let shortPattern = OwnRule(
    .tooMuch, .warning,
    countsRequests: true,
    check: .line { line, _, found in
      for case .short(let range) in line.breadth { found.add(.shortPattern, at: line.location, range) }
    }
  ) { text, other in
    .init(
      "a pattern as short as '\(text)' matches by accident\(other)",
      meaning: "A pattern of fewer than four characters without an option matches many URLs by accident.",
      example: "ads", instead: "write more of the URL: `/ads/banner`, `||ads.example^`",
      advice: "write more of the URL, or the host")
  }
}
