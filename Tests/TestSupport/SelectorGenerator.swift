/// Generates valid and invalid selectors from fragments and from truncated or changed samples.
///
/// The same seed reproduces a failure.
package struct SelectorGenerator {
  private var random: SeededRandom

  package init(seed: UInt64) { random = SeededRandom(seed) }

  /// Returns the next selector, which is not empty and contains valid text only.
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

  /// Returns the next selector, made of one or more names and forms of the table and usually valid.
  package mutating func nextOfTable() -> String {
    if random.below(4) == 0 { return next() }
    let count = 1 + random.below(3)
    var text = random.pick(["", "", "a", ".b", "#c ", "*", "a > "])
    for _ in 0..<count {
      let one = random.pick(Self.table)
      text += random.below(4) == 0 ? random.pick(Self.wrappers).replacing("_", with: one) : one
      if random.below(6) == 0 { text += random.pick([" ", " > ", ", ", "~", ".x"]) + "a" }
    }
    return text
  }

  private static let wrappers = [
    ":not(_)", ":not(a, _)", ":has(_)", ":has(> _, + b)", ":nth-child(2 of _)", "::slotted(_)", ":host(_)",
    ":is(_)",
    ":where(a, _)", ":not(:is(_))", ":has(:not(_))",
  ]

  /// Every name and form of selectors that some WebKit accepts in a rule, each valid by itself.
  package static let table: [String] =
    [
      "hover active focus focus-visible focus-within first-child last-child only-child first-of-type last-of-type",
      "only-of-type empty root host link visited any-link -webkit-any-link target scope defined checked default",
      "indeterminate optional required valid invalid in-range out-of-range read-only read-write placeholder-shown",
      "autofill -webkit-autofill -webkit-autofill-and-obscured -webkit-autofill-strong-password",
      "-webkit-autofill-strong-password-viewable -webkit-drag -webkit-full-screen fullscreen modal playing paused",
      "seeking buffering stalled muted volume-locked past future enabled disabled window-inactive start end increment",
      "decrement horizontal vertical single-button double-button no-button corner-present user-valid user-invalid",
      "active-view-transition heading FULLSCREEN Hover \\66ocus-visible is(a) where(a) matches(a) -webkit-any(a) not(a)",
      "has(a) has(>a) nth-child(2n+1) nth-last-child(odd) nth-of-type(2) nth-last-of-type(n) lang(en) dir(ltr)",
      "host(a) state(x) heading(1) heading(1,+2) active-view-transition-type(x) active-view-transition-type(x,y)",
      "before after first-line first-letter AFTER",
    ].flatMap { $0.split(separator: " ").map { ":\($0)" } }
    + [
      "before after first-letter first-line marker backdrop selection placeholder file-selector-button cue",
      "-webkit-resizer -webkit-scrollbar -webkit-scrollbar-button -webkit-scrollbar-corner -webkit-scrollbar-thumb",
      "-webkit-scrollbar-track -webkit-scrollbar-track-piece -webkit-anything details-content grammar-error",
      "spelling-error view-transition slotted(a) part(x) cue(a) highlight(x) view-transition-group(x)",
      "view-transition-group(*) view-transition-old(x.y) view-transition-new(.y.z) view-transition-image-pair(*.y)",
      "BEFORE Marker -WEBKIT-x -webkit-X CUE(a) PART(x) b\\000045fore details-content::before slotted(a)::placeholder",
      "slotted(a)::after part(x)::before part(x):hover before:not(a) placeholder:hover selection:window-inactive",
      "-webkit-scrollbar-thumb:vertical view-transition-group(x):only-child details-content:hover",
    ].flatMap { $0.split(separator: " ").map { "::\($0)" } }
    + ["&", "[a]", "[a=b]", "[a=\"b\" i]", "[a=b s]", "[a='b'S]", "[a^=b s]", "[*|a]", "[a=b \\73]"]

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
