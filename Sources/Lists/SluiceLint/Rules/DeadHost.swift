import SluiceConversion
import SluiceSyntax
import SluiceText

extension OwnRule {
  static let deadHost = OwnRule(
    .dead, .warning,
    check: .line { line, context, found in
      guard !context.dead.isEmpty else { return }
      line.forEachHost { host in
        guard line.problem(ofHost: host, context.topLevelDomains) == nil,
          let name = HostNames.ascii(line.bytes.span, host),
          let file = HostNames.nearest(name, { context.dead[$0] })
        else { return }
        found.add(.deadHost, at: line.location, host, .words(file))
      }
    }
  ) { text, other in
    .init(
      "the host '\(text)' no longer resolves, according to \(other)",
      meaning:
        "The host or a parent of it is in the file of dead hosts that was passed with `--dead`.",
      example: "||gone.example^", instead: "remove the host from the filter, or remove the filter",
      advice: "remove the host from the filter, or remove the filter")
  }
}
