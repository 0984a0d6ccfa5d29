import SluiceConversion
import SluiceRules
import SluiceSyntax
import SluiceText

/// A check for hosts that cannot exist, or that no longer exist.
struct HostCheck {
  /// Hosts that no longer resolve, each with the file that lists it; empty if no file was given.
  let dead: [HostKey: String]
  /// All top-level domains, if known.
  let topLevelDomains: Set<HostKey>?

  /// Checks the hosts in a filter's pattern and options.
  func check(
    _ filter: NetworkFilter, at location: FilterPlace, _ bytes: Span<UInt8>,
    _ found: inout FindingCollector
  ) {
    guard case .plain(let plain) = filter.pattern, plain.start == .hostLabel else { return }
    let end = PatternConverter.hostEnd(bytes, plain.body)
    // If the pattern does not close the host, the host in a URL can be longer.
    guard end < plain.body.upperBound ? bytes[end] != UInt8(ascii: "*") : plain.isEndAnchored else { return }
    check(ByteRange(plain.body.lowerBound, end), at: location, bytes, &found)
  }

  func check(
    _ entries: [DomainEntry], at location: FilterPlace, _ bytes: Span<UInt8>,
    _ found: inout FindingCollector
  ) {
    for entry in entries where entry.kind == .host { check(entry.name, at: location, bytes, &found) }
  }

  /// Checks a host as written.
  func check(
    _ range: ByteRange, at location: FilterPlace, _ bytes: Span<UInt8>, _ found: inout FindingCollector
  ) {
    guard range.count > 1, bytes[range.lowerBound] != UInt8(ascii: "[") else { return }
    if let problem = problem(bytes, range) {
      found.add(.impossibleHost, at: location, range, .words(problem))
    } else if !dead.isEmpty, let host = HostNames.ascii(bytes, range),
      let file = HostNames.nearest(host, { dead[$0] })
    {
      found.add(.deadHost, at: location, range, .words(file))
    }
  }

  /// Returns the reason why a host name is impossible; nil if it is possible.
  private func problem(_ bytes: Span<UInt8>, _ range: ByteRange) -> String? {
    var label = 0
    var isNumber = true
    var isASCII = true
    var labels = 1
    for index in range.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: ".") {
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
    return topLevelDomains.contains(HostKey(top)) || Self.specialNames.contains(top)
      ? nil : "unknown top-level domain '\(String(decoding: top, as: UTF8.self))'"
  }

  /// Names used in networks without the public DNS (RFC 6761, Emercoin and others).
  private static let specialNames = Set(
    [
      "alt", "arpa", "example", "home", "i2p", "internal", "invalid", "lan", "local", "localhost", "onion",
      "test", "bit", "eth", "bazar", "coin", "emc", "lib",
    ]
    .map { Array($0.utf8) })
}
