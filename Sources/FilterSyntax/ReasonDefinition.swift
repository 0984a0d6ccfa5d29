/// All that is said of a reason for which a line is no filter, or a filter is not exact.
public struct ReasonDefinition: Hashable, Sendable {
  /// What is wrong, in one line without a full stop.
  public let message: String
  /// What it means, in sentences, for somebody who meets it for the first time.
  public let meaning: String
  /// A filter for which it is given.
  public let example: String
  /// What to write, or to do, instead, as Markdown; nil where nothing helps.
  public let instead: String?
  private let ownAdvice: Advice

  /// What a diagnostic says about what to do.
  package enum Advice: Hashable, Sendable, ExpressibleByStringLiteral {
    case none
    /// The same as ``ReasonDefinition/instead``, without its backquotes.
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

  /// What the author of the filter can do, in a diagnostic; nil where nothing helps in one line.
  public var advice: String? {
    switch ownAdvice {
    case .none: nil
    case .instead: instead.map { $0.filter { $0 != "`" } }
    case .words(let words): words
    }
  }

  /// Its part of a document, in lines of Markdown.
  package func documentation(of id: String) -> [String] {
    ["### `\(id)`", "", meaning, "", "```", example, "```", ""]
      + (instead.map { ["Instead: \($0)", ""] } ?? [])
  }
}
