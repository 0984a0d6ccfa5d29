import Testing

@testable import SluiceRules

/// Patterns whose letters are all in the host, so that case does not matter.
@Suite struct HostOnlyTests {
  @Test(arguments: [
    (#"^[^:]+://([^/]+\.)?ads\.example[:/]"#, true),
    (#"^[^:]+://([^/]+\.)?a-b_1\.example[:/]"#, true),
    (#"^[^:]+://+([^/]+\.)?ads\.example[:/]"#, true),
    (#"^[^:]+://([^/]+\.)?shop\.(com?\.)?[^./:@]+[:/]"#, true),
    (#"^[^:]+://([^/]+\.)?shop\.[^./:@]+(\.[^./:@]+)?[:/]"#, true),
    (#"^[^:]+://([^/]+\.)?ads\.example(:[0-9]+)?/"#, true),
    (#"^[^:]+://([^/]+\.)?ADS\.example[:/]"#, false),
    (#"^[^:]+://([^/]+\.)?ads\.example/"#, false),
    (#"^[^:]+://([^/]+\.)?ads\.example"#, false),
    (#"^[^:]+://([^/]+\.)?ads\.example[:/]x"#, false),
    (#"^[^:]+://([^/]+\.)?ads\.example[:/]?"#, false),
    (#"^[^:]+://([^/]+\.)?ads.example[:/]"#, false),
    (#"^[^:]+://.*ads\.example[:/]"#, false),
    ("ads", false), (".*", false),
  ])
  func hostOnlyPatternsAreRecognized(pattern: String, isHostOnly: Bool) throws {
    let filter = try URLFilter(parsing: pattern)
    #expect(filter.isHostOnly == isHostOnly)
  }
}
