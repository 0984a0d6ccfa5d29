/// Strings with a number each, in the order in which they first occur, one behind the other in one array.
///
/// A dictionary of strings takes three times as long, and takes two spellings of one accent for equal.
struct StringTable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var hashes: [ByteHash] = []
  /// One more than the number of a string by its hash, 0 in an empty slot: open addressing.
  private var slots = [UInt32](repeating: 0, count: 1 << 12)

  /// How many strings there are.
  var count: Int { ends.count }

  /// Calls `body` with the UTF-8 of the string with a number.
  func withUTF8(of number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let start = number == 0 ? 0 : ends[number - 1]
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<ends[number]])) }
  }

  /// The number of the string, from 0.
  mutating func number(of string: String) -> Int {
    var string = string
    return string.withUTF8 { number(of: $0) }
  }

  private mutating func number(of utf8: UnsafeBufferPointer<UInt8>) -> Int {
    var hash = ByteHash()
    hash.mix(UnsafeRawBufferPointer(utf8))
    var slot = hash.slot(of: slots.count)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number].value == hash.value, isEqual(number, utf8) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    bytes.append(contentsOf: utf8)
    ends.append(bytes.count)
    hashes.append(hash)
    slots[slot] = UInt32(ends.count)
    if ends.count * 2 > slots.count { grow() }
    return ends.count - 1
  }

  private func isEqual(_ number: Int, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = number == 0 ? 0 : ends[number - 1]
    guard ends[number] - start == utf8.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      utf8.indices.allSatisfy { bytes[start + $0] == utf8[$0] }
    }
  }

  private mutating func grow() {
    let size = slots.count * 4
    slots = [UInt32](repeating: 0, count: size)
    for (number, hash) in hashes.enumerated() {
      var slot = hash.slot(of: size)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = UInt32(number + 1)
    }
  }
}
