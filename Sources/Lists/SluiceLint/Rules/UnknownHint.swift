import SluiceSyntax

extension OwnRule {
  static let unknownHint = OwnRule(
    .syntax, .warning, "AdGuard's compiler does not know the hint '\(.text)'",
    meaning:
      "A hint before a filter, or a platform in it, is unknown. AdGuard's compiler ignores the hint, so the filter gets"
      + " into lists where it should not be.",
    example: "!+ PLATFROM(ios)\n||ads.example^", instead: "write `!+ PLATFORM(ios)`",
    advice: "valid hints are PLATFORM(…), NOT_PLATFORM(…), NOT_OPTIMIZED and NOT_VALIDATE",
    check: .line { line, found in
      guard case .hint(let range) = line.content else { return }
      let bytes = line.bytes.span
      let hints = [Hint](parsing: bytes, range)
      if hints.isEmpty { found.add(.unknownHint, at: line.location, range) }
      for hint in hints {
        guard KnownHints.names.contains(bytes.text(hint.name)), hint.isClosed else {
          found.add(.unknownHint, at: line.location, hint.name)
          continue
        }
        for platform in hint.arguments ?? [] where !KnownHints.platforms.contains(bytes.text(platform)) {
          found.add(.unknownHint, at: line.location, platform)
        }
      }
    },
    nearest: { text, _ in
      Suggestion.nearest(to: text, among: KnownHints.names.union(KnownHints.platforms).sorted())
    })
}

/// The hints of AdGuard's compiler, from its documentation.
private enum KnownHints {
  static let names: Set<String> = ["PLATFORM", "NOT_PLATFORM", "NOT_OPTIMIZED", "NOT_VALIDATE"]

  /// The values of `PLATFORM` and `NOT_PLATFORM`.
  static let platforms: Set<String> = [
    "windows", "mac", "android", "ios", "cli", "linux", "ext_android_cb", "ext_chromium", "ext_chromium_mv3",
    "ext_edge", "ext_ff", "ext_opera", "ext_safari", "ext_ublock",
  ]
}
