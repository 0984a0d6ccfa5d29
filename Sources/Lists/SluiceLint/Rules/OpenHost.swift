import SluiceConversion
import SluiceSyntax

extension OwnRule {
  static let openHost = OwnRule(
    .tooMuch, .note, "'\(.text)' matches only the beginning of a host: '\(.text).other.example' matches too",
    meaning:
      "The pattern ends with a host and has no `^`, so it matches every host that begins with it: `||shop.example` also"
      + " matches `https://shop.example.net/` and `https://shop.examples/`.",
    example: "||shop.example", instead: "write `||shop.example^`", advice: "write '^' after the host",
    check: .network { filter, line, found in
      guard case .plain(let plain) = filter.pattern, isOpen(plain, hostEnd: line.hostEnd, line.bytes.span)
      else { return }
      found.add(.openHost, at: line.location, plain.body)
    })
}

/// Returns whether a pattern ends with a host name that has no end anchor, so that longer hosts match too.
///
/// Patterns that end with a dot, a wildcard or an incomplete name are assumed to be intentional.
private func isOpen(_ plain: PlainPattern, hostEnd: Int, _ bytes: Span<UInt8>) -> Bool {
  guard plain.start == .hostLabel, !plain.isEndAnchored, plain.body.count > 3,
    plain.body.upperBound == plain.range.upperBound, hostEnd == plain.body.upperBound
  else { return false }
  let labels = bytes.array(plain.body).split(separator: ASCII.dot, omittingEmptySubsequences: false)
  guard labels.count > 1, let last = labels.last, last.contains(where: { $0.isLetter || $0 >= 0x80 })
  else { return false }
  return labels.allSatisfy { !$0.isEmpty && !$0.contains(ASCII.star) }
}
