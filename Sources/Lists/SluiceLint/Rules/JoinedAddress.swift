import SluiceConversion
import SluiceSyntax

extension OwnRule {
  static let joinedAddress = OwnRule(
    .syntax, .warning, "no space between an address and a host: '\(.text)'",
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
        case .hostLabel: found.add(.joinedAddress, at: line.location, name, .words(bytes.text(host)))
        case .anywhere where filter.options.isEmpty && name == line.range:
          let address = ByteRange(name.lowerBound, host.lowerBound)
          found.add(
            .joinedAddress, at: line.location, name, .words("\(bytes.text(address)) \(bytes.text(host))"))
        case .anywhere, .url: return
        }
      case .hosts(let hosts):
        for name in hosts.hosts {
          guard let host = host(in: name, bytes) else { continue }
          found.add(.joinedAddress, at: line.location, name, .words(bytes.text(host)))
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
  for address: StaticString in ["0.0.0.0", "127.0.0.1"] where bytes.hasPrefix(address, name) {
    let host = ByteRange(name.lowerBound + address.utf8CodeUnitCount, name.upperBound)
    let label = host.indices.prefix { bytes[$0] != ASCII.dot }
    return label.count < host.count && label.contains { bytes[$0].isLetter } ? host : nil
  }
  return nil
}
