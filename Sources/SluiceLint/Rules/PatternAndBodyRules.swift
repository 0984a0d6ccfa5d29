import SluiceConversion
import SluicePageScript
import SluiceSyntax
import SluiceText

extension OwnRule {
  static let missingDollar = OwnRule(
    .syntax, severity: .warning, message: "'\(.text)' is part of the pattern, because no '$' precedes it",
    meaning:
      "The pattern ends with text that reads like options. Without a `$` before it, the text is part of the pattern, and"
      + " hardly any URL contains it.",
    example: "||ads.example^third-party",
    instead: "write `||ads.example^$third-party` (`--fix` does this)",
    advice: "write a '$' before the options",
    check: .network { filter, line, found in
      guard case .plain(let plain) = filter.pattern, plain.body.upperBound == plain.range.upperBound,
        let (start, options) = unmarkedOptions(of: filter, plain, hostEnd: line.hostEnd, in: line.bytes.span)
      else { return }
      let end = filter.options.last?.range.upperBound ?? plain.body.upperBound
      found.add(
        .missingDollar, at: line.location, span: ByteRange(start, end),
        detail: .words(String(decoding: options, as: UTF8.self)))
    },
    fix: .correction, nearest: { _, detail in detail.correction })
}

/// Returns the position in a pattern at which options begin without a `$`, and the text that should be there.
private func unmarkedOptions(
  of filter: NetworkFilter, _ plain: PlainPattern, hostEnd host: Int, in bytes: Span<UInt8>
) -> (start: Int, options: [UInt8])? {
  let body = plain.body
  let end = filter.options.last?.range.upperBound ?? body.upperBound
  /// Returns the options that begin after the punctuation at `index`.
  func options(at index: Int, after signs: StaticString) -> [UInt8]? {
    let start = index + (index < body.upperBound && signs.contains(bytes[index]) ? 1 : 0)
    let name = start + (start < body.upperBound && bytes[start] == ASCII.tilde ? 1 : 0)
    let nameEnd = bytes.endOfRun(from: name, to: body.upperBound) { $0.isNameByte }
    // This decides most patterns.
    guard OptionTable.isOption(bytes, name: ByteRange(name, nameEnd)) else { return nil }
    return ConversionReason.options(in: bytes.array(ByteRange(start, end)))
  }
  if plain.start == .hostLabel {
    if host > body.lowerBound, host + 1 < body.upperBound {
      switch bytes[host] {
      case ASCII.caret:
        if let options = options(at: host + 1, after: ",;:%&@!+") { return (host + 1, options) }
      case ASCII.comma, ASCII.semicolon:
        if let options = options(at: host, after: ",;") { return (host, [ASCII.caret] + options) }
      case _: break
      }
    }
  }
  // Real patterns have few commas and dots.
  var attempts = 64
  for index in body.indices where attempts > 0 {
    switch bytes[index] {
    case ASCII.comma, ASCII.semicolon:
      attempts -= 1
      guard index > body.lowerBound, let options = options(at: index, after: ",;") else { continue }
      // A single word such as `image` can be part of a path.
      if isUnmistakable(options) || "^*|/".utf8.contains(bytes[index - 1]) { return (index, options) }
    case ASCII.dot:
      attempts -= 1
      guard let file = fileExtension(at: index + 1, body.upperBound, in: bytes),
        let options = options(at: file, after: ""), isUnmistakable(options)
      else { continue }
      return (file, options)
    case _: continue
    }
  }
  return nil
}

/// Returns whether a list of options is unlikely to be text of a URL: it has a value, several options, or a name
/// that is not a word.
private func isUnmistakable(_ options: [UInt8]) -> Bool {
  options.contains { !$0.isLetter && $0 != ASCII.dollar }
}

/// Returns the end of the extension of a file name that begins at `start`; nil for other text. More text can
/// follow.
private func fileExtension(at start: Int, _ end: Int, in bytes: Span<UInt8>) -> Int? {
  guard start < end else { return nil }
  let range = ByteRange(start, end)
  let first = bytes[start]
  return fileExtensions.first { $0.utf8Start.pointee == first && bytes.hasText($0, at: start, in: range) }
    .map { start + $0.utf8CodeUnitCount }
}

/// Longer extensions precede those that they begin with.
private let fileExtensions: [StaticString] = [
  "json", "js", "css", "html", "htm", "php", "gif", "png", "jpeg", "jpg", "svg", "webp", "swf", "xml", "aspx",
  "asp",
  "jsp", "cgi", "mp4", "woff2", "woff",
]

extension StaticString {
  fileprivate func contains(_ byte: UInt8) -> Bool {
    withUTF8Buffer { $0.contains(byte) }
  }
}

extension OwnRule {
  static let expensivePattern = OwnRule(
    .safari, severity: .note,
    message: "WebKit's compiler needs about \(.other) of the list's time for this pattern alone",
    meaning:
      "The pattern is among the most expensive ones for WebKit's compiler. A wildcard or a repetition after a text with"
      + " which no other pattern begins needs an automaton of its own.",
    example: "||ads.example^*/a*b*c*d*e*f*g", instead: "use fewer wildcards, or add the host",
    check: .conversion)
}

enum ExpensivePatterns {
  static let count = 20
  /// The cost above which a pattern is expensive: a hundred times the cost of most patterns, in microseconds,
  /// and one percent of the list's cost.
  private static let least = (microseconds: 1000, share: 0.01)

  static func check(
    _ review: ConversionReview, sources: [ParsedSource], found: inout LintFindingCollector
  ) {
    var seen: Set<FilterPlace> = []
    for (location, microseconds) in review.mostExpensive {
      let share = Double(microseconds) / Double(max(review.microseconds, 1))
      guard microseconds >= least.microseconds, share >= least.share, seen.insert(location).inserted
      else { continue }
      let list = sources[location.source].list
      guard case .network(let filter) = list.lines[location.lineIndex].content else { continue }
      // In tenths, so that the text does not depend on platform-specific rounding.
      let tenths = Int(share * 1000)
      found.add(
        .expensivePattern, at: location, span: filter.pattern.range,
        detail: .words("\(tenths / 10).\(tenths % 10) %"))
    }
  }
}

extension OwnRule {
  static let invalidBody = OwnRule(
    .syntax, severity: .warning, message: "the body of the filter is invalid at '\(.text)': \(.other)",
    meaning:
      "The selector, the style, the scriptlet or its arguments are invalid. No content blocker applies the filter.",
    example: "news.example##.ad:has-text(promoted",
    instead: "correct it: `news.example##.ad:has-text(promoted)`",
    advice: "correct the marked part",
    check: .body)
}

/// A check for the bodies of filters that need a script, by the parsers of page scripts.
enum InvalidBodies {
  static func check(
    _ review: ConversionReview, sources: [ParsedSource], options: ConversionOptions,
    found: inout LintFindingCollector
  ) {
    let lists = sources.map { PageScript.List($0, options: options) }
    for problem in PageScript.mistakes(in: review.advancedFilters(), of: lists) {
      let list = sources[problem.place.source].list
      guard case .cosmetic(let filter) = list.lines[problem.place.lineIndex].content else { continue }
      let place = list.bytes.span.range(of: problem.text, in: filter.body) ?? filter.body
      found.add(.invalidBody, at: problem.place, span: place, detail: .words(problem.reason.message))
    }
  }
}
