/// The host keys of a table in hash buckets, each with a reference to its rows.
struct PageKeyTexts {
  /// The number of hash bits that form the bucket number.
  let bits: Int
  let seed: UInt32
  /// The number of digits that encode a position.
  let placeWidth: Int
  /// The most frequent references, each with the full number of digits. Entries refer to them with one digit:
  /// the digits after the first digits of all other references.
  let frequent: DigitText
  /// The texts, which hold equally many buckets each. A text begins with the positions at which the entries of
  /// its buckets begin and the last one ends. The entries follow: six hash digits and a reference.
  let texts: [CommentText]
  /// A bit set, six bits per digit, of the bucket hashes of keys for embedded documents, modulo the number of
  /// bits.
  ///
  /// For most hosts, the script can tell from it that no such key exists, without searching the texts.
  let around: DigitText

  /// - Parameters:
  ///   - references: The reference of each key, to a row or to a list of references.
  ///   - width: The number of digits of a reference.
  init(_ references: [String: Int], width: Int) {
    let names = references.keys.sorted()
    // At most 16 keys per bucket on average, and at most 64 texts, because WebKit creates a function for
    // each.
    let bits = (0...16).first { 16 << $0 >= names.count } ?? 16
    let buckets = 1 << bits
    var seed: UInt32 = 0
    var hashes = names.map { PageKeyHash($0, seed: seed) }
    // The keys of a bucket must have different hashes.
    while !Self.areDistinct(hashes, bits: bits), seed < 64 {
      seed += 1
      hashes = names.map { PageKeyHash($0, seed: seed) }
    }
    var numbers = [[Int]](repeating: [], count: buckets)
    for (number, hash) in hashes.enumerated() { numbers[Int(hash.bucket) & (buckets - 1)].append(number) }
    let each = max(64, buckets / 64)
    let ordered = Self.frequent(references, width: width)
    let codes = Dictionary(uniqueKeysWithValues: zip(ordered, 64 - ordered.count..<64))
    var parts: [(places: [Int], entries: DigitText)] = []
    for first in stride(from: 0, to: buckets, by: each) {
      var (places, entries) = ([0], DigitText())
      for bucket in numbers[first..<min(first + each, buckets)] {
        for number in bucket {
          let reference = references[names[number]] ?? 0
          entries.append(Int(hashes[number].check), digits: 6)
          if let code = codes[reference] {
            entries.append(code, digits: 1)
          } else {
            entries.append(reference, digits: width)
          }
        }
        places.append(entries.bytes.count)
      }
      parts.append((places, entries))
    }
    let placeWidth = DigitText.width(for: parts.lazy.map(\.entries.bytes.count).max() ?? 0)
    texts = parts.map { part in
      var places = DigitText()
      for place in part.places { places.append(place, digits: placeWidth) }
      return CommentText(places.bytes + part.entries.bytes)
    }
    var frequent = DigitText()
    for reference in ordered { frequent.append(reference, digits: width) }
    self.frequent = frequent
    (self.bits, self.seed, self.placeWidth) = (bits, seed, placeWidth)
    around = Self.bits(of: zip(names, hashes).compactMap { PageTable.isAround($0) ? $1.bucket : nil })
  }

  /// Returns the references that are frequent enough to get a code, the most frequent first. No other reference
  /// begins with a digit that is a code.
  private static func frequent(_ references: [String: Int], width: Int) -> [Int] {
    guard width > 1 else { return [] }
    var uses: [Int: Int] = [:]
    for reference in references.values { uses[reference, default: 0] += 1 }
    let firstDigit = (references.values.max() ?? 0) >> (6 * (width - 1))
    // The script compares characters, and those of 44 and 47 are out of order.
    guard firstDigit < 44 else { return [] }
    let useful = uses.filter { $0.value * (width - 1) > width }
    return useful.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(63 - firstDigit).map(\.key)
  }

  /// Returns the bit set of the hashes, with two digits (12 bits) per hash.
  private static func bits(of hashes: [UInt32]) -> DigitText {
    var digits = [Int](repeating: 0, count: 2 * hashes.count)
    for hash in hashes {
      let bit = Int(hash) % (6 * digits.count)
      digits[bit / 6] |= 1 << (bit % 6)
    }
    var text = DigitText()
    for digit in digits { text.append(digit, digits: 1) }
    return text
  }

  private static func areDistinct(_ hashes: [PageKeyHash], bits: Int) -> Bool {
    Set(hashes.map { $0.entry(bits: bits) }).count == hashes.count
  }
}

/// The hashes of a host key, by which the script finds the rows for a host. `Isolated/look-up.js` computes
/// the same hashes.
struct PageKeyHash: Hashable {
  /// The hash whose low bits are the bucket number.
  let bucket: UInt32
  /// A 36-bit hash that distinguishes a key from the other keys in its bucket and from other names. With 16
  /// keys per bucket, one name in 2^32 is mistaken for a key.
  let check: UInt64

  /// Computes both hashes from the last byte to the first, so that the script can hash a host and all its
  /// parent domains in one pass.
  init(_ key: String, seed: UInt32) {
    var (first, second): (UInt32, UInt32) = (0x811c_9dc5 ^ seed, 0x9e37_79b9 ^ seed)
    for byte in key.utf8.reversed() {
      first = (first ^ UInt32(byte)) &* 0x0100_0193
      second = (second ^ UInt32(byte)) &* 0x85eb_ca6b
    }
    bucket = first
    check = UInt64(first >> 26) << 30 | UInt64((second ^ (second >> 15)) >> 2)
  }

  /// Returns the number that distinguishes the key from the other keys of a table.
  ///
  /// - Parameter bits: The number of hash bits that form the bucket number.
  func entry(bits: Int) -> UInt64 { Self.entry(bucket: bucket, bits: bits, check: check) }

  static func entry(bucket: UInt32, bits: Int, check: UInt64) -> UInt64 {
    let bucketNumber = UInt64(bucket) & ((1 << UInt64(bits)) - 1)
    return bucketNumber << 36 | check
  }
}
