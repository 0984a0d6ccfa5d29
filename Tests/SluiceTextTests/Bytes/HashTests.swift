import SluiceText
import Testing
import TestSupport

@Suite struct HashTests {
  /// Test vectors of FNV-1a.
  ///
  /// Fingerprints in documents depend on these values.
  @Test(
    arguments: [
      ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
    ] as [(String, UInt64)])
  func byteHashMatchesFNV1aVectors(text: String, expected: UInt64) {
    var hash = ByteHash()
    for byte in text.utf8 { hash.add(byte) }
    #expect(hash.value == expected)
  }

  @Test func hashDependsOnLength() {
    let hashes = (0..<40).map { length in
      var hash = ByteHash()
      hash.mix([UInt8](repeating: 0, count: length))
      return hash.value
    }
    #expect(Set(hashes).count == hashes.count)
  }

  /// Compares the table with a dictionary while it grows.
  ///
  /// Few distinct hashes cause many collisions.
  @Test(arguments: 0..<10 as Range<UInt64>) func hashSlotsAgreeWithDictionary(seed: UInt64) {
    var random = SeededRandom(seed)
    var slots = HashSlots()
    var (keys, numbers) = ([Int](), [Int: Int]())
    for _ in 0..<2_000 {
      let key = random.below(1_000)
      let hash = ByteHash(seed: UInt64(key % 50))
      #expect(slots.find(hash) { keys[$0] == key } == numbers[key])
      if random.chance(20) {
        let known = slots.replace(hash, by: keys.count) { keys[$0] == key }
        #expect(known == numbers[key])
        numbers[key] = keys.count
        keys.append(key)
      } else if slots.find(hash, orAdd: keys.count, where: { keys[$0] == key }) == nil {
        #expect(numbers.updateValue(keys.count, forKey: key) == nil)
        keys.append(key)
      }
    }
  }

  /// Numbers whose slots wrap around from the last to the first keep their order when the table grows.
  @Test(arguments: [0, 5, 15, 0xFFFF_FFF8, 0xFFFF_FFFF] as [UInt64])
  func equalHashesKeepInsertionOrder(value: UInt64) {
    var hash = ByteHash()
    hash.value = value
    var slots = HashSlots()
    for number in 0..<100 { #expect(slots.find(hash, orAdd: number) { _ in false } == nil) }
    for number in 0..<100 { #expect(slots.find(hash) { $0 >= number } == number) }
  }

  @Test func byteTableNumbersTextsInOrderOfInsertion() {
    var table = ByteTable()
    let texts = (0..<1_000).map { "text \($0 % 400)" } + ["", "e\u{301}", "é"]
    let numbers = texts.map { table.insert($0) }
    #expect(numbers == Array(0..<400) + Array(0..<400) + Array(0..<200) + [400, 401, 402])
    #expect(table.count == 403)
    let read = numbers.map { [UInt8](table[$0]) }
    #expect(read == texts.map { Array($0.utf8) })
    let unknown = table.number(of: Array("text 400".utf8).span, ByteHash())
    #expect(unknown == nil)
  }

  @Test func nameTableIgnoresCaseAndKeepsFirstEntry() {
    var table = NameTable<Int>()
    for (number, name) in ["first", "second", "first", "3p"].enumerated() { table.add(name, entry: number) }
    table.add(names: "", entry: 4)
    table.add(names: "fourth 3p fifth", entry: 5)
    let text = Array("FIRST second 3P firs fourth FIFTH".utf8)
    let ranges = [0..<5, 6..<12, 13..<15, 16..<20, 21..<27, 28..<33, 0..<0]
    let numbers = ranges.map { table.entry(for: text.span, $0) }
    #expect(numbers == [0, 1, 3, nil, 5, 5, nil])
  }
}
