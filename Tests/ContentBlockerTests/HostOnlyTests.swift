import Testing

@testable import ContentBlocker

/// In which patterns case cannot matter, since all of their letters stand in the host.
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
  func lettersOfTheHost(pattern: String, isHostOnly: Bool) throws {
    let filter = try URLFilter(parsing: pattern)
    #expect(filter.isHostOnly == isHostOnly)
  }
}
