import ListBuilding

/// Tells findings from each other by what they are about and not by their lines: who shows them compares those of two
/// versions of a file, in which lines move.
struct FindingFingerprints {
  private var counts: [UInt64: Int] = [:]

  /// `9ae16a3b2f90404f:1`, another one for each finding. Equal findings of a file are counted.
  mutating func next(of finding: LocatedMessage, at path: String) -> String {
    var hash = ByteHash()
    for byte in path.utf8 { hash.add(byte) }
    hash.add(0)
    for byte in finding.reason.utf8 { hash.add(byte) }
    hash.add(0)
    for byte in finding.subject { hash.add(byte) }
    counts[hash.value, default: 0] += 1
    let digits = String(hash.value, radix: 16)
    let zeros = String(repeating: "0", count: 16 - digits.utf8.count)
    return "\(zeros)\(digits):\(counts[hash.value, default: 1])"
  }
}
