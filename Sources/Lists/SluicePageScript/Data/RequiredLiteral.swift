import SluiceRules

/// A literal text that every match of a regex contains.
///
/// If a host lacks it, the script does not create the regex, which takes tens of kilobytes in every frame.
enum RequiredLiteral {
  /// Returns the longest required ASCII text. The text is empty if the regex requires none or is invalid.
  static func longest(in regex: String) -> String {
    guard let runs = try? RegexParser.parse(Array(regex.utf8), into: RequiredRuns()) else { return "" }
    return String(decoding: runs.longest, as: UTF8.self)
  }
}

/// A collector for the literal runs of a regex outside of groups.
private struct RequiredRuns: RegexSink {
  struct Problem: Error {}

  static var dialect: RegexDialect {
    RegexDialect(maximumCount: 1000, references: .ofWholeRegex, names: .identifiers)
  }

  static func problem(_ fault: RegexFault, _ range: Range<Int>) -> Problem { Problem() }

  private var runs: [[UInt8]] = [[]]
  private var depth = 0
  /// Whether the last token is the last character of the last run.
  private var endsWithLiteral = false
  private var hasAlternatives = false

  var longest: [UInt8] {
    hasAlternatives ? [] : runs.reduce([]) { $1.count > $0.count ? $1 : $0 }
  }

  private mutating func endRun() {
    endsWithLiteral = false
    if depth == 0 { runs.append([]) }
  }

  mutating func literal(_ unit: UInt16, at offset: Int) {
    guard depth == 0, unit < 0x80 else { return endRun() }
    runs[runs.count - 1].append(UInt8(unit))
    endsWithLiteral = true
  }

  mutating func repeatLast(_ minimum: Int64, _ maximum: Int64?, at offset: Int) {
    if endsWithLiteral, minimum == 0 { runs[runs.count - 1].removeLast() }
    endRun()
  }

  mutating func nextAlternative(at offset: Int) {
    if depth == 0 { hasAlternatives = true }
  }

  mutating func enterGroup(depth: Int, at offset: Int) {
    endRun()
    self.depth += 1
  }

  mutating func openGroup(_ kind: RegexGroupKind, depth: Int, at offset: Int) {}

  mutating func closeGroup(_ range: Range<Int>) {
    depth -= 1
    endRun()
  }

  mutating func start(at offset: Int) { endRun() }
  mutating func end(at offset: Int) { endRun() }
  mutating func wordBoundary(isNegated: Bool, at offset: Int) { endRun() }
  mutating func anyCharacter(at offset: Int) { endRun() }
  mutating func classEscape(_ escape: RegexClassEscape, at offset: Int) { endRun() }
  mutating func reference(_ range: Range<Int>) { endRun() }
  mutating func openClass() { endRun() }
  mutating func classMembers(_ units: ClosedRange<UInt16>, at offset: Int) {}
  mutating func classMembers(_ escape: RegexClassEscape, at offset: Int) {}
  mutating func closeClass(isNegated: Bool, at offset: Int) {}
}
