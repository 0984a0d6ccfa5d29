import SluiceConversion

/// Fingerprints that identify findings by their subject instead of their line. Viewers compare the findings
/// of two versions of a file, in which lines can move.
struct FindingFingerprints {
  private var counts: [UInt64: Int] = [:]

  /// Returns a unique fingerprint like `9ae16a3b2f90404f:1`. Equal findings in a file are numbered.
  mutating func next(of finding: LocatedDiagnostic, at path: String) -> String {
    var hash = ByteHash()
    for byte in path.utf8 { hash.add(byte) }
    hash.add(0)
    for byte in finding.reason.utf8 { hash.add(byte) }
    hash.add(0)
    for byte in finding.subject { hash.add(byte) }
    counts[hash.value, default: 0] += 1
    let digits = String(hash.value, radix: 16).padded(to: 16, with: "0")
    return "\(digits):\(counts[hash.value, default: 1])"
  }
}
