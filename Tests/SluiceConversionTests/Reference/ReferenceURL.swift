/// A URL with the parts that the reference matcher needs.
struct ReferenceURL {
  let text: [UInt8]
  let lowercased: [UInt8]
  /// The range of the host, including the port.
  let authority: Range<Int>
  /// The host without its port.
  let host: [UInt8]

  /// Parses a URL in WebKit's serialization: `scheme://host[:port]/...`.
  init(_ url: [UInt8]) {
    text = url
    lowercased = url.map(Self.lowercase)
    var start = 0
    while start + 2 < url.count, !url[start...].starts(with: Array("://".utf8)) { start += 1 }
    start = min(start + 3, url.count)
    let end = url[start...].firstIndex(of: UInt8(ascii: "/")) ?? url.count
    authority = start..<end
    // An address in brackets contains colons.
    let rest = url[authority].map(Self.lowercase)
    if rest.first == UInt8(ascii: "["), let close = rest.firstIndex(of: UInt8(ascii: "]")) {
      host = Array(rest[...close])
    } else {
      host = Array(rest.prefix { $0 != UInt8(ascii: ":") })
    }
  }

  /// Whether the URL is that of data that a page made, which filters are not asked about.
  var isBlob: Bool { text.starts(with: "blob:".utf8) }

  static func lowercase(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// The site of the host: its public suffix with one more label, for the suffixes of the tests' hosts.
  var site: [UInt8] {
    let labels = host.split(separator: UInt8(ascii: "."))
    let dot = [UInt8(ascii: ".")]
    let isBelowTwoLabels = labels.suffix(2).joined(separator: dot).elementsEqual("co.uk".utf8)
    return Array(labels.suffix(isBelowTwoLabels ? 3 : 2).joined(separator: dot))
  }
}
