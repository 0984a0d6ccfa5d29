import SluiceSyntax

/// The reason why a filter is not exact, before its location is added.
struct Finding: Error, Hashable, Sendable {
  var outcome: Outcome
  var reason: Reason
  var span: ByteRange

  static func unsupported(_ reason: ConversionReason, _ span: ByteRange) -> Finding {
    Finding(outcome: .unsupported, reason: .conversion(reason), span: span)
  }

  static func needsScript(_ reason: ConversionReason, _ span: ByteRange) -> Finding {
    Finding(outcome: .needsScript, reason: .conversion(reason), span: span)
  }

  static func approximated(_ reason: ConversionReason, _ span: ByteRange) -> Finding {
    Finding(outcome: .approximated, reason: .conversion(reason), span: span)
  }

  /// The finding for a filter if this one is about a part of it; `nil` if that part matches nothing.
  var ofOnePart: Finding? {
    reason == .conversion(.conflictingOptions)
      ? nil : Finding(outcome: .approximated, reason: reason, span: span)
  }

  static func syntax(_ problem: SyntaxProblem) -> Finding {
    Finding(outcome: .unsupported, reason: .syntax(problem.reason), span: problem.span)
  }
}
