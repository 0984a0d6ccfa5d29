import Foundation

/// An entry of `includes` or `excludes`, with the meaning that HostlistCompiler gives it.
///
/// An entry is one of these:
///
/// - text that the line contains
/// - text with `*`, which must match the entire line
/// - a regex between slashes, which ignores case
public struct FilterPattern: Hashable, Sendable {
  /// The entry as written.
  public let text: String
  /// The file that contains the entry; nil for the build file.
  public let file: String?
  /// The regex that matches lines; nil if the entry is plain text.
  private let expression: NSRegularExpression?

  /// Creates a pattern, or returns nil if the entry is a regex that Foundation cannot compile.
  public init?(_ text: String, file: String? = nil) {
    (self.text, self.file) = (text, file)
    do {
      expression = try Self.expression(of: text)
    } catch {
      return nil
    }
  }

  /// Returns whether an entry of HostlistCompiler's exclusions or inclusions is a comment.
  static func isComment(_ text: String) -> Bool {
    text.hasPrefix("!") || text.hasPrefix("# ") || text == "#" || text.hasPrefix("####")
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

  /// A set of patterns, prepared for matching many lines. It records which patterns have matched.
  struct Matcher {
    private let patterns: [FilterPattern]
    private var hasMatched: [Bool]
    private let expressions: [(number: Int, expression: NSRegularExpression)]
    /// The pattern numbers of each text, for fast lookup: exclusion lists have thousands of entries.
    private var texts: [ArraySlice<UInt8>: [Int]] = [:]
    /// The lengths of the texts, by their first four bytes.
    private var lengths: [UInt32: [Int]] = [:]
    /// Texts shorter than four bytes.
    private var shortTexts: [[UInt8]] = []

    init(_ patterns: [FilterPattern]) {
      self.patterns = patterns
      hasMatched = patterns.map { _ in false }
      expressions = patterns.enumerated().compactMap { number, pattern in
        pattern.expression.map { (number, $0) }
      }
      for (number, pattern) in patterns.enumerated() where pattern.expression == nil && !pattern.text.isEmpty
      {
        let text = Array(pattern.text.utf8)
        texts[text[...], default: []].append(number)
        if text.count < 4 {
          shortTexts.append(text)
        } else {
          let beginning = text.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
          if lengths[beginning]?.contains(text.count) != true {
            lengths[beginning, default: []].append(text.count)
          }
        }
      }
    }

    /// The patterns that have matched no line.
    var unused: [FilterPattern] { zip(patterns, hasMatched).filter { !$0.1 }.map(\.0) }

    mutating func matches(_ line: ArraySlice<UInt8>) -> Bool {
      var isFound = false
      var window: UInt32 = 0
      for index in line.indices where !lengths.isEmpty {
        window = window << 8 | UInt32(line[index])
        let start = index - 3
        guard start >= line.startIndex, let lengths = lengths[window] else { continue }
        for length in lengths where length <= line.endIndex - start {
          isFound = match(line[start..<start + length]) || isFound
        }
      }
      for text in shortTexts where Self.contains(line, text) { isFound = match(text[...]) || isFound }
      guard !expressions.isEmpty else { return isFound }
      let text = String(decoding: line, as: UTF8.self)
      let range = NSRange(location: 0, length: text.utf16.count)
      for (number, expression) in expressions where !isFound || !hasMatched[number] {
        guard expression.firstMatch(in: text, range: range) != nil else { continue }
        (hasMatched[number], isFound) = (true, true)
      }
      return isFound
    }

    /// Returns whether a part of a line equals one of the texts.
    private mutating func match(_ text: ArraySlice<UInt8>) -> Bool {
      guard let numbers = texts[text] else { return false }
      for number in numbers { hasMatched[number] = true }
      return true
    }

    private static func contains(_ line: ArraySlice<UInt8>, _ text: [UInt8]) -> Bool {
      guard line.count >= text.count else { return false }
      return (line.startIndex...(line.endIndex - text.count)).contains { line[$0...].starts(with: text) }
    }
  }
}

extension FilterPattern: Decodable {
  /// Decodes an entry.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let pattern = FilterPattern(text) else {
      throw RecipeMistake(path: decoder.codingPath, message: "'\(text)' is not a regex")
    }
    self = pattern
  }
}
