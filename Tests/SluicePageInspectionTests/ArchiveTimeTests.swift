import Testing

@testable import SluicePageInspection

@Suite struct ArchiveTimeTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.5Z", 500_000),
    ("1970-01-02T00:00:01.000001Z", 86_401_000_001),
    ("2024-02-29T12:00:00.123+02:00", 1_709_200_800_123_000),
    ("2024-02-29T12:00:00.123-0130", 1_709_213_400_123_000),
    ("2000-03-01T00:00:00", 951_868_800_000_000), ("2026-11-23T23:59:59.1234567Z", 1_795_478_399_123_456),
  ])
  func archiveTimesAreParsed(_ text: String, _ microseconds: Int) {
    #expect(ArchiveTime.microseconds(Array(text.utf8)) == microseconds)
  }

  @Test(arguments: [
    "", "1970", "1970-13-01T00:00:00Z", "1970-01-00T00:00:00Z", "1970-01-01 00:00:00", "1970-01-01T0:00:00",
  ])
  func invalidArchiveTimesAreRejected(_ text: String) {
    #expect(ArchiveTime.microseconds(Array(text.utf8)) == nil)
  }
}
