/// The host keys of a table in hash buckets, each with a reference to its rows.
struct PageKeyTexts {
  /// The number of hash bits that form the bucket number.
  let bits: Int
  /// The seed of the hashes.
  let seed: UInt32
  /// The number of digits that encode a position.
  let placeWidth: Int
  /// The texts, which hold equally many buckets each. A text begins with the numbers of the entries at which
  /// its buckets begin and the last one ends. The entries follow: six hash digits and a reference.
  let texts: [CommentText]
  /// A bit set, six bits per digit, of the bucket hashes of keys for embedded documents, modulo the number of
  /// bits.
  ///
  /// For most hosts, the script can tell from it that no such key exists, without searching the texts.
  let around: DigitText

  /// Creates the texts.
  ///
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
    while !Self.areDistinct(hashes, bits), seed < 64 {
      seed += 1
      hashes = names.map { PageKeyHash($0, seed: seed) }
    }
    var numbers = [[Int]](repeating: [], count: buckets)
    for (number, hash) in hashes.enumerated() { numbers[Int(hash.bucket) & (buckets - 1)].append(number) }
    let each = max(64, buckets / 64)
    let placeWidth = DigitText.width(for: names.count)
    texts = stride(from: 0, to: buckets, by: each).map { first in
      var (places, entries) = (DigitText(), DigitText())
      var count = 0
      for bucket in numbers[first..<min(first + each, buckets)] {
        places.append(count, digits: placeWidth)
        for number in bucket {
          entries.append(Int(hashes[number].check), digits: 6)
          entries.append(references[names[number]] ?? 0, digits: width)
        }
        count += bucket.count
      }
      places.append(count, digits: placeWidth)
      return CommentText(places.bytes + entries.bytes)
    }
    (self.bits, self.seed, self.placeWidth) = (bits, seed, placeWidth)
    around = Self.bits(of: zip(names, hashes).compactMap { PageTable.isAround($0) ? $1.bucket : nil })
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

  private static func areDistinct(_ hashes: [PageKeyHash], _ bits: Int) -> Bool {
    Set(hashes.map { $0.entry(bits: bits) }).count == hashes.count
  }
}
