extension OwnRule {
  static let missingHeader = OwnRule(
    .syntax, .note, "the list has no '! \(.other):' line",
    meaning:
      "Programs show the title of a list and update it as `! Expires:` says. Without these lines they show the URL and"
      + " guess the interval. The rule applies only to files that begin with `[Adblock Plus …]` or have other header"
      + " lines: parts of a list need no header.",
    example: "[Adblock Plus 2.0]\n||ads.example^", instead: "write `! Title: …` and `! Expires: 4 days`",
    advice: "add it to the first lines",
    check: .list { list, _, found in
      guard let start = list.header.start else { return }
      for key in ["Title", "Expires"]
      where !list.header.metadata.contains(where: { $0.key == key.lowercased() }) {
        found.add(.missingHeader, at: start.location, start.range, .words(key))
      }
    })
}
