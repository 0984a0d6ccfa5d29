import SluiceSyntax

/// A diagnostic with everything needed to print it.
package struct LocatedDiagnostic {
  /// The name of the list.
  package let file: String
  /// The location of the diagnostic.
  package let location: TextLocation
  package let outcome: Outcome
  /// The stable identifier of the reason.
  package let reason: String
  package let message: String
  package let advice: String?
  /// The filter. Continuation lines are joined.
  package let filter: ArraySlice<UInt8>
  /// The line that contains the span, without its line end.
  package let excerpt: ArraySlice<UInt8>
  /// The span, as indices of ``excerpt``, limited to that line.
  package let span: Range<Int>

  /// The maximum number of scalars of the span that a message repeats.
  package static let quotedLength = 80
}

/// A sequence of located diagnostics, computed one by one, so that only those that are printed cost time.
package struct DiagnosticReader: Sequence, IteratorProtocol {
  private let sources: [Source]
  private var rest: ArraySlice<Diagnostic>

  package init(_ diagnostics: ArraySlice<Diagnostic>, of sources: [Source]) {
    self.sources = sources
    rest = diagnostics
  }

  package mutating func next() -> LocatedDiagnostic? {
    guard let diagnostic = rest.popFirst() else { return nil }
    let source = sources[diagnostic.source]
    let lines = source.bytes[diagnostic.line.indices]
    let about = diagnostic.span.indices.clamped(to: lines.indices)
    // The diagnostic's line may begin after spaces. Columns count from the start of the physical line.
    let start = Self.lineStart(before: about.lowerBound, in: source.bytes)
    let excerpt = lines[Swift.max(start, lines.startIndex)...].prefix { $0 != 0x0A && $0 != 0x0D }
    let span = about.clamped(to: excerpt.indices)
    let text = Self.joined(lines[about]).text(atMost: LocatedDiagnostic.quotedLength)
    let definition = diagnostic.reason.definition(about: text)
    return LocatedDiagnostic(
      file: source.name,
      location: diagnostic.location,
      outcome: diagnostic.outcome,
      reason: diagnostic.reason.id,
      message: definition.message,
      advice: Self.suggestion(diagnostic.reason, text) ?? definition.advice,
      filter: Self.joined(lines),
      excerpt: excerpt.drop(while: { $0.isBlank }),
      span: span)
  }

  /// Returns a filter, or a part of it, with continuation lines joined.
  private static func joined(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard text.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    let list = FilterList(parsing: text)
    return list.bytes[list.lines[0].range.indices]
  }

  /// Returns the option that a misspelled one probably means.
  private static func suggestion(_ reason: Reason, _ text: String) -> String? {
    guard reason == .conversion(.unknownOption) else { return nil }
    return (OptionTable.foreignNames[text.lowercased()] ?? Suggestion.nearest(to: text, among: optionNames))
      .map { "did you mean '\($0)'?" }
  }

  private static let optionNames = OptionTable.definitions.flatMap { [$0.name] + $0.aliases }

  /// Returns the start of the line that contains the byte at `index`, after a byte order mark.
  private static func lineStart(before index: Int, in bytes: [UInt8]) -> Int {
    var start = index
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return start == 0 && index >= 3 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : start
  }
}
