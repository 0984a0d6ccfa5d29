import Testing

@testable import sluice

@Suite struct FormatTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (79_288, "79,288"), (1_234_567, "1,234,567"),
    (-1000, "-1,000"), (Int.max, "9,223,372,036,854,775,807"), (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func numbersHaveThousandsSeparators(number: Int, expected: String) {
    #expect(Format.grouped(number) == expected)
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (1049, "1.0 kB"), (1050, "1.1 kB"),
    (999_949, "999.9 kB"), (999_950, "1.0 MB"), (6_100_000, "6.1 MB"), (999_949_999, "999.9 MB"),
    (999_950_000, "1.0 GB"), (4_294_967_296, "4.3 GB"),
  ])
  func sizesAreFormattedInDecimalUnits(bytes: Int, expected: String) {
    #expect(Format.size(bytes) == expected)
  }

  @Test(arguments: [
    (0, "0.00 s", "0.000"), (4, "0.00 s", "0.004"), (5, "0.01 s", "0.005"), (87, "0.09 s", "0.087"),
    (999, "1.00 s", "0.999"), (61_500, "61.50 s", "61.500"),
  ])
  func durationsAreFormattedInSeconds(milliseconds: Int, seconds: String, exact: String) {
    #expect(Format.seconds(.milliseconds(milliseconds)) == seconds)
    #expect(Format.milliseconds(.milliseconds(milliseconds)) == exact)
  }

  @Test func nounsAgreeWithCount() {
    #expect(Format.counted(1, noun: "rule") == "1 rule")
    #expect(Format.counted(0, noun: "rule") == "0 rules")
    #expect(Format.counted(1734, noun: "rule") == "1,734 rules")
  }
}
