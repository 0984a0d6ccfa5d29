import SluiceConversion
import SluiceSyntax

extension OwnRule {
  static let separatorInHost = OwnRule(
    .syntax, .warning, "a '^' is inside a host: '\(.text)'",
    meaning:
      "A `^` is followed by text that reads like the rest of the host, or like a second host. It stands for the `/` or `:`"
      + " after a host, so the filter matches hardly any URL.",
    example: "||ads^tracker.example^",
    instead: "write a dot: `||ads.tracker.example^`, or a second filter on its own line",
    advice: "write a dot, or a second filter on its own line",
    check: .network { filter, line, found in
      guard case .plain(let plain) = filter.pattern, plain.start == .hostLabel else { return }
      let bytes = line.bytes.span
      let body = plain.body
      let host = ByteRange(body.lowerBound, line.hostEnd)
      guard !host.isEmpty, host.upperBound + 1 < body.upperBound, bytes[host.upperBound] == ASCII.caret
      else { return }
      let rest = ByteRange(host.upperBound + 1, body.upperBound)
      let name = ByteRange(rest.lowerBound, PatternConverter.hostEnd(bytes, rest))
      let next = name.upperBound < rest.upperBound ? bytes[name.upperBound] : nil
      guard isPartOfHost(name, next, after: host, bytes) else { return }
      found.add(.separatorInHost, at: line.location, ByteRange(host.lowerBound, name.upperBound))
    })
}

/// Returns whether a name after `host^` is more likely to be a part of a host than of a path. `next` is the byte
/// after it.
private func isPartOfHost(
  _ name: ByteRange, _ next: UInt8?, after host: ByteRange, _ bytes: Span<UInt8>
) -> Bool {
  guard !name.isEmpty, HostNames.ascii(bytes, name) != nil else { return false }
  let labels = bytes.lowercased(name).split(separator: ASCII.dot).map(Array.init)
  guard let top = labels.last, TopLevelDomains.contains(top) || SpecialNames.all.contains(top) else {
    return false
  }
  // A host has a dot, so what follows a single label is the rest of it.
  if bytes.firstIndex(of: ASCII.dot, in: host) == nil {
    return !bytes.isText("localhost", host) && (next == nil || "^/:".utf8.contains(next ?? 0))
  }
  guard labels.count > 1 else {
    return next != ASCII.slash && ["com", "net", "org"].contains { $0.utf8.elementsEqual(top) }
  }
  // Two letters can be the extension of a file.
  return next == ASCII.caret && top.count > 2
}
