/// Numbers host names, and finds all of them that a host ends with in one pass over it from behind.
///
/// The hash of a name is computed from its last byte to its first, so that at every dot of a host the hash
/// of what follows is at hand.
struct HostTable: Sendable {
  private var names = ByteTable()

  var count: Int { names.count }

  /// The number of the name, a new one if it has none yet.
  mutating func insert(_ name: Span<UInt8>) -> Int {
    var hash = ByteHash()
    for offset in 0..<name.count { hash.add(name[name.count - 1 - offset]) }
    return names.insert(name, hash)
  }

  /// Calls `body` with each name that the authority part of a URL ends with, up to a `:` or the `/`.
  ///
  /// That is what the patterns of WebKit's domains and of `||host^` ask: the name starts with the authority
  /// (then `start` is that) or behind a dot in it, and `:` or `/` comes after it.
  ///
  /// - Parameters:
  ///   - start: where the authority begins.
  ///   - body: is called with the number of the name and where it starts.
  func forEachName(
    in url: Span<UInt8>, authority start: Int, _ body: (_ number: Int, _ start: Int) -> Void
  ) {
    var end = start
    var from = start
    while end < url.count {
      let byte = url[end]
      if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/") {
        scan(url, from..<end, authority: start, body)
        if byte == UInt8(ascii: "/") { return }
        from = end + 1
      }
      end += 1
    }
  }

  /// Calls `body` with each name that the host of a URL ends with, without its port: what
  /// ``URLFilter/page(_:)`` asks. The name starts with the authority or behind a dot in it.
  ///
  /// - Parameters:
  ///   - start: where the authority begins.
  ///   - body: is called with the number of the name and where it starts.
  func forEachHostName(
    in url: Span<UInt8>, authority start: Int, _ body: (_ number: Int, _ start: Int) -> Void
  ) {
    var end = start
    while end < url.count, url[end] != UInt8(ascii: "/") { end += 1 }
    guard end < url.count else { return }
    var port = end
    while port > start, url[port - 1].isDigit { port -= 1 }
    if port < end, port > start, url[port - 1] == UInt8(ascii: ":") { end = port - 1 }
    scan(url, start..<end, authority: start, body)
  }

  private func scan(
    _ url: Span<UInt8>, _ range: Range<Int>, authority: Int, _ body: (Int, Int) -> Void
  ) {
    var hash = ByteHash()
    var index = range.upperBound
    while index > range.lowerBound {
      index -= 1
      hash.add(url[index])
      guard index == authority || url[index - 1] == UInt8(ascii: ".") else { continue }
      if let number = names.number(of: url.extracting(index..<range.upperBound), hash) { body(number, index) }
    }
  }
}

/// The rules that belong to each of a row of keys, in one array.
struct Postings: Sendable {
  private var starts: [Int32] = [0]
  private var rules: [Int32] = []

  /// From pairs of a key, which is below `keyCount`, and a rule.
  init(_ pairs: [(key: Int, rule: Int)], keyCount: Int) {
    starts = Array(repeating: 0, count: keyCount + 1)
    for pair in pairs { starts[pair.key + 1] += 1 }
    for key in 0..<keyCount { starts[key + 1] += starts[key] }
    rules = Array(repeating: 0, count: pairs.count)
    var next = starts
    for pair in pairs {
      rules[Int(next[pair.key])] = Int32(truncatingIfNeeded: pair.rule)
      next[pair.key] += 1
    }
  }

  /// The rules of a key.
  subscript(_ key: Int) -> ArraySlice<Int32> { rules[Int(starts[key])..<Int(starts[key + 1])] }
}
