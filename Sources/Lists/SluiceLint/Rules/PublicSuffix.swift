import SluiceConversion
import SluiceSyntax

extension OwnRule {
  static let publicSuffix = OwnRule(
    .tooMuch, .error,
    countsRequests: true,
    check: .line { line, _, found in
      for case .suffix(let range) in line.breadth { found.add(.publicSuffix, at: line.location, range) }
    }
  ) { text, other in
    .init(
      "'\(text)' is a public suffix: the filter blocks every site below it\(other)",
      meaning:
        "Anybody can register a site below a public suffix such as `com` or `co.uk`. The filter acts on all of them, and no"
        + " option limits it.",
      example: "||co.uk^", instead: "write the host that you mean", advice: .instead)
  }
}
