import SluiceConversion
import SluiceRules
import SluiceSyntax
import SluiceText

extension OwnRule {
  static let impossibleHost = OwnRule(
    .dead, severity: .warning, message: "'\(.text)' cannot be a host name: \(.other)",
    meaning:
      "A label has more than 63 characters, the name has more than 253, an IP address is invalid, or (with `--suffixes`)"
      + " the top-level domain does not exist.",
    example: "300.1.2.3##.ad", instead: "correct the name",
    check: .host { host, line, context in line.problem(ofHost: host, context.topLevelDomains) })
}

extension LintedLine {
  /// Returns the reason why a host name is impossible; nil if it is possible.
  func problem(ofHost range: ByteRange, _ topLevelDomains: Set<HostKey>?) -> String? {
    let bytes = bytes.span
    var label = 0
    var isNumber = true
    var isASCII = true
    var labels = 1
    for index in range.indices {
      let byte = bytes[index]
      if byte == ASCII.dot {
        // A leading dot is part of the pattern and not of the name.
        if label == 0, index > range.lowerBound { return "it has an empty label" }
        (label, isNumber, labels) = (0, true, labels + 1)
        continue
      }
      label += 1
      if !byte.isDigit { isNumber = false }
      if byte >= 0x80 { isASCII = false }
      if label > 63 { return "a label has more than 63 characters" }
    }
    if range.count > HostNames.maximumLength { return "it has more than 253 characters" }
    if label > 0, bytes[range.upperBound - label].isDigit,
      HostAddress.isBroken(bytes.extracting(range.indices))
    {
      return "it ends in a number and is not an IP address"
    }
    if isNumber { return nil }
    guard let topLevelDomains, isASCII, labels > 1 else { return nil }
    let top = bytes.lowercased(ByteRange(range.upperBound - label, range.upperBound))
    return topLevelDomains.contains(HostKey(top)) || SpecialNames.all.contains(top)
      ? nil : "unknown top-level domain '\(String(decoding: top, as: UTF8.self))'"
  }
}

/// Top-level names used in networks without the public DNS (RFC 6761, Emercoin and others).
enum SpecialNames {
  static let all = Set(
    [
      "alt", "arpa", "example", "home", "i2p", "internal", "invalid", "lan", "local", "localhost", "onion",
      "test", "bit", "eth", "bazar", "coin", "emc", "lib",
    ]
    .map { Array($0.utf8) })
}

extension OwnRule {
  static let deadHost = OwnRule(
    .dead, severity: .warning, message: "the host '\(.text)' no longer resolves, according to \(.other)",
    meaning: "The host or a parent of it is in the file of dead hosts that was passed with `--dead`.",
    example: "||gone.example^", instead: "remove the host from the filter, or remove the filter",
    check: .host { host, line, context in
      guard !context.dead.isEmpty, line.problem(ofHost: host, context.topLevelDomains) == nil else {
        return nil
      }
      return HostNames.ascii(line.bytes.span, in: host).flatMap { name in
        HostNames.nearest(name) { context.dead[$0] }
      }
    })

  static let separatorInHost = OwnRule(
    .syntax, severity: .warning, message: "a '^' is inside a host: '\(.text)'",
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
      let name = ByteRange(rest.lowerBound, PatternConverter.hostEnd(bytes, body: rest))
      let next = name.upperBound < rest.upperBound ? bytes[name.upperBound] : nil
      guard isPartOfHost(name, next: next, after: host, in: bytes) else { return }
      found.add(.separatorInHost, at: line.location, span: ByteRange(host.lowerBound, name.upperBound))
    })
}

/// Returns whether a name after `host^` is more likely to be a part of a host than of a path. `next` is the byte
/// after it.
private func isPartOfHost(
  _ name: ByteRange, next: UInt8?, after host: ByteRange, in bytes: Span<UInt8>
) -> Bool {
  guard !name.isEmpty, HostNames.ascii(bytes, in: name) != nil else { return false }
  let labels = bytes.lowercased(name).split(separator: ASCII.dot).map(Array.init)
  guard let top = labels.last, KnownSuffixes.isTopLevel(top) || SpecialNames.all.contains(top) else {
    return false
  }
  // A host has a dot, so what follows a single label is the rest of it.
  if bytes.firstIndex(of: ASCII.dot, in: host) == nil {
    return !bytes.isText("localhost", in: host) && (next == nil || "^/:".utf8.contains(next ?? 0))
  }
  guard labels.count > 1 else {
    return next != ASCII.slash && ["com", "net", "org"].contains { $0.utf8.elementsEqual(top) }
  }
  // Two letters can be the extension of a file.
  return next == ASCII.caret && top.count > 2
}

extension OwnRule {
  static let joinedAddress = OwnRule(
    .syntax, severity: .warning, message: "no space between an address and a host: '\(.text)'",
    meaning:
      "The line is read as one host name that begins with `0.0.0.0` or `127.0.0.1`. The space of a hosts file was lost.",
    example: "0.0.0.0ads.example", instead: "write `0.0.0.0 ads.example` (`--fix` does this)",
    advice: "write a space after the address",
    check: .line { line, found in
      let bytes = line.bytes.span
      switch line.content {
      case .network(let filter):
        guard case .plain(let plain) = filter.pattern else { return }
        let name = ByteRange(plain.body.lowerBound, line.hostEnd)
        guard let host = host(in: name, bytes) else { return }
        switch plain.start {
        case .hostLabel:
          found.add(.joinedAddress, at: line.location, span: name, detail: .words(bytes.text(host)))
        case .anywhere where filter.options.isEmpty && name == line.range:
          let address = ByteRange(name.lowerBound, host.lowerBound)
          found.add(
            .joinedAddress, at: line.location, span: name,
            detail: .words("\(bytes.text(address)) \(bytes.text(host))"))
        case .anywhere, .url: return
        }
      case .hosts(let hosts):
        for name in hosts.hosts {
          guard let host = host(in: name, bytes) else { continue }
          found.add(.joinedAddress, at: line.location, span: name, detail: .words(bytes.text(host)))
        }
      case .blank, .comment, .header, .metadata, .directive, .hint, .cosmetic, .continuation, .rejected:
        return
      }
    },
    fix: .correction, nearest: { _, detail in detail.correction })
}

/// Returns the host that directly follows an address of a hosts file; nil for other names, such as the address
/// `127.0.0.10` and the host `127.0.0.1.example`.
private func host(in name: ByteRange, _ bytes: Span<UInt8>) -> ByteRange? {
  guard !name.isEmpty, bytes[name.lowerBound].isDigit else { return nil }
  for address: StaticString in ["0.0.0.0", "127.0.0.1"] where bytes.hasPrefix(address, in: name) {
    let host = ByteRange(name.lowerBound + address.utf8CodeUnitCount, name.upperBound)
    let label = host.indices.prefix { bytes[$0] != ASCII.dot }
    return label.count < host.count && label.contains { bytes[$0].isLetter } ? host : nil
  }
  return nil
}
