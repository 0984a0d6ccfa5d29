/// The keys of a table by their hashes, in a number of buckets, and for each what is to be done on its hosts.
struct PageKeyTexts {
  /// How many bits of a hash are the number of its bucket.
  let bits: Int
  /// Of the hashes.
  let seed: UInt32
  /// The digits of a place.
  let placeWidth: Int
  /// As many buckets in each: the numbers of the entries with which each begins and the last ends, and then the entries: six
  /// digits of the hashes, and a reference.
  let texts: [CommentText]
  /// Six bits a digit, of which those are set that the first hashes of keys of pages and what is embedded in them have as their
  /// numbers, modulo the count of bits: of most hosts it says without their texts that they have none.
  let around: DigitText

  /// - Parameters:
  ///   - references: For each key a reference to a row, or to a list of references.
  ///   - width: The digits of a reference.
  init(_ references: [String: Int], width: Int) {
    let names = references.keys.sorted()
    // Up to sixteen keys for each bucket, and up to 64 texts: WebKit makes a function of each.
    let bits = (0...16).first { 16 << $0 >= names.count } ?? 16
    let buckets = 1 << bits
    var seed: UInt32 = 0
    var hashes = names.map { PageKeyHash($0, seed: seed) }
    // No two keys of a bucket may be taken for each other.
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

  /// Two digits, and so twelve bits, for each hash.
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
    let mask = UInt64((1 << bits) - 1)
    return Set(hashes.map { (UInt64($0.bucket) & mask) << 36 | $0.check }).count == hashes.count
  }
}
