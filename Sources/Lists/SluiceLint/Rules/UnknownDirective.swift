import SluiceSyntax
import SluiceText

extension OwnRule {
  static let unknownDirective = OwnRule(
    .syntax, .warning, "unknown instruction '\(.text)'",
    meaning:
      "The line begins like an instruction, but no program knows it. It is ignored, so it does not decide what it was"
      + " meant to decide.",
    example: "!#elif env_safari\n||ads.example^",
    instead:
      "write `!#if`, `!#else`, `!#endif`, `!#include` or `!#safari_cb_affinity`, or `! #…` for a comment",
    advice: "valid instructions are !#if, !#else, !#endif, !#include and !#safari_cb_affinity",
    check: .line { line, found in
      let bytes = line.bytes.span
      guard case .comment = line.content, bytes.hasText("!#", at: line.range.lowerBound, in: line.range)
      else { return }
      let end = bytes.endOfRun(from: line.range.lowerBound + 2, to: line.range.upperBound) {
        $0.isLetter || $0 == ASCII.underscore
      }
      // `!#T66y.com` and `!#e` are headings.
      guard end > line.range.lowerBound + 3, end == line.range.upperBound || bytes[end].isBlank else {
        return
      }
      found.add(.unknownDirective, at: line.location, ByteRange(line.range.lowerBound, end))
    },
    nearest: { text, _ in
      Suggestion.nearest(to: text, among: Directive.Kind.allCases.map { "!#\($0.rawValue)" })
    })
}
