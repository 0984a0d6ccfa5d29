import SluiceConversion
import SluiceSyntax
import SluiceText

/// A check of lines of any kind: line ends, directives and hints.
struct LineCheck {
  /// Whether a line that ends with CR LF was found. This is reported once per list.
  private var hasCarriageReturn = false

  mutating func check(
    _ line: Line, of list: FilterList, at location: FilterPlace, _ found: inout FindingCollector
  ) {
    let bytes = list.bytes.span
    checkEnd(line, of: list, at: location, &found)
    switch line.content {
    case .comment: Self.checkDirective(bytes, line.range, location, &found)
    case .directive(let directive) where directive.kind == .if:
      for name in DirectiveCondition.names(bytes, directive.argument)
      where !KnownNames.constants.contains(bytes.text(name)) {
        found.add(.unknownConstant, at: location, name)
      }
    case .hint(let range): Self.checkHints(bytes, range, location, &found)
    case .blank, .header, .metadata, .directive, .network, .cosmetic, .hosts, .continuation, .rejected: break
    }
  }

  private mutating func checkEnd(
    _ line: Line, of list: FilterList, at location: FilterPlace, _ found: inout FindingCollector
  ) {
    let bytes = list.bytes.span
    // The joined form of a filter with continuation lines is not part of the list, so it has no line end.
    guard line.content != .blank, list.place(of: line.range) == line.range else { return }
    var end = line.range.upperBound
    while end < bytes.count, bytes[end].isBlank { end += 1 }
    if end > line.range.upperBound {
      found.add(.trailingBlank, at: location, ByteRange(line.range.upperBound, end))
    }
    if !hasCarriageReturn, end + 1 < bytes.count, bytes[end] == 0x0D, bytes[end + 1] == 0x0A {
      hasCarriageReturn = true
      found.add(.carriageReturn, at: location, ByteRange(end, end + 1))
    }
  }

  /// Checks whether the parser knows the name of a `!#name` directive.
  private static func checkDirective(
    _ bytes: Span<UInt8>, _ line: ByteRange, _ location: FilterPlace, _ found: inout FindingCollector
  ) {
    guard bytes.hasText("!#", at: line.lowerBound, in: line) else { return }
    var end = line.lowerBound + 2
    while end < line.upperBound, bytes[end].isLetter || bytes[end] == UInt8(ascii: "_") { end += 1 }
    // `!#T66y.com` and `!#e` are headings.
    guard end > line.lowerBound + 3, end == line.upperBound || bytes[end].isBlank else { return }
    found.add(.unknownDirective, at: location, ByteRange(line.lowerBound, end))
  }

  private static func checkHints(
    _ bytes: Span<UInt8>, _ range: ByteRange, _ location: FilterPlace, _ found: inout FindingCollector
  ) {
    let hints = [Hint](parsing: bytes, range)
    if hints.isEmpty { found.add(.unknownHint, at: location, range) }
    for hint in hints {
      guard KnownNames.hints.contains(bytes.text(hint.name)), hint.isClosed else {
        found.add(.unknownHint, at: location, hint.name)
        continue
      }
      for platform in hint.arguments ?? [] where !KnownNames.platforms.contains(bytes.text(platform)) {
        found.add(.unknownHint, at: location, platform)
      }
    }
  }
}
