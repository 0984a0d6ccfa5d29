import SluiceSystem
import SluiceText

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
  private let form: Form

  private enum Form: Hashable, Sendable {
    case text
    /// The parts between the wildcards, in lowercase.
    case wildcards([[UInt8]])
    case regex(LineRegex)
  }

  /// The reason why an entry is not a pattern.
  @nonexhaustive public enum Problem: Error, Hashable, Sendable {
    /// The regex is invalid.
    case invalid
    /// The regex refers back to the text of a group, which is not supported.
    case reference
    /// The regex is too large.
    case tooLarge
  }

  /// Creates a pattern from an entry.
  public init(_ text: String, file: String? = nil) throws(Problem) {
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
      return .wildcards(parts.map { $0.map(\.asciiLowercased) })
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
    private var patience = 200
    /// The regex that takes too long, if any.
    private var slow: FilterPattern?

    init(_ patterns: [FilterPattern]) {
      self.patterns = patterns
      hasMatched = patterns.map { _ in false }
      compared = patterns.indices.filter { patterns[$0].form != .text }
      texts = TextFinder(patterns.enumerated().filter { $0.1.form == .text }.map { ($0, $1.text) })
    }

    /// The patterns that have matched no line.
    var unused: [FilterPattern] { zip(patterns, hasMatched).filter { !$0.1 }.map(\.0) }

    /// Throws if a regex takes too long, or if a signal has ended the search.
    func check(_ kind: String, of name: String) throws(BuildFailure) {
      guard let slow else { return }
      if DeferredSignals.isPending { throw BuildFailure(name, "interrupted") }
      throw BuildFailure(
        slow.file ?? name,
        "the \(kind) '\(slow.text)' takes too long: its repetitions can match in too many ways",
        advice: "leave out one repetition where two follow or contain each other, as in '(a+)+'")
    }

    mutating func matches(_ line: ArraySlice<UInt8>) -> Bool {
      var found: [Int] = []
      var isFound = texts.isFound(in: line) { found.append($0) }
      for number in found { hasMatched[number] = true }
      guard !compared.isEmpty, slow == nil else { return isFound }
      var text: String?
      for number in compared where !isFound || !hasMatched[number] {
        let isMatch: Bool
        switch patterns[number].form {
        case .text: isMatch = false
        case .wildcards(let parts): isMatch = Self.matches(parts, line)
        case .regex(let regex):
          let line = text ?? String(decoding: line, as: UTF8.self)
          text = line
          isMatch = regex.isFound(in: line, patience: &patience)
          if patience <= 0 || DeferredSignals.isPending { slow = patterns[number] }
        }
        if isMatch { (hasMatched[number], isFound) = (true, true) }
      }
      return isFound
    }

    /// Returns whether the parts are the whole line, with any text between them, ignoring case.
    private static func matches(_ parts: [[UInt8]], _ line: ArraySlice<UInt8>) -> Bool {
      func isEqual(_ part: [UInt8], at start: Int) -> Bool {
        zip(part, line[start...]).allSatisfy { $0 == $1.asciiLowercased }
      }
      guard let first = parts.first, let last = parts.last, first.count + last.count <= line.count,
        isEqual(first, at: line.startIndex), isEqual(last, at: line.endIndex - last.count)
      else { return false }
      // The first place of each part leaves most room for the others.
      var start = line.startIndex + first.count
      let end = line.endIndex - last.count
      for part in parts.dropFirst().dropLast() {
        while start + part.count <= end, !isEqual(part, at: start) { start += 1 }
        guard start + part.count <= end else { return false }
        start += part.count
      }
      return true
    }
  }
}

extension FilterPattern: Decodable {
  /// Decodes an entry.
  public init(from decoder: any Decoder) throws {
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
  public var description: String {
    switch self {
    case .invalid: "is not a regex"
    case .reference: "is a regex that refers back to a group, which is not supported"
    case .tooLarge: "is a regex that is too large"
    }
  }
}
