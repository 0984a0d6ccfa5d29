import SluiceConversion
import SluiceSyntax

extension LintRule {
  /// How findings are fixed; nil if they have no single correct fix.
  var fix: OwnRule.Fix? {
    switch self {
    case .reason(let reason): reason.isCorrectable ? .correction : nil
    case .own(let own): own.rule.fix
    }
  }
}

extension LintFinding {
  /// Returns the edit that corrects the mistake in a line; nil if no single edit does.
  func correction(in line: Line, _ list: FilterList) -> TextEdit? {
    // The text of a filter with continuation lines contains line ends.
    guard list.place(of: line.range) == line.range else { return nil }
    switch rule {
    case .own(let own):
      if case .correction? = own.rule.fix { return detail.correction.map { TextEdit(span, Array($0.utf8)) } }
      return nil
    case .reason(.syntax(.invalidDomain)): return domains(in: line, list.bytes.span)
    case .reason(.syntax(.blankInPattern)): return options(in: line, list.bytes.span)
    case .reason(let reason):
      return reason.correction(of: list.bytes.span.text(span)).map { TextEdit(span, Array($0.utf8)) }
    }
  }

  /// Returns the list of options that spaces instead of commas separate.
  private func options(in line: Line, _ bytes: Span<UInt8>) -> TextEdit? {
    let before = ByteRange(line.range.lowerBound, max(span.lowerBound, line.range.lowerBound))
    guard let dollar = bytes.firstIndex(of: ASCII.dollar, in: before) else { return nil }
    let range = ByteRange(dollar, line.range.upperBound)
    return ConversionReason.options(in: bytes.array(range)).map { TextEdit(range, $0) }
  }

  /// Returns a list of domains with the separator that it needs, or without the signs of a pattern.
  private func domains(in line: Line, _ bytes: Span<UInt8>) -> TextEdit? {
    let separator: UInt8
    var text = bytes.array(span)[...]
    switch line.content {
    case .network where span.upperBound < line.range.upperBound && bytes[span.upperBound] == ASCII.hash:
      separator = ASCII.comma
      text = Self.withoutSigns(text)
    case .network: separator = ASCII.pipe
    // Modifiers in brackets have lists of another form.
    case .rejected where bytes[line.range.lowerBound] != ASCII.openBracket:
      separator = ASCII.comma
      text = Self.withoutSigns(text)
    case .rejected, .blank, .comment, .header, .metadata, .directive, .hint, .cosmetic, .hosts, .continuation:
      return nil
    }
    let domains = text.split { ",;| ".utf8.contains($0) }
    guard domains.allSatisfy({ $0.contains(ASCII.dot) }) else { return nil }
    let list = Array(domains.joined(separator: [separator]))
    guard list != bytes.array(span), Self.isDomainList(list, separator: separator) else { return nil }
    return TextEdit(span, list)
  }

  // The optimizer of Swift 6.3 ends with an error if it inlines this.
  @inline(never) private static func isDomainList(_ list: [UInt8], separator: UInt8) -> Bool {
    (try? [DomainEntry](parsing: list.span, ByteRange(0, list.count), separator: separator)) != nil
  }

  /// Returns a domain without the signs of a pattern or a URL around it.
  private static func withoutSigns(_ domain: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = domain
    for sign in ["||", "http://", "https://"] where text.starts(with: sign.utf8) {
      text = text.dropFirst(sign.utf8.count)
      if let last = text.last, last == ASCII.caret || last == ASCII.slash { text.removeLast() }
    }
    return text
  }
}

extension Reason {
  /// Whether some findings have a single correct fix.
  var isCorrectable: Bool { Self.correctable.contains(self) }

  private static let correctable: Set<Reason> = [
    .syntax(.singleHash), .syntax(.invalidDomain), .syntax(.blankInPattern), .conversion(.misplacedOptions),
    .conversion(.misspeltException), .conversion(.splitDomain), .conversion(.patternNeverMatches),
  ]
}
