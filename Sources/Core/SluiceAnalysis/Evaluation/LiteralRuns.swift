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
