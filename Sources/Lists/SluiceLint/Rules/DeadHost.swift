import SluiceText

extension OwnRule {
  static let deadHost = OwnRule(
    .dead, .warning, "the host '\(.text)' no longer resolves, according to \(.other)",
    meaning: "The host or a parent of it is in the file of dead hosts that was passed with `--dead`.",
    example: "||gone.example^", instead: "remove the host from the filter, or remove the filter",
    check: .host { host, line, context in
      guard !context.dead.isEmpty, line.problem(ofHost: host, context.topLevelDomains) == nil else {
        return nil
      }
      return HostNames.ascii(line.bytes.span, host).flatMap { name in
        HostNames.nearest(name) { context.dead[$0] }
      }
    })
}
