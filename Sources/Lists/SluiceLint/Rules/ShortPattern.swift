extension OwnRule {
  static let shortPattern = OwnRule(
    .tooMuch, .warning, "a pattern as short as '\(.text)' matches by accident\(.other)",
    meaning:
      "A pattern of fewer than four characters without an option matches many URLs by accident. Adblock Plus and AdGuard"
      + " refuse most of these patterns.",
    example: "/ad", instead: "write more of the URL: `/ads/banner`, `||ads.example^`",
    advice: "write more of the URL, or the host",
    check: .breadth(.short))
}
