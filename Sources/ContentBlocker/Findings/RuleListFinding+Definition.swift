extension RuleListFinding.Reason {
  /// Everything that is said of a reason. Its texts are made when they are asked for: of most of the findings in
  /// a list that has many only the severity is.
  struct Definition {
    let effect: Effect
    private let texts: (id: () -> String, message: () -> String, advice: () -> String?)
    let webKitMessage: String?
    private let refusal: String?
    let isGlobal: Bool

    /// What WebKit, or that of the target, makes of the list, and the user of the finding.
    enum Effect { case rejection, limit, warning, note }

    /// - Parameters:
    ///   - id: the stable id. Kinds that have kinds of their own put their name before these.
    ///   - webKit: what WebKit (2.50.6) says.
    ///   - refusal: what a reader says that cannot hold such a list, though WebKit takes it.
    ///   - isGlobal: whether it is about the list as a whole.
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
    /// What a reader says that cannot hold the list.
    var refusalMessage: String { refusal ?? message }
    /// Whether a ``RuleList`` can hold a list with it.
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
  /// How bad it is.
  public var severity: RuleListFinding.Severity { definition.severity }
  /// What is wrong, in plain words.
  public var message: String { definition.message }
  /// What to do about it, or nil where the message says it.
  public var advice: String? { definition.advice }
  /// What WebKit (2.50.6) says about the list; nil when it says nothing.
  public var webKitMessage: String? { definition.webKitMessage }
  /// What is wrong, in the words of a reader that has to hold the list.
  public var refusal: String { definition.refusalMessage }
  /// Whether a ``RuleList`` can hold a list with it.
  public var isHeld: Bool { definition.isHeld }
  /// Whether it is about the list as a whole.
  public var isGlobal: Bool { definition.isGlobal }
}
