extension OwnRule {
  static let publicSuffix = OwnRule(
    .tooMuch, .error, "'\(.text)' is a public suffix: the filter blocks every site below it\(.other)",
    meaning:
      "Anybody can register a site below a public suffix such as `com` or `co.uk`. The filter acts on all of them, and no"
      + " option limits it.",
    example: "||co.uk^", instead: "write the host that you mean",
    check: .breadth(.suffix))
}
