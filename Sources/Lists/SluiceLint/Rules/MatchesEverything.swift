extension OwnRule {
  static let matchesEverything = OwnRule(
    .tooMuch, .error, "the pattern matches every URL\(.other)",
    meaning: "Every URL contains the pattern, and no option limits the filter.",
    example: "*", instead: "add the host, or options that limit the filter",
    check: .breadth(.everything))
}
