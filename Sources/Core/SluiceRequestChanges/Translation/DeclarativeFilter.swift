/// The url-filters that WebKit makes of a `urlFilter` and of domains.
enum DeclarativeFilter {
  /// Returns the regular expression for a `urlFilter`, or nil if it is empty.
  static func regex(_ urlFilter: [UInt8]) -> [UInt8]? {
    guard !urlFilter.isEmpty else { return nil }
    var rest = urlFilter[...]
    var regex: [UInt8] = []
    if rest.starts(with: "||".utf8) {
      rest = rest.dropFirst(2)
      regex += anchor
    } else if rest.first == ASCII.pipe {
      rest = rest.dropFirst()
      regex.append(ASCII.caret)
    }
    let endsURL = rest.last == ASCII.pipe
    if endsURL { rest = rest.dropLast() }
    for byte in rest {
      switch byte {
      case ASCII.star: regex += ".*".utf8
      case ASCII.caret: regex += "[^a-zA-Z0-9_.%-]".utf8
      case let byte: append(byte, escaping: "?+[(){}$|\\.".utf8, to: &regex)
      }
    }
    if endsURL { regex.append(UInt8(ascii: "$")) }
    return regex
  }

  /// Returns the regular expression that WebKit compares with the URL of the document that makes a request.
  static func initiator(_ domain: [UInt8]) -> [UInt8] {
    var regex = anchor
    for byte in domain { append(byte, escaping: "*?+[(){}^$|\\.".utf8, to: &regex) }
    return regex + "/.*".utf8
  }

  private static let anchor = Array(#"^[^:]+://+([^:/]+\.)?"#.utf8)

  private static func append(_ byte: UInt8, escaping special: String.UTF8View, to regex: inout [UInt8]) {
    if special.contains(byte) { regex.append(ASCII.backslash) }
    regex.append(byte)
  }

  // MARK: - requestDomains

  /// Returns the `urlFilter` that WebKit makes of a domain of `requestDomains` and the rule's `urlFilter`.
  static func combined(_ domain: [UInt8], _ urlFilter: [UInt8]?) -> [UInt8] {
    let anchor = Array("||".utf8)
    guard let urlFilter else { return anchor + domain }
    let isAnchored = urlFilter.starts(with: anchor)
    if urlFilter.drop(while: { $0 == ASCII.dot }).starts(with: domain) {
      return isAnchored ? urlFilter : anchor + urlFilter
    }
    if let shared = sharedText(domain, urlFilter), shared.count > 1 {
      let filter = isAnchored ? urlFilter : anchor + urlFilter
      guard let start = firstIndex(of: shared, in: filter) else { return filter }
      return Array(filter[..<start]) + domain + filter[(start + shared.count)...]
    }
    if isAnchored || urlFilter.starts(with: "://".utf8) {
      // WebKit drops three characters also after `||`.
      let rest = urlFilter.dropFirst(3)
      if rest.contains(ASCII.slash) || isAnchored && urlFilter.contains(ASCII.slash) {
        var parts = rest.split(separator: ASCII.slash, omittingEmptySubsequences: false).map { Array($0) }
        let first = parts.isEmpty ? [] : parts.removeFirst()
        let host = first.last == ASCII.star ? first + domain : first + [ASCII.star] + domain
        return Array("://".utf8) + ([host] + parts).joined(separator: [ASCII.slash])
      }
      return urlFilter.last == ASCII.star ? urlFilter + domain : urlFilter + [ASCII.star] + domain
    }
    return anchor + domain + [ASCII.star] + urlFilter
  }

  /// The maximum length of texts to compare. No URL with a longer filter occurs, and the comparison takes time in
  /// proportion to the product of both lengths.
  private static let maximumLength = 2048

  /// Returns the longest text that both texts contain; of several, the first in the left one.
  private static func sharedText(_ left: [UInt8], _ right: [UInt8]) -> ArraySlice<UInt8>? {
    let (left, right) = (left.prefix(maximumLength), right.prefix(maximumLength))
    var best = left.startIndex..<left.startIndex
    // The lengths of the shared texts that end at each byte of the right text.
    var lengths = [Int](repeating: 0, count: right.count + 1)
    for index in left.indices {
      var diagonal = 0
      for other in right.indices {
        let above = lengths[other + 1]
        lengths[other + 1] = left[index] == right[other] ? diagonal + 1 : 0
        diagonal = above
        if lengths[other + 1] > best.count { best = index + 1 - lengths[other + 1]..<index + 1 }
      }
    }
    return best.isEmpty ? nil : left[best]
  }

  private static func firstIndex(of text: ArraySlice<UInt8>, in other: [UInt8]) -> Int? {
    guard other.count >= text.count else { return nil }
    return (0...other.count - text.count).first { other[$0...].starts(with: text) }
  }
}
