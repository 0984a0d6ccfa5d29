import SluiceListFiles
import SluiceText

/// A list with fixes: the original and the current text of each line.
public struct FixedList: Sendable {
  /// A line with its line end. A removed line has no text.
  package struct Line: Hashable, Sendable {
    /// The original text.
    package let original: [UInt8]
    /// The current text; nil if the line is removed.
    package fileprivate(set) var fixed: [UInt8]?

    /// Whether the line has changed.
    package var isChanged: Bool { fixed != original }
  }

  /// The name of the list.
  public let name: String
  /// All lines of the original list, including removed ones.
  package private(set) var lines: [Line]

  /// Creates an unchanged list.
  package init(parsing list: some InputBytes & ~Escapable) {
    name = list.inputName ?? ""
    var lines: [Line] = []
    var rest = list.inputArray()[...]
    while !rest.isEmpty {
      let line = Array(rest.prefix { $0 != 0x0A } + rest.drop { $0 != 0x0A }.prefix(1))
      lines.append(Line(original: line, fixed: line))
      rest = rest.dropFirst(line.count)
    }
    self.lines = lines
  }

  /// The text of the list before the fixes.
  public var original: [UInt8] { lines.flatMap(\.original) }

  /// The current text of the list.
  public var bytes: [UInt8] { lines.reduce(into: []) { $0 += $1.fixed ?? [] } }

  /// Whether the list has changed.
  public var isChanged: Bool { lines.contains { $0.isChanged } }

  /// Updates the checksum if it was correct before.
  mutating func renewChecksum() {
    guard isChanged else { return }
    let original = original
    let before = ListMetadata(parsing: original)
    guard before.checksum != nil, before.hasRightChecksum(original) else { return }
    let text = bytes
    let after = ListMetadata(parsing: text)
    guard let place = after.checksumPlace, !after.hasRightChecksum(text) else { return }
    apply(TextEdits(TextEdit(place, text: Array(after.rightChecksum(text).utf8))))
  }

  /// Applies edits to the current text. They keep line ends unless a full line is removed.
  mutating func apply(_ edits: TextEdits) {
    var next = 0
    var start = 0
    for index in lines.indices {
      guard let text = lines[index].fixed else { continue }
      let range = start..<start + text.count
      start = range.upperBound
      let own = edits.beginning(in: range, from: &next)
      guard !own.isEmpty else { continue }
      let fixed = own.applied(to: text)
      lines[index].fixed = fixed.isEmpty ? nil : fixed
    }
  }
}

extension Linter {
  /// Fixes all findings that have a single correct fix. Overlapping fixes are applied one after another.
  ///
  /// - Parameters:
  ///   - lists: The lists.
  ///   - report: The result of ``lint(_:)`` for these lists, possibly with findings removed.
  /// - Returns: The lists in the order of the report, and the number of findings that were fixed.
  public func fixed(_ lists: [LintSource], report: LintReport) -> (lists: [FixedList], count: Int) {
    var fixed = report.sources.map { FixedList(parsing: $0) }
    var report = report
    // Fixes do not depend on the number of blocked requests.
    var linter = self
    linter.countsRequests = false
    var count = 0
    // A fixed finding is not found again, and each round shortens or sorts the lists. The maximum is a
    // safeguard against unknown cases.
    for _ in 0..<Self.maximumRounds {
      let fixes = LintFixes(report)
      guard fixes.count > 0 else { break }
      count += fixes.count
      for (index, edits) in fixes.edits.enumerated() { fixed[index].apply(edits) }
      report = linter.lint(
        fixed.compactMap { text in
          guard var list = lists.first(where: { $0.source.name == text.name }) else { return nil }
          list.source.bytes = text.bytes
          list.settings = list.settings.ofFixableRules
          return list
        })
    }
    for index in fixed.indices { fixed[index].renewChecksum() }
    return (fixed, count)
  }

  private static var maximumRounds: Int { 8 }
}
