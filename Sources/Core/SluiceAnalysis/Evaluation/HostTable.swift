/// Assigns numbers to host names, and finds all names that are suffixes of a host in one backward pass.
///
/// The hash of a name is computed from its last byte to its first. At each dot of a host, the pass has
/// therefore already computed the hash of the text after the dot.
struct HostTable: Sendable {
  private var names = ByteTable()

  var count: Int { names.count }

  /// Returns the number of the name, and assigns a new one if necessary.
  mutating func insert(_ name: Span<UInt8>) -> Int {
    var hash = ByteHash()
    for offset in 0..<name.count { hash.add(name[name.count - 1 - offset]) }
    return names.insert(name, hash)
  }

  /// Calls `body` with each name that ends the authority of a URL, before a `:` or the `/`.
  ///
  /// These are the matches of WebKit's patterns for domains and of `||host^`. A name starts at the authority
  /// or after a dot in it. A `:` or `/` follows the name.
  ///
  /// - Parameters:
  ///   - start: the start of the authority.
  ///   - body: a closure that takes the number of the name and its start.
  func forEachName(
    in url: Span<UInt8>, authority start: Int, _ body: (_ number: Int, _ start: Int) -> Void
  ) {
    var end = start
    var from = start
    while end < url.count {
      let byte = url[end]
      if byte == ASCII.colon || byte == ASCII.slash {
        scan(url, from..<end, authority: start, body)
        if byte == ASCII.slash { return }
        from = end + 1
      }
      end += 1
    }
  }

  /// Calls `body` with each name that is a suffix of the host of a URL, without its port.
  ///
  /// These are the matches of `URLFilter.page(_:)`. A name starts at the authority or after a dot in it.
  ///
  /// - Parameters:
  ///   - start: the start of the authority.
  ///   - body: a closure that takes the number of the name and its start.
  func forEachHostName(
    in url: Span<UInt8>, authority start: Int, _ body: (_ number: Int, _ start: Int) -> Void
  ) {
    var end = url.endOfRun(from: start, to: url.count) { $0 != ASCII.slash }
    guard end < url.count else { return }
    var port = end
    while port > start, url[port - 1].isDigit { port -= 1 }
    if port < end, port > start, url[port - 1] == ASCII.colon { end = port - 1 }
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
      guard index == authority || url[index - 1] == ASCII.dot else { continue }
      if let number = names.number(of: url.extracting(index..<range.upperBound), hash) { body(number, index) }
    }
  }
}

/// The rules of all keys, stored in one array.
struct Postings: Sendable {
  private var starts: [Int32] = [0]
  private var rules: [Int32] = []

  /// Creates the array from pairs of a key and a rule. All keys are below `keyCount`.
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

  subscript(_ key: Int) -> ArraySlice<Int32> { rules[Int(starts[key])..<Int(starts[key + 1])] }
}
