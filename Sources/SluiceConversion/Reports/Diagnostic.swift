import SluiceRules
import SluiceSyntax
import SluiceText

/// The outcome of converting a filter.
@frozen public enum Outcome: String, CaseIterable, Hashable, Sendable {
  /// The rules have exactly the effect that the filter specifies.
  case converted
  /// The rules have less effect than the filter specifies, or an exception allows more on the same page; see
  /// the reason.
  case approximated
  /// No rule implements the filter, but a page script does.
  ///
  /// Conversions never produce this outcome; see ``ConversionReport/settleInPages(where:)``.
  case inPage
  /// The filter needs a script or style sheet in the page, which a content blocker cannot provide.
  case needsScript
  /// The filter is not in the output.
  case unsupported
}

/// The outcome of a filter that is not exact, with the reason.
public struct Diagnostic: Hashable, Sendable {
  /// The list and the line of the filter.
  public var place: FilterPlace
  /// The filter's line in the list as it was read, without the line ending. For a filter that spans several
  /// lines, the range from the first to the last of them.
  package var line: ByteRange
  /// The bytes of the line that the reason refers to.
  public var span: ByteRange
  /// The location of ``span``: list, line and columns.
  public var location: TextLocation
  /// The outcome of the filter.
  public var outcome: Outcome
  /// The reason for the outcome.
  public var reason: Reason
  /// Whether a page script can only approximate the filter, because the filter shows elements that rules may
  /// hide.
  var isApproximatedInPages = false
}

extension Outcome {
  /// Returns the words for the outcome of `count` filters. All texts and pages use them.
  package func words(_ count: Int) -> String {
    switch self {
    case .converted: "converted"
    case .approximated: "approximated"
    case .inPage: "done in pages"
    case .needsScript: count == 1 ? "needs a script" : "need a script"
    case .unsupported: "unsupported"
    }
  }
}

/// The reason why a filter is not exact, before its location is added.
struct Finding: Error, Hashable, Sendable {
  var outcome: Outcome
  var reason: Reason
  var span: ByteRange

  static func unsupported(_ reason: ConversionReason, span: ByteRange) -> Finding {
    Finding(outcome: .unsupported, reason: .conversion(reason), span: span)
  }

  static func needsScript(_ reason: ConversionReason, span: ByteRange) -> Finding {
    Finding(outcome: .needsScript, reason: .conversion(reason), span: span)
  }

  static func approximated(_ reason: ConversionReason, span: ByteRange) -> Finding {
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

/// A diagnostic with everything needed to print it.
///
/// All commands print their findings in this form: diagnostics of conversions, findings in lists and rule
/// lists, and effects on pages.
public struct LocatedDiagnostic: Sendable {
  /// A line below the excerpt, such as `= filter: ...`.
  package struct Note: Sendable {
    package let label: String
    package let text: String

    package init(label: String, text: String) { (self.label, self.text) = (label, text) }
  }

  /// The name of the list.
  public let file: String
  /// The location of the diagnostic.
  public let location: TextLocation
  /// The severity.
  public let severity: RuleListFinding.Severity
  /// The outcome of the filter, or `nil` if the diagnostic is not from a conversion.
  package let outcome: Outcome?
  /// The stable identifier of the reason.
  public let reason: String
  /// The message: one line without a full stop.
  public let message: String
  /// How to fix the problem; nil if the advice does not fit in one line.
  public let advice: String?
  /// Another filter that the message is about, if any.
  public let other: PlacedFilter?
  /// The lines below the excerpt, the advice last.
  package let notes: [Note]
  /// The text that the message is about, such as the filter with joined continuation lines. It distinguishes
  /// findings with the same reason, even if lines move.
  package let subject: ArraySlice<UInt8>
  /// The line that contains the span, without its line end, or the part of a long line that is worth printing.
  package let excerpt: ArraySlice<UInt8>
  /// The span, as indices of ``excerpt``.
  package let span: Range<Int>

  /// The maximum number of scalars of the span that a message repeats.
  package static let quotedLength = 80

  package init(
    file: String, location: TextLocation, severity: RuleListFinding.Severity, outcome: Outcome? = nil,
    reason: String, message: String, notes: [Note] = [], advice: String? = nil, other: PlacedFilter? = nil,
    subject: ArraySlice<UInt8>, excerpt: ArraySlice<UInt8>, span: Range<Int>
  ) {
    (self.file, self.location, self.severity, self.outcome) = (file, location, severity, outcome)
    (self.reason, self.message, self.advice, self.other) = (reason, message, advice, other)
    self.subject = subject
    let filter = other.map { Note(label: "filter", text: $0.words) }
    self.notes = notes + [filter, advice.map { Note(label: "help", text: $0) }].compactMap { $0 }
    (self.excerpt, self.span) = (excerpt, span)
  }

  /// Creates a diagnostic about the whole line of a filter.
  package init(
    _ filter: PlacedFilter, severity: RuleListFinding.Severity, message: String, reason: String,
    notes: [Note] = []
  ) {
    let line = Array(filter.text.utf8)[...]
    self.init(
      file: filter.file,
      location: TextLocation(
        file: filter.file, line: filter.line, column: 1, endColumn: 1 + filter.text.unicodeScalars.count),
      severity: severity, reason: reason, message: message, notes: notes, subject: line, excerpt: line,
      span: line.indices)
  }
}

extension RuleListFinding.Severity {
  /// Creates the severity for an outcome. A filter that needs a script is not a mistake in the list: other
  /// software can apply it.
  package init(of outcome: Outcome) {
    switch outcome {
    case .unsupported, .approximated: self = .warning
    case .needsScript, .inPage, .converted: self = .note
    }
  }
}

extension LocatedDiagnostic: CustomStringConvertible {
  /// The diagnostic on one line: `list.txt:3:8: approximated: … [ping-type]`. Lists are untrusted: terminals must not get
  /// the control characters of their names.
  public var description: String {
    "\(location): \(outcome?.words(1) ?? severity.rawValue): \(message) [\(reason)]"
  }
}

extension Diagnostic {
  /// Returns the diagnostic on one line, with its place, outcome, message and reason.
  ///
  /// - Parameter sources: The lists that were converted.
  public func message(in sources: [Source]) -> String { located(in: sources).description }

  /// Returns the diagnostic with its message and the line that it is about.
  ///
  /// - Parameter sources: The lists that were converted.
  public func located(in sources: [Source]) -> LocatedDiagnostic {
    let source = sources[place.source]
    let lines = source.bytes[line.indices]
    let about = span.indices.clamped(to: lines.indices)
    // The diagnostic's line may begin after spaces. Columns count from the start of the physical line.
    let start = Self.lineStart(before: about.lowerBound, in: source.bytes)
    let excerpt = lines[max(start, lines.startIndex)...].prefix { $0 != 0x0A && $0 != 0x0D }
    let text = Self.joined(lines[about]).text(atMost: LocatedDiagnostic.quotedLength)
    let definition = reason.definition(about: text)
    return LocatedDiagnostic(
      file: source.name, location: location, severity: .init(of: outcome), outcome: outcome,
      reason: reason.id, message: definition.message,
      advice: Self.suggestion(reason, text: text) ?? definition.advice, subject: Self.joined(lines),
      excerpt: excerpt.drop(while: { $0.isBlank }), span: about.clamped(to: excerpt.indices))
  }

  /// Returns a filter, or a part of it, with continuation lines joined.
  private static func joined(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    let list = FilterList(parsing: text)
    return list.bytes[list.lines[0].range.indices]
  }

  /// Returns the option that a misspelled one probably means, as advice.
  package static func suggestion(_ reason: Reason, text: String) -> String? {
    guard reason == .conversion(.unknownOption) else { return nil }
    let foreign = OptionTable.foreignNames[text.asciiLowercased]
    return (foreign ?? Suggestion.nearest(to: text, among: optionNames)).map { "did you mean '\($0)'?" }
  }

  private static let optionNames = OptionTable.definitions.flatMap { [$0.name] + $0.aliases }

  /// Returns the start of the line that contains the byte at `index`, after a byte order mark.
  private static func lineStart(before index: Int, in bytes: [UInt8]) -> Int {
    var start = index
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return start == 0 && index >= 3 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : start
  }
}

extension JSONWriter {
  package mutating func append(_ finding: LocatedDiagnostic) {
    object {
      $0.add(finding.location, of: finding.file)
      if let outcome = finding.outcome { $0.add("outcome", text: outcome.rawValue) }
      $0.add("reason", text: finding.reason)
      $0.add("message", text: finding.message)
      $0.add("filter", utf8: finding.subject)
    }
  }

  package mutating func add(_ location: TextLocation, of file: String) {
    add("file", text: file)
    add("line", number: location.line)
    add("column", number: location.column)
    add("endColumn", number: location.endColumn)
  }
}
