/// Numbers host names, and finds all of them that a host ends with in one pass over it from behind.
///
/// The hash of a name is computed from its last byte to its first, so that at every dot of a host the hash
/// of what follows is at hand.
struct HostTable: Sendable {
  private var bytes: [UInt8] = []
  /// Where each name starts in ``bytes``; one more entry for the end.
  private var starts: [Int] = [0]
  private var hashes: [UInt64] = []
  /// Numbers of names by hash, -1 for free; a power of two, at most half full.
  private var slots: [Int32] = Array(repeating: -1, count: 16)

  static let emptyHash: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash with one byte more in front (FNV-1a).
  static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

  var count: Int { hashes.count }

  /// The number of the name, a new one if it has none yet.
  mutating func insert(_ name: Span<UInt8>) -> Int {
    var hash = Self.emptyHash
    for offset in 0..<name.count { hash = Self.hash(hash, name[name.count - 1 - offset]) }
    if let number = find(hash, name, 0..<name.count) { return number }
    if 2 * (count + 1) > slots.count { grow() }
    place(Int32(truncatingIfNeeded: count), hash)
    name.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    starts.append(bytes.count)
    hashes.append(hash)
    return count - 1
  }

  /// The number of the name that the bytes in the range are; `hash` is theirs.
  func find(_ hash: UInt64, _ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var slot = Self.slot(hash, slots.count)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if hashes[number] == hash, equals(number, text, range) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
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
    while port > start, url[port - 1] &- UInt8(ascii: "0") < 10 { port -= 1 }
    if port < end, port > start, url[port - 1] == UInt8(ascii: ":") { end = port - 1 }
    scan(url, start..<end, authority: start, body)
  }

  private func scan(
    _ url: Span<UInt8>, _ range: Range<Int>, authority: Int, _ body: (Int, Int) -> Void
  ) {
    var hash = Self.emptyHash
    var index = range.upperBound
    while index > range.lowerBound {
      index -= 1
      hash = Self.hash(hash, url[index])
      guard index == authority || url[index - 1] == UInt8(ascii: ".") else { continue }
      if let number = find(hash, url, index..<range.upperBound) { body(number, index) }
    }
  }

  private func equals(_ number: Int, _ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let start = starts[number]
    guard starts[number + 1] - start == range.count else { return false }
    for offset in 0..<range.count where bytes[start + offset] != text[range.lowerBound + offset] {
      return false
    }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: 2 * slots.count)
    for number in hashes.indices { place(Int32(truncatingIfNeeded: number), hashes[number]) }
  }

  private mutating func place(_ number: Int32, _ hash: UInt64) {
    var slot = Self.slot(hash, slots.count)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = number
  }

  private static func slot(_ hash: UInt64, _ count: Int) -> Int {
    Int(truncatingIfNeeded: hash ^ hash >> 32) & (count - 1)
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
