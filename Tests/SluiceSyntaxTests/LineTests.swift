import SluiceSyntax
import Testing

/// The kinds of lines.
@Suite struct LineTests {
  @Test(arguments: [
    ("", "0 lines"),
    ("   ", "blank"),
    ("\t", "blank"),
    ("!", "comment"),
    ("! a comment", "comment"),
    ("!##.x", "comment"),
    ("!||a.com^", "comment"),
    ("  ! indented", "comment"),
    ("!!!!", "comment"),
    ("#", "comment"),
    ("# a comment", "comment"),
    ("#a comment", "comment"),
    ("#!shebang", "comment"),
    ("#@comment", "comment"),
    ("## a section", "comment"),
    ("###", "comment"),
    ("######## section ########", "comment"),
    ("###ad", "hiding: ⟦#ad⟧"),
    ("[Adblock Plus 2.0]", "header ⟦Adblock Plus 2.0⟧"),
    ("[ uBlock Origin ]", "header ⟦uBlock Origin⟧"),
    ("[Adblock Plus 2.0; AdGuard]", "header ⟦Adblock Plus 2.0; AdGuard⟧"),
    ("  ||a.com^  ", "block || a.com ^"),
    ("\t##.x\t", "hiding: ⟦.x⟧"),
  ])
  func lineKindsAreRecognized(_ line: String, _ expected: String) { #expect(describe(line) == expected) }

  @Test(arguments: [
    ("!#if (adguard && !env_safari)", "directive if ⟦(adguard && !env_safari)⟧"),
    ("!#if(ext_ublock)", "directive if ⟦(ext_ublock)⟧"),
    ("!#else", "directive else ⟦⟧"),
    ("!#endif", "directive endif ⟦⟧"),
    ("!#include other/list.txt", "directive include ⟦other/list.txt⟧"),
    ("!#safari_cb_affinity(general,privacy)", "directive safari_cb_affinity ⟦(general,privacy)⟧"),
    ("!#safari_cb_affinity", "directive safari_cb_affinity ⟦⟧"),
    ("!#includes x", "comment"),
    ("!# if x", "comment"),
    ("!####", "comment"),
    ("!+ NOT_OPTIMIZED PLATFORM(ios)", "hint ⟦NOT_OPTIMIZED PLATFORM(ios)⟧"),
    ("!+NOT_PLATFORM(windows)", "hint ⟦NOT_PLATFORM(windows)⟧"),
    ("!+", "hint ⟦⟧"),
    ("!++++", "comment"),
  ])
  func directivesAreParsed(_ line: String, _ expected: String) { #expect(describe(line) == expected) }

  @Test(arguments: [
    ("! Title: Some list", "metadata ⟦Title⟧ ⟦Some list⟧"),
    ("!Title:Some list", "metadata ⟦Title⟧ ⟦Some list⟧"),
    ("! Last modified: 1 Jan 2026 10:00 UTC", "metadata ⟦Last modified⟧ ⟦1 Jan 2026 10:00 UTC⟧"),
    ("! Homepage: https://a.com/x", "metadata ⟦Homepage⟧ ⟦https://a.com/x⟧"),
    ("! Diff-Path: ../x.patch", "metadata ⟦Diff-Path⟧ ⟦../x.patch⟧"),
    ("! Titre: Liste française", "metadata ⟦Titre⟧ ⟦Liste française⟧"),
    ("! Title:", "comment"),
    ("! : x", "comment"),
    ("! https://a.com/x", "comment"),
    ("! - https: //a.com", "comment"),
    ("! a.com: broken", "comment"),
    ("! this is not a key: x", "comment"),
    ("# Title: hosts files have none", "comment"),
  ])
  func metadataCommentsAreParsed(_ line: String, _ expected: String) { #expect(describe(line) == expected) }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func metadataIsLimitedToFirstFiftyLines(_ lineEnd: String) {
    let list = Array(repeating: "! Key: value", count: 60).joined(separator: lineEnd)
    let lines = describe(list: Array(list.utf8))
    #expect(lines.count == 60)
    #expect(lines.prefix(50).allSatisfy { $0 == "metadata ⟦Key⟧ ⟦value⟧" })
    #expect(lines.dropFirst(50).allSatisfy { $0 == "comment" })
  }

  @Test(arguments: [
    ("", [] as [String]),
    ("\n", ["blank"]),
    ("\r", ["blank"]),
    ("\r\n", ["blank"]),
    ("\n\r", ["blank", "blank"]),
    ("aaaa\nbbbb", ["block aaaa", "block bbbb"]),
    ("aaaa\r\nbbbb\r\n", ["block aaaa", "block bbbb"]),
    ("aaaa\rbbbb\r", ["block aaaa", "block bbbb"]),
    ("aaaa\n\nbbbb", ["block aaaa", "blank", "block bbbb"]),
    ("aaaa\r\r\nbbbb", ["block aaaa", "blank", "block bbbb"]),
    ("\u{feff}! x\n##.y", ["comment", "hiding: ⟦.y⟧"]),
    ("\u{feff}", []),
    ("\u{feff}##.y", ["hiding: ⟦.y⟧"]),
    ("aaaa\n\u{feff}bbbb", ["block aaaa", "block bbbb"]),
  ])
  func lineEndingsAreSplit(_ list: String, _ expected: [String]) {
    #expect(describe(list: Array(list.utf8)) == expected)
  }
}
