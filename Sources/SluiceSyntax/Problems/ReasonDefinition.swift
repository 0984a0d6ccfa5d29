import SluiceText

/// The texts that explain why a line is not a filter or why a filter is not converted exactly.
public struct ReasonDefinition: Hashable, Sendable {
  /// The message, in one line without a full stop.
  public package(set) var message: String
  /// The explanation in full sentences, for readers who are new to the reason.
  public let meaning: String
  /// A filter with this reason.
  public let example: String
  /// The alternative for the author of the filter, in Markdown; nil if there is no alternative.
  public let instead: String?
  private let ownAdvice: Advice

  /// The advice in a diagnostic.
  package enum Advice: Hashable, Sendable, ExpressibleByStringLiteral {
    case none
    /// The same text as ``ReasonDefinition/instead``, without backquotes.
    case instead
    case words(String)

    package init(stringLiteral words: String) { self = .words(words) }
  }

  package init(
    _ message: String, meaning: String, example: String, instead: String? = nil, advice: Advice = .none
  ) {
    (self.message, self.meaning, self.example, self.instead) = (message, meaning, example, instead)
    ownAdvice = advice
  }

  /// The advice to the author of the filter in a diagnostic; nil if there is no short advice.
  public var advice: String? {
    switch ownAdvice {
    case .none: nil
    case .instead: instead.map { String(decoding: $0.utf8.filter { $0 != ASCII.backtick }, as: UTF8.self) }
    case .words(let words): words
    }
  }

  /// Returns the first sentence of the meaning, with the mark at its end, which is one of `marks`.
  package func summary(upTo marks: String = ".") -> String {
    let end = meaning.indices.first { index in
      guard marks.contains(meaning[index]) else { return false }
      let next = meaning.index(after: index)
      return next == meaning.endIndex || meaning[next] == " "
    }
    return end.map { String(meaning[...$0]) } ?? meaning
  }
}
