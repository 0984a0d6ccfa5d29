/// The message of a rule, in which each finding has its own texts: `"'\(.text)' is the default"`.
struct LintMessage: ExpressibleByStringInterpolation, Sendable {
  enum Part: Sendable {
    case words(String)
    /// The text of the finding.
    case text
    /// The text that it is compared with.
    case other
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ words: String) { parts.append(.words(words)) }
    mutating func appendInterpolation(_ part: Part) { parts.append(part) }
  }

  private let parts: [Part]

  init(stringLiteral words: String) { parts = [.words(words)] }
  init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// Returns the message of a finding.
  func about(_ text: String, _ other: String) -> String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .text: text
      case .other: other
      }
    }.joined()
  }
}
