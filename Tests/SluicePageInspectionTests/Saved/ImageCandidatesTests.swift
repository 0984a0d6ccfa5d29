import Testing

@testable import SluicePageInspection

/// The choice among several image candidates.
@Suite struct ImageCandidatesTests {
  @Test(
    arguments: [
      ("s.png", nil, nil, "s.png"), ("s.png", "a.png 2x", nil, "s.png"),
      (nil, "a.png 2x, b.png 1.5x", nil, "b.png"),
      ("s.png", "a.png", nil, "a.png"), ("s.png", "a.png 0.5x", nil, "s.png"),
      (nil, "a.png 0.5x", nil, "a.png"),
      (nil, "a.png, b.png", nil, "a.png"), (nil, " a.png 640w,b.png 1280w , c.png 2560w", nil, "b.png"),
      ("s.png", "a.png 640w, b.png 1280w", "50vw", "a.png"),
      (nil, "a.png 640w, b.png 1280w", "(max-width: 9px) 1px, 640px", "a.png"),
      (nil, "a.png 640w, b.png 1280w", "calc(1px)", "b.png"), (nil, "a.png 1q, b.png", nil, "b.png"),
      ("", nil, nil, nil),
      (nil, "a.png -1x, ,,", nil, nil),
      (nil, "data:image/png;base64,AA 1x, b.png 2x", nil, "data:image/png;base64,AA"),
      (nil, "a.png nanx, b.png infx", nil, nil), (nil, "a.png 320w 200h", nil, "a.png"),
    ] as [(String?, String?, String?, String?)])
  func imageCandidateIsPicked(_ source: String?, _ set: String?, _ sizes: String?, _ expected: String?) {
    let url = ImageCandidates.pick(
      source: source.map { Array($0.utf8) }, set: set.map { Array($0.utf8) },
      sizes: sizes.map { Array($0.utf8) })
    #expect(url.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test(
    arguments: [
      (nil, true), ("", true), ("all", true), ("screen and (min-width: 600px)", true),
      ("(max-width: 600px)", false),
      ("(min-width:1000px) and (max-width:2000px)", true), ("print", false),
      ("(orientation: portrait)", false),
      ("print, (min-width: 1px)", true), ("(min-width: 80em)", false),
    ] as [(String?, Bool)])
  func mediaConditionsAreEvaluated(_ text: String?, _ expected: Bool) {
    #expect(ImageCandidates.holds(text.map { Array($0.utf8) }) == expected)
  }
}
