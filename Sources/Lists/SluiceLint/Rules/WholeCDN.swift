extension OwnRule {
  static let wholeCDN = OwnRule(
    .tooMuch, .warning, "'\(.text)' serves files for many different sites\(.other)",
    meaning:
      "The host belongs to a content delivery network or to file storage that many sites use. The filter blocks all of"
      + " their files.",
    example: "||cdn.jsdelivr.net^", instead: "add the path: `||cdn.jsdelivr.net/npm/ads@`",
    advice: "add the path, or the customer's own host",
    check: .breadth(.cdn))
}
