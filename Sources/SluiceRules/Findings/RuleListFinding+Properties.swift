import SluiceText

extension RuleListFinding.Reason {
  /// The properties of a reason. Texts are created only on demand, because most findings of a long list are
  /// only counted by severity.
  struct Definition {
    let effect: Effect
    private let texts: (id: () -> String, message: () -> String, advice: () -> String?)
    let webKitMessage: String?
    private let refusal: String?
    let isGlobal: Bool

    /// The effect on the list in WebKit, or in the WebKit of the target.
    enum Effect { case rejection, limit, warning, note }

    /// - Parameters:
    ///   - id: the stable id. If the reason wraps another kind of reason, its own name precedes the name of
    ///     that reason.
    ///   - webKit: the error message of WebKit 2.50.6.
    ///   - refusal: the message if a ``RuleList`` cannot represent the list although WebKit accepts it;
    ///     otherwise nil.
    ///   - isGlobal: whether the finding is about the whole list.
    init(
      _ effect: Effect, id: @autoclosure @escaping () -> String,
      message: @autoclosure @escaping () -> String,
      advice: @autoclosure @escaping () -> String? = nil, webKit: String? = nil, refusal: String? = nil,
      isGlobal: Bool = false
    ) {
      self.effect = effect
      texts = (id, message, advice)
      webKitMessage = webKit
      self.refusal = refusal
      self.isGlobal = isGlobal
    }

    var id: String { texts.id() }
    var message: String { texts.message() }
    var advice: String? { texts.advice() }
    /// The message if a ``RuleList`` cannot represent the list because of this finding.
    var refusalMessage: String { refusal ?? message }
    /// Whether a ``RuleList`` can represent a list with this finding.
    var isHeld: Bool { effect != .rejection && refusal == nil }

    var severity: RuleListFinding.Severity {
      switch effect {
      case .rejection, .limit: .error
      case .warning: .warning
      case .note: .note
      }
    }
  }

  /// The stable id.
  public var id: String { definition.id }
  /// The severity.
  public var severity: RuleListFinding.Severity { definition.severity }
  /// The message for the user.
  public var message: String { definition.message }
  /// The advice for the user; nil if the message already contains it.
  public var advice: String? { definition.advice }
  /// The error message of WebKit 2.50.6 for the list; nil if WebKit accepts it.
  public var webKitMessage: String? { definition.webKitMessage }
  /// The message if a ``RuleList`` cannot represent the list because of this finding.
  package var refusal: String { definition.refusalMessage }
  /// Whether a ``RuleList`` can represent a list with this finding.
  package var isHeld: Bool { definition.isHeld }
  /// Whether the finding is about the whole list.
  package var isGlobal: Bool { definition.isGlobal }
}

extension JSONFault.Reason {
  /// The message for the user.
  package var message: String { texts.message }

  /// The message for JSON that is not a rule list and that WebKit therefore never reads.
  package var messageOfAnyText: String {
    switch self {
    case .byteOrderMark: "JSON has no byte order mark"
    case .tooDeep: "values are nested deeper than \(JSONChecker.maximumDepth)"
    case .trailingText: "unexpected text after the end"
    case .unexpectedEnd, .unexpectedCharacter, .trailingComma, .comment, .invalidUTF8, .badEscape,
      .unclosedString, .badNumber, .badWord, .keyIsNotString, .missingColon:
      message
    }
  }

  /// The advice for the user; nil if the message already contains it.
  var advice: String? { texts.advice }

  private var texts: (message: String, advice: String?) {
    switch self {
    case .unexpectedEnd:
      ("unexpected end of the text", "the file may be cut off: write or fetch it again")
    case .unexpectedCharacter:
      ("unexpected character", "check brackets and commas before this place")
    case .trailingComma: ("JSON allows no comma before the closing bracket", "remove it")
    case .comment: ("JSON has no comments", "remove it")
    case .byteOrderMark: ("WebKit does not read JSON with a byte order mark", "remove it")
    case .invalidUTF8: ("invalid UTF-8", "save the file as UTF-8")
    case .badEscape:
      (
        "invalid escape; write a backslash as two",
        #"in a pattern each backslash is written twice: "example\\.com""#
      )
    case .unclosedString: ("unclosed string", "close it with a double quote")
    case .badNumber: ("invalid number", nil)
    case .badWord: ("the only words in JSON are true, false and null", nil)
    case .keyIsNotString: ("a key must be a string in double quotes", "put the key in double quotes")
    case .missingColon: ("a colon must follow a key", nil)
    case .tooDeep: ("values are nested deeper than WebKit reads (\(JSONChecker.maximumDepth))", nil)
    case .trailingText:
      ("unexpected text after the end of the JSON", "check brackets and commas before this place")
    }
  }
}

extension JSONFault.Looseness {
  var message: String {
    switch self {
    case .controlCharacter:
      "JSON requires control characters to be escaped; WebKit accepts this, other programs may not"
    case .verticalTabEscape: "JSON has no such escape; WebKit accepts this, other programs may not"
    case .hexEscape: "JSON has no such escape; WebKit accepts this, other programs may not"
    }
  }
}

extension JSONFault: CustomStringConvertible {
  /// The message for the user, for JSON of any kind.
  public var description: String { reason.messageOfAnyText }
}
