import Foundation

/// Which filters an entry of `includes` or `excludes` means, as HostlistCompiler reads them: text that the
/// line contains, text with `*` for the whole line, or a regex between slashes, which ignores case.
public struct FilterPattern: Hashable, Sendable {
  /// The entry as it was written.
  public let text: String
  /// The file of entries that it stands in; nil for the build file.
  public let file: String?
  /// What tells the lines, unless it is the text itself.
  private let expression: NSRegularExpression?

  /// The entry, or nil when it is a regex that Foundation cannot compile.
  public init?(_ text: String, file: String? = nil) {
    (self.text, self.file) = (text, file)
    do {
      expression = try Self.expression(of: text)
    } catch {
      return nil
    }
  }

  private static func expression(of text: String) throws -> NSRegularExpression? {
    if text.count > 2, text.hasPrefix("/"), text.hasSuffix("/") {
      return try NSRegularExpression(pattern: String(text.dropFirst().dropLast()), options: .caseInsensitive)
    }
    guard text.contains("*") else { return nil }
    let parts = text.split(separator: "*", omittingEmptySubsequences: false)
    let pattern = parts.map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(separator: ".*")
    return try NSRegularExpression(pattern: "^\(pattern)$", options: .caseInsensitive)
  }

  /// Several patterns, ready to be asked for many lines. They remember whether they have matched.
  struct Matcher {
    private let patterns: [FilterPattern]
    private var hasMatched: [Bool]
    private let expressions: [(number: Int, expression: NSRegularExpression)]
    private let texts: [[UInt8]]
    /// The texts, by number, by their first four bytes: lists of exclusions have thousands.
    private var longTexts: [UInt32: [Int]] = [:]
    private var shortTexts: [Int] = []

    init(_ patterns: [FilterPattern]) {
      self.patterns = patterns
      hasMatched = patterns.map { _ in false }
      expressions = patterns.enumerated().compactMap { number, pattern in
        pattern.expression.map { (number, $0) }
      }
      texts = patterns.map { Array($0.text.utf8) }
      for (number, text) in texts.enumerated() where patterns[number].expression == nil {
        if text.count >= 4 {
          longTexts[text.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }, default: []].append(number)
        } else if !text.isEmpty {
          shortTexts.append(number)
        }
      }
    }

    /// The patterns that have matched no line.
    var unused: [FilterPattern] { zip(patterns, hasMatched).filter { !$0.1 }.map(\.0) }

    /// Whether any of the patterns means this line.
    mutating func matches(_ line: ArraySlice<UInt8>) -> Bool {
      var isFound = false
      var window: UInt32 = 0
      for index in line.indices {
        window = window << 8 | UInt32(line[index])
        guard index - line.startIndex >= 3, let numbers = longTexts[window] else { continue }
        for number in numbers where line[(index - 3)...].starts(with: texts[number]) {
          (hasMatched[number], isFound) = (true, true)
        }
      }
      for number in shortTexts where Self.contains(line, texts[number]) {
        (hasMatched[number], isFound) = (true, true)
      }
      guard !expressions.isEmpty else { return isFound }
      let text = String(decoding: line, as: UTF8.self)
      let range = NSRange(location: 0, length: text.utf16.count)
      for (number, expression) in expressions where !isFound || !hasMatched[number] {
        guard expression.firstMatch(in: text, range: range) != nil else { continue }
        (hasMatched[number], isFound) = (true, true)
      }
      return isFound
    }

    private static func contains(_ line: ArraySlice<UInt8>, _ text: [UInt8]) -> Bool {
      guard line.count >= text.count else { return false }
      return (line.startIndex...(line.endIndex - text.count)).contains { line[$0...].starts(with: text) }
    }
  }
}
