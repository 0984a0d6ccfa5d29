extension OwnRule {
  static let coveredFilter = OwnRule(
    .notNeeded, .warning, "redundant: \(.other) does the same and more",
    meaning:
      "Another filter does everything that this one does: it blocks a parent host, or has a shorter pattern, fewer options"
      + " or more pages. Removing this filter changes nothing.",
    example: "||ads.example^\n||cdn.ads.example^$third-party", instead: "remove it",
    check: .comparison)
}
