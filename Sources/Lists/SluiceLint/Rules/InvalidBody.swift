import SluiceConversion
import SluicePageScript
import SluiceSyntax

extension OwnRule {
  static let invalidBody = OwnRule(
    .syntax, .warning, "the body of the filter is invalid at '\(.text)': \(.other)",
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
    _ review: ConversionReview, _ sources: [ParsedSource], _ options: ConversionOptions,
    _ found: inout LintFindingCollector
  ) {
    let lists = sources.map { PageScript.List($0, options: options) }
    for problem in PageScript.mistakes(in: review.advancedFilters, of: lists) {
      let list = sources[problem.place.source].list
      guard case .cosmetic(let filter) = list.lines[problem.place.lineIndex].content else { continue }
      let place = list.bytes.span.range(of: problem.text, in: filter.body) ?? filter.body
      found.add(.invalidBody, at: problem.place, place, .words(problem.reason.message))
    }
  }
}
