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
      _ effect: Effect, _ id: @autoclosure @escaping () -> String,
      _ message: @autoclosure @escaping () -> String,
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
  public var refusal: String { definition.refusalMessage }
  /// Whether a ``RuleList`` can represent a list with this finding.
  public var isHeld: Bool { definition.isHeld }
  /// Whether the finding is about the whole list.
  public var isGlobal: Bool { definition.isGlobal }
}
