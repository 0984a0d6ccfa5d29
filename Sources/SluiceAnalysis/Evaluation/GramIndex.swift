import SluiceRules
import SluiceText

/// An index that finds the rules whose pattern contains a text of 8, 5, 3 or 2 bytes that also occurs in a
/// URL. For each rule, it uses a rare text.
///
/// Each text is stored in a 64-bit word, with its last byte in the lowest bits. All texts that end at one
/// byte of the URL are then masks of the same word.
struct GramIndex: Sendable {
  private var numbers: [UInt64: Int32] = [:]
  private var postings = Postings([], keyCount: 0)
  /// A bit set of the hashes of all texts, to check before ``numbers``.
  private var filter = HashFilter(capacity: 1 << 18, bits: 1)

  private static let sizes = [8, 5, 3, 2]

  /// Indexes the rules by their rarest texts. Rules without a text are added to `rest`.
  init(_ rules: [(rule: Int, runs: [[UInt8]])], rest: inout [Int]) {
    if rules.isEmpty { return }
    var counts = GramCounts(of: rules.count)
    for text in Self.commonTexts {
      Self.forEachGram(in: Array(text.utf8), sizes: Self.sizes) { counts.setCommon($0) }
    }
    for (_, runs) in rules {
      for run in runs { Self.forEachGram(in: run, sizes: Self.sizes) { counts.add($0) } }
    }
    var pairs: [(key: Int, rule: Int)] = []
    for (rule, runs) in rules {
      guard let gram = Self.rarest(runs, counts: counts) else {
        rest.append(rule)
        continue
      }
      let next = Int32(truncatingIfNeeded: numbers.count)
      let number = numbers[gram, default: next]
      if number == next { numbers[gram] = next }
      filter.insert(gram.spread)
      pairs.append((Int(number), rule))
    }
    postings = Postings(pairs, keyCount: numbers.count)
  }

  /// Calls `body` once for each rule whose text occurs in the lowercase URL.
  func forEachCandidate(in url: Span<UInt8>, _ body: (Int) -> Void) {
    var window: UInt64 = 0
    var seen: [Int32] = []
    for index in 0..<url.count {
      window = window << 8 | UInt64(url[index])
      for size in Self.sizes where index + 1 >= size {
        let gram = window & Self.mask(size)
        guard filter.contains(gram.spread), let number = numbers[gram] else { continue }
        if seen.contains(number) { continue }
        seen.append(number)
        for rule in postings[Int(number)] { body(Int(rule)) }
      }
    }
  }

  private static let commonTexts = [
    "https://www.", "http://www.", ".com/", ".net/", ".org/", ".html", ".php", ".js", ".png", ".gif", ".jpg",
    ".css", ".com", ".net", ".org", "index.html", "image", "/api/", "/static/", ".min.js", "?id=", "&id=",
  ]

  /// Returns the rarest text of a pattern. Shorter texts are considered only if all longer ones are common.
  private static func rarest(_ runs: [[UInt8]], counts: GramCounts) -> UInt64? {
    var best: UInt64?
    var bestCount = Int32.max
    for size in sizes {
      for run in runs {
        forEachGram(in: run, sizes: [size]) { gram in
          let count = counts[gram]
          if count < bestCount { (best, bestCount) = (gram, count) }
        }
      }
      if bestCount < GramCounts.common { return best }
    }
    return best
  }

  private static func forEachGram(in run: [UInt8], sizes: [Int], _ body: (UInt64) -> Void) {
    var window: UInt64 = 0
    for index in run.indices {
      window = window << 8 | UInt64(run[index])
      for size in sizes where index + 1 >= size { body(window & mask(size)) }
    }
  }

  private static func mask(_ size: Int) -> UInt64 { ~0 >> UInt64(64 - 8 * size) }
}

/// Approximate numbers of occurrences of texts in the patterns of a list. Texts with the same hash share a
/// count.
private struct GramCounts {
  private var counts: [Int32]
  private let bits: UInt64

  /// Creates the counts. For large lists they take a megabyte, which fits into the CPU cache. For small lists
  /// they take less, which is faster to create.
  init(of rules: Int) {
    bits = rules < 4096 ? 14 : 18
    counts = Array(repeating: 0, count: 1 << bits)
  }

  /// The count of a text that occurs in most URLs.
  static let common: Int32 = 1 << 30

  subscript(_ gram: UInt64) -> Int32 { counts[gram.hashed(bits: bits)] }

  mutating func add(_ gram: UInt64) { counts[gram.hashed(bits: bits)] += 1 }

  mutating func setCommon(_ gram: UInt64) { counts[gram.hashed(bits: bits)] = Self.common }
}

extension UInt64 {
  fileprivate var spread: UInt64 { self &* 0x9E37_79B9_7F4A_7C15 }

  fileprivate func hashed(bits: UInt64) -> Int { Int(truncatingIfNeeded: spread >> (64 - bits)) }
}

/// The texts that every match of a pattern contains, in lowercase.
struct LiteralRuns {
  private(set) var runs: [[UInt8]] = []
  private var run: [UInt8] = []

  init(_ pattern: URLFilterPattern) {
    add(pattern.terms)
    endRun()
  }

  /// Collects the texts of a sequence of terms. `URLFilterParser.maximumDepth` limits the recursion over
  /// groups.
  private mutating func add(_ terms: [URLFilterPattern.Term]) {
    for term in terms {
      guard term.repetition == .one || term.repetition == .oneOrMore else {
        endRun()
        continue
      }
      switch term.atom {
      case .literal(let byte) where byte > 0 && byte < 0x80: run.append(byte.asciiLowercased)
      case .group(let inner): add(inner)
      case .literal, .any, .characters: endRun()
      }
      if term.repetition == .oneOrMore { endRun() }
    }
  }

  private mutating func endRun() {
    if !run.isEmpty { runs.append(run) }
    run.removeAll(keepingCapacity: true)
  }
}
