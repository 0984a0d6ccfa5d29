import Foundation

/// Which filters an entry of `includes` or `excludes` means, as HostlistCompiler reads them: text that the
/// line contains, text with `*` for the whole line, or a regex between slashes, which ignores case.
public struct FilterPattern: Hashable, Sendable {
  /// The entry as it was written.
  public let text: String

  /// The entry, or nil when it is a regex that Foundation cannot compile.
  public init?(_ text: String) {
    self.text = text
    if isRegex, (try? expression()) == nil { return nil }
  }

  private var isRegex: Bool { text.count > 2 && text.hasPrefix("/") && text.hasSuffix("/") }

  private func expression() throws -> NSRegularExpression? {
    if isRegex {
      return try NSRegularExpression(pattern: String(text.dropFirst().dropLast()), options: .caseInsensitive)
    }
    guard text.contains("*") else { return nil }
    let parts = text.split(separator: "*", omittingEmptySubsequences: false)
    let pattern = parts.map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(separator: ".*")
    return try NSRegularExpression(pattern: "^\(pattern)$", options: .caseInsensitive)
  }

  /// Several patterns, ready to be asked for many lines.
  struct Matcher {
    private let texts: [[UInt8]]
    private let expressions: [NSRegularExpression]

    init(_ patterns: [FilterPattern]) {
      expressions = patterns.compactMap { try? $0.expression() }
      texts = patterns.filter { !$0.isRegex && !$0.text.contains("*") }.map { Array($0.text.utf8) }
    }

    /// Whether any of the patterns means this line.
    func matches(_ line: ArraySlice<UInt8>) -> Bool {
      if texts.contains(where: { Self.contains(line, $0) }) { return true }
      guard !expressions.isEmpty else { return false }
      let text = String(decoding: line, as: UTF8.self)
      let range = NSRange(location: 0, length: text.utf16.count)
      return expressions.contains { $0.firstMatch(in: text, range: range) != nil }
    }

    private static func contains(_ line: ArraySlice<UInt8>, _ text: [UInt8]) -> Bool {
      guard let first = text.first, line.count >= text.count else { return false }
      for start in line.startIndex...(line.endIndex - text.count)
      where line[start] == first && line[start..<start + text.count].elementsEqual(text) {
        return true
      }
      return false
    }
  }
}
