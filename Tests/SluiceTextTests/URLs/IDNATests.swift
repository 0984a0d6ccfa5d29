import Testing
import TestSupport

@testable import SluiceText

@Suite struct IDNATests {
  private static let labels: [(label: String, expected: String?)] = [
    ("ä", "xn--4ca"), ("Ä", "xn--4ca"), ("a\u{308}", "xn--4ca"), ("ß", "xn--zca"), ("ẞ", "xn--zca"),
    ("ς", "xn--3xa"),
    // Compatibility forms and what is left out.
    ("ＡＢｃ", "abc"), ("⑴", "(1)"), ("ﬁ", "fi"), ("ä\u{AD}b", "xn--b-zfa"), ("\u{AD}", ""), ("㋿", "xn--nnqt1l"),
    // The parts of Hangul, and marks in the wrong order.
    ("\u{1112}\u{1161}\u{11AB}", "xn--6q8b"), ("o\u{302}\u{323}", "xn--8lg"), ("\u{1ECD}\u{302}", "xn--8lg"),
    // Hyphens and underscores.
    ("-ä", "xn----0fa"), ("ä-", "xn----zfa"), ("ab--ä", "xn--ab---ooa"), ("ä_b", "xn--_b-uia"), ("ä b", nil),
    ("ä/b", nil), ("ä％", nil), ("℀", nil), ("ä․b", nil),
    // Marks, joiners, and scripts from right to left.
    ("\u{301}ä", nil), ("क\u{94D}\u{200C}b", "xn--b-tud2ow90g"), ("क\u{94D}\u{200D}", "xn--11b6iy14e"),
    ("ب\u{200C}ب", "xn--ngba799q"), ("ä\u{200C}b", nil), ("ä\u{200D}", nil), ("א1", "xn--1-zhc"),
    ("אa", nil), ("1א", nil), ("א1٠", nil), ("א-", nil), ("٠", nil), ("א\u{5B0}", "xn--7cb7d"),
    // Labels that look like Punycode after they are mapped.
    ("ｘn--4ca", "xn--4ca"), ("ｘn--a", nil), ("xn--ä", nil), ("ｘn--b", nil),
    // Unassigned and private scalars, and lengths.
    ("\u{378}", nil), ("\u{E000}", nil), (String(repeating: "ä", count: 58), nil),
    (String(repeating: "ä", count: 40), "xn--4c" + String(repeating: "a", count: 40)),
  ]

  @Test(arguments: labels)
  func labelsAreWrittenAsInBrowsers(_ label: String, _ expected: String?) {
    #expect(IDNA.ascii(Array(label.utf8)).map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test func invalidBytesAreNoLabel() {
    #expect(IDNA.ascii([0xC3]) == nil && IDNA.ascii([0xED, 0xA0, 0x80]) == nil)
  }
}
