import Bytes
import ListBuilding

/// A list with fixes, line by line: what each line was and what it is.
public struct FixedList: Sendable {
  /// A line with its end. One that is gone has no text.
  public struct Line: Hashable, Sendable {
    /// As it was read.
    public let original: [UInt8]
    /// As it is now; nil where it is gone.
    public fileprivate(set) var fixed: [UInt8]?

    /// Whether it is another one.
    public var isChanged: Bool { fixed != original }
  }

  /// All lines that the list had.
  public private(set) var lines: [Line]

  /// A list as it was read.
  public init(parsing list: some InputBytes & ~Escapable) {
    let bytes = list.inputArray()
    lines = Self.split(bytes).map { Line(original: Array(bytes[$0]), fixed: Array(bytes[$0])) }
  }

  /// The list as it is now.
  public var bytes: [UInt8] { lines.reduce(into: []) { $0 += $1.fixed ?? [] } }

  /// Whether something was changed.
  public var isChanged: Bool { lines.contains { $0.isChanged } }

  private static func split(_ bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }

  /// Makes a checksum that was right before right again.
  mutating func renewChecksum() {
    guard isChanged else { return }
    let original = lines.flatMap(\.original)
    let before = ListMetadata(parsing: original)
    guard before.checksum != nil, before.hasRightChecksum(original) else { return }
    let text = bytes
    let after = ListMetadata(parsing: text)
    guard let place = after.checksumPlace, !after.hasRightChecksum(text) else { return }
    apply([TextEdit(place, Array(after.rightChecksum(text).utf8))])
  }

  /// Makes changes of the list as it is now. They are in order, do not overlap, and leave the ends of lines where they are
  /// unless a line goes as a whole.
  mutating func apply(_ edits: [TextEdit]) {
    var rest = edits[...]
    var start = 0
    for index in lines.indices {
      guard let text = lines[index].fixed else { continue }
      let range = start..<start + text.count
      start = range.upperBound
      let own = rest.prefix { $0.range.lowerBound < range.upperBound }
      rest = rest[own.endIndex...]
      guard !own.isEmpty else { continue }
      let fixed = TextEdit.apply(
        own.map {
          TextEdit(
            ByteRange(
              $0.range.lowerBound - range.lowerBound,
              min($0.range.upperBound, range.upperBound) - range.lowerBound),
            $0.text)
        }, to: text)
      lines[index].fixed = fixed.isEmpty ? nil : fixed
    }
  }
}

extension Linter {
  /// Lists with everything fixed that has one right answer: fixes that would overlap are made one after the other.
  ///
  /// - Parameters:
  ///   - lists: The lists.
  ///   - report: What ``lint(_:)`` found in them, perhaps with findings taken out.
  /// - Returns: The lists in the order of the report, and how many findings were done away with.
  public func fixed(_ lists: [LintSource], _ report: LintReport) -> (lists: [FixedList], count: Int) {
    var fixed = report.sources.map { FixedList(parsing: $0.bytes) }
    var report = report
    // How many requests a filter stops does not decide what is fixed.
    var linter = self
    linter.countsRequests = false
    let sorted = report.sources.map { source in lists.first { $0.source.name == source.name } }
    var count = 0
    // What is fixed is found no more, and each round shortens lists or puts them in order; the bound is for what is
    // not thought of.
    for _ in 0..<Self.maximumRounds {
      let fixes = LintFixes(report)
      guard fixes.count > 0 else { break }
      count += fixes.count
      for (index, edits) in fixes.edits.enumerated() { fixed[index].apply(edits) }
      report = linter.lint(
        zip(sorted, fixed).compactMap { list, text in
          list.map { list in
            var list = list
            list.source.bytes = text.bytes
            list.settings = list.settings.ofFixableRules
            return list
          }
        })
    }
    for index in fixed.indices { fixed[index].renewChecksum() }
    return (fixed, count)
  }

  private static var maximumRounds: Int { 8 }
}
