import SluiceSystem
import SluiceText

/// An entry of `includes` or `excludes`, with the meaning that HostlistCompiler gives it.
///
/// An entry is one of these:
///
/// - text that the line contains
/// - text with `*`, which must match the entire line
/// - a regex between slashes, which ignores case
package struct FilterPattern: Hashable, Sendable {
  /// The entry as written.
  package let text: String
  /// The file that contains the entry; nil for the build file.
  package let file: String?
  private let form: Form

  private enum Form: Hashable, Sendable {
    case text
    case wildcards([WildcardPart])
    case regex(LineRegex)
  }

  /// The reason why an entry is not a pattern.
  package enum Problem: Error, Hashable, Sendable {
    /// The regex is invalid.
    case invalid
    /// The regex refers back to the text of a group, which is not supported.
    case reference
    /// The regex is too large.
    case tooLarge
  }

  /// Creates a pattern from an entry.
  package init(_ text: String, file: String? = nil) throws(Problem) {
    (self.text, self.file) = (text, file)
    form = try Self.form(of: text)
  }

  /// Returns whether an entry of HostlistCompiler's exclusions or inclusions is a comment.
  static func isComment(_ text: String) -> Bool {
    text.hasPrefix("!") || text.hasPrefix("# ") || text == "#" || text.hasPrefix("####")
  }

  private static func form(of text: String) throws(Problem) -> Form {
    if text.count > 2, text.hasPrefix("/"), text.hasSuffix("/") {
      return .regex(try LineRegex(parsing: String(text.dropFirst().dropLast())))
    }
    guard text.contains("*") else { return .text }
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      let parts = text.utf8.split(separator: ASCII.star, omittingEmptySubsequences: false)
      return .wildcards(parts.map { WildcardPart($0.map(\.asciiLowercased)) })
    }
    let parts = text.split(separator: "*", omittingEmptySubsequences: false).map { String($0) }
    return .regex(try LineRegex(wholeLineOf: parts))
  }

  /// A set of patterns, prepared for matching many lines. It records which patterns have matched.
  struct Matcher {
    private let patterns: [FilterPattern]
    private var hasMatched: [Bool]
    /// The patterns that are compared with each line: wildcards and regexes.
    private let compared: [Int]
    private var texts: TextFinder
    /// How often regexes may still report that they are not done.
    private var patience = 500
    /// The bytes that may still be compared with wildcards and regexes.
    private var work: Int
    private var failure: Failure?

    private enum Failure {
      case interrupted
      case slow(FilterPattern)
      /// All of them together take too long.
      case tooMany
    }

    /// Creates a matcher with a number of bytes to compare in all lines, in addition to those for each.
    init(_ patterns: [FilterPattern], freeWork: Int = 4_000_000_000) {
      self.patterns = patterns
      hasMatched = patterns.map { _ in false }
      compared = patterns.indices.filter { patterns[$0].form != .text }
      texts = TextFinder(patterns.enumerated().filter { $0.1.form == .text }.map { ($0, $1.text) })
      work = freeWork
    }

    var unused: [FilterPattern] { zip(patterns, hasMatched).filter { !$0.1 }.map(\.0) }

    /// Throws if a regex or all comparisons took too long, or if a signal has ended the search.
    func check(_ kind: String, of name: String) throws(BuildFailure) {
      switch failure {
      case nil: return
      case .interrupted: throw BuildFailure(name, message: "interrupted")
      case .slow(let pattern):
        throw BuildFailure(
          pattern.file ?? name,
          message: "the \(kind) '\(pattern.text)' takes too long: its repetitions can match in too many ways",
          advice: "leave out one repetition where two follow or contain each other, as in '(a+)+'")
      case .tooMany:
        throw BuildFailure(
          name,
          message:
            "the \(kind)s take too long: each filter is compared with \(compared.count) wildcards and regexes",
          advice: "write text without '*' instead")
      }
    }

    mutating func matches(_ line: ArraySlice<UInt8>) -> Bool {
      var found: [Int] = []
      var isFound = texts.isFound(in: line) { found.append($0) }
      for number in found { hasMatched[number] = true }
      guard !compared.isEmpty, failure == nil else { return isFound }
      var text: String?
      for number in compared where !isFound || !hasMatched[number] {
        let isMatch: Bool
        switch patterns[number].form {
        case .text: isMatch = false
        case .wildcards(let parts):
          work -= line.count + 1
          isMatch = Self.matches(parts, line: line)
        case .regex(let regex):
          work -= Self.workOfRegex * (line.count + 1)
          let line = text ?? String(decoding: line, as: UTF8.self)
          text = line
          isMatch = regex.isFound(in: line, patience: &patience)
          if patience <= 0 { failure = .slow(patterns[number]) }
        }
        if isMatch { (hasMatched[number], isFound) = (true, true) }
        if work <= 0, failure == nil { failure = .tooMany }
        if failure != nil { break }
      }
      work = min(work, .max - Self.workPerLine) + Self.workPerLine
      if DeferredSignals.isPending { failure = .interrupted }
      return isFound
    }

    /// The additional bytes for each line. Few lists have more than some hundred wildcards, and lines of a hundred
    /// bytes.
    private static let workPerLine = 200_000
    /// The work of a byte in a regex, compared with a byte in a wildcard.
    private static let workOfRegex = 8

    /// Returns whether the parts are the whole line, with any text between them, ignoring case.
    private static func matches(_ parts: [WildcardPart], line: ArraySlice<UInt8>) -> Bool {
      func isEqual(_ part: WildcardPart, at start: Int) -> Bool {
        zip(part.text, line[start...]).allSatisfy { $0 == $1.asciiLowercased }
      }
      guard let first = parts.first, let last = parts.last,
        first.text.count + last.text.count <= line.count,
        isEqual(first, at: line.startIndex), isEqual(last, at: line.endIndex - last.text.count)
      else { return false }
      // The first place of each part leaves most room for the others.
      var start = line.startIndex + first.text.count
      for part in parts.dropFirst().dropLast() {
        guard let end = part.end(in: line[start..<(line.endIndex - last.text.count)]) else { return false }
        start = end
      }
      return true
    }
  }

  /// A text between wildcards, in lowercase.
  private struct WildcardPart: Hashable {
    let text: [UInt8]
    /// For each beginning of the text, the length of its longest proper end that begins the text, so that a search
    /// reads each byte of a line once (Knuth, Morris and Pratt).
    private var ends: [Int] = []

    init(_ text: [UInt8]) {
      self.text = text
      for byte in text {
        ends.append(ends.isEmpty ? 0 : length(after: ends[ends.count - 1], byte))
      }
    }

    /// Returns the end of the first place of the text in a line.
    func end(in line: ArraySlice<UInt8>) -> Int? {
      if text.isEmpty { return line.startIndex }
      var length = 0
      for (index, byte) in zip(line.indices, line) {
        length = self.length(after: length, byte.asciiLowercased)
        if length == text.count { return index + 1 }
      }
      return nil
    }

    /// Returns how much of the text is found after `byte`, if `length` bytes of it precede.
    private func length(after length: Int, _ byte: UInt8) -> Int {
      var length = length
      while length > 0, text[length] != byte { length = ends[length - 1] }
      return text[length] == byte ? length + 1 : length
    }
  }
}

extension FilterPattern: Decodable {
  /// Decodes an entry.
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    do throws(Problem) {
      self = try FilterPattern(text)
    } catch {
      throw RecipeMistake(path: decoder.codingPath, message: "'\(text)' \(error)")
    }
  }
}

extension FilterPattern.Problem: CustomStringConvertible {
  /// A description of the problem that follows the entry in a sentence.
  package var description: String {
    switch self {
    case .invalid: "is not a regex"
    case .reference: "is a regex that refers back to a group, which is not supported"
    case .tooLarge: "is a regex that is too large"
    }
  }
}
