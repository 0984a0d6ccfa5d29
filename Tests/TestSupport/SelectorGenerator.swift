/// Makes selectors, good and bad, of fragments and of cut and changed samples: by seed, so that a failure can be
/// had again.
package struct SelectorGenerator {
  private var random: SeededRandom

  package init(seed: UInt64) { random = SeededRandom(seed) }

  /// The next selector. It is not empty, and holds no byte that no text has.
  package mutating func next() -> String {
    switch random.below(8) {
    case 0...3: text(of: Self.fragments, 1...8)
    case 4: random.pick(["[", "[", ":not(["]) + text(of: Self.attributeParts, 1...6)
    case 5: random.pick([":is(", ":where(", ":not(:is("]) + text(of: Self.blockParts, 1...8)
    case 6:
      random.pick([":nth-child(", ":nth-last-of-type("]) + text(of: Self.nthParts, 1...5)
        + random.pick([")", ")", ")", "", ")a"])
    default: changedSample()
    }
  }

  private mutating func text(of parts: [String], _ counts: ClosedRange<Int>) -> String {
    let count = counts.lowerBound + random.below(counts.count)
    return (0..<count).map { _ in random.pick(parts) }.joined()
  }

  private mutating func changedSample() -> String {
    var sample = Array(random.pick(Self.samples))
    let place = random.below(sample.count)
    switch random.below(3) {
    case 0: sample.removeSubrange((place + 1)...)
    case 1: sample.remove(at: place)
    default: sample.insert(contentsOf: random.pick(Self.fragments), at: place)
    }
    return sample.isEmpty ? "a" : String(sample)
  }

  private static let fragments = [
    "a", ".b", "#c", "[d]", "[d=\"e\" i]", "*", "*|", "|", "&", "&", " & ", ":hover", ":empty", ":host",
    ":host(", ":user-valid", ":state(x)", ":state(", ":lang(en)", ":lang(\"--x\")", ":dir(ltr)", "::before",
    ":after", "::highlight(x)", "::highlight(x y)", "::details-content", "::part(p q)", "::slotted(a)",
    "::cue(", "::-webkit-x", "::-webkit-scrollbar", ":enabled", "::selection", ":window-inactive",
    ":not(", ":is(", ":has(", ":where(", ":nth-child(2 of ", ":nth-child(", "2n+1", " of ", "(", "[", "{",
    ")",
    ")", "]", "}", " > ", " + ", " ~ ", " ", ",", ", ", "||", "/*", "*/", "\"", "'", "\\", "\\41 ", "\n",
    "\0",
    "é", "-", "--", "-->", "1", ":", "::", ":foo", ":open", "::foo", ":has-text(x)", "x|", "!", ";",
  ]
  private static let attributeParts = [
    "a", "a", "*", "|", "=", "~=", "*=", "/**/", " ", "\"x\"", "'", "x", " i", "\\69", "s", "-", "\\", "]",
    "]",
    "url(", "]b",
  ]
  private static let blockParts = [
    "url(", "url( ", "URL(", "ur\\6c(", "1url(", "#url(", "@url(", "<!--", "-->", "\"", "'", "\\", "\n", ")",
    ")", "(", "[", "]", "{", "}", "/*", "*/", "a", ".b", " ", ",", "é", "\\)", "\0", "1", ":foo", "&",
  ]
  private static let nthParts = [
    "n", "N", "-n", "+n", "2n", "+", "-", " ", "/**/", "1", "5", "n-", "2n-", "n-1", "-1", "\\6e ", "\\2d ",
    "odd", "EVEN", "\\6f dd", " of ", "of", "a", ".x", ",", "e1", ".5", "2147483647", "2147483648",
    "2147483649", "99999999999999999999", "n-2147483648", "n-2147483649", "n--1", "%",
  ]
  private static let samples = [
    ":is([class$=\"_ad]\"])", ":is(url(x y), .a)", ":is(url(\"x)\"))", "a:not([b=\"c\\\"d\"], :is(.e, {f}))",
    "#\\31 23 > [href^='http://x']:not(:has(> .y))", ".a:has(+ b, ~ c:is(:has(d)))::before, e",
    "& > .a, &.b &", ":state(x):nth-child(2n - 1 of .a, &)", "::highlight(x):not(.a)", "a /* b */ c::part(d)",
    ":nth-last-child(-n+2147483647 of :is(", ":lang(en, \"*-CH\", \\*-x)", "::slotted(a:is(.b))::after",
  ]
}
