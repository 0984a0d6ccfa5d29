import SluiceConversion
import Testing

@testable import sluice

@Suite struct ArgumentParserTests {
  private func arguments(_ line: String) throws -> Arguments {
    let words = line.split(separator: " ").map(String.init)
    guard case .run(let command, let arguments) = try ArgumentParser().parse(words) else {
      Issue.record("\(line) does not run a command")
      return Arguments()
    }
    #expect(command.rawValue == words.first)
    return arguments
  }

  @Test func defaultsApplyWithoutFlags() throws {
    #expect(try "\(arguments("convert"))" == "\(Arguments())")
  }

  @Test func parserReadsEveryFlag() throws {
    let read = try arguments(
      """
      convert a.txt --output o.json --split --target safari-16 --max-rules 50000 --on-limit truncate \
      --format jsonl --max-diagnostics 0 --quiet --threads 3 --color never b.txt
      """)
    var expected = Arguments()
    expected.convert.files = ["a.txt", "b.txt"]
    expected.convert.output = "o.json"
    expected.conversion.split = .action
    expected.conversion.target = .safari16_4
    expected.conversion.maximumRules = 50_000
    expected.conversion.limitPolicy = .truncate
    expected.conversion.threads = 3
    expected.reporting = Reporting(
      color: .never, detail: .quiet, findingFormat: .jsonLines, listing: .each(atMost: .max))
    // Options shared with other commands are set for these as well.
    expected.check.options.maximumRules = 50_000
    expected.build.threads = 3
    #expect("\(read)" == "\(expected)")
  }

  @Test(arguments: ["-o x.json", "-ox.json", "-o=x.json", "--output x.json", "--output=x.json"])
  func flagValueIsReadInEveryForm(flag: String) throws {
    #expect(try arguments("convert \(flag)").convert.output == "x.json")
    #expect(try arguments("convert \(flag) a").convert.files == ["a"])
  }

  @Test func shortFlagsCanBeCombined() throws {
    let read = try arguments("convert -qo x.json")
    #expect(read.reporting.isQuiet)
    #expect(read.convert.output == "x.json")
    #expect(try "\(arguments("convert -qox.json"))" == "\(read)")
  }

  @Test func lastOfRepeatedFlagsWins() throws {
    #expect(try arguments("convert -o a --output b").convert.output == "b")
  }

  @Test func doubleDashEndsFlags() throws {
    #expect(try arguments("convert -q -- -o --split --").convert.files == ["-o", "--split", "--"])
  }

  @Test func dashIsOperandAndFlagValue() throws {
    #expect(try arguments("convert - -o -").convert.files == ["-"])
    #expect(try arguments("convert - -o -").convert.output == "-")
  }

  @Test func attachedFlagValueMayStartWithDash() throws {
    #expect(try arguments("convert --output=a=b").convert.output == "a=b")
    #expect(try arguments("convert --output=--split").convert.output == "--split")
  }

  private static let usageErrors: [(line: String, expected: UsageError)] = [
    ("convrt", UsageError(.unknownCommand("convrt", suggestion: "convert"))),
    ("easylist.txt", UsageError(.unknownCommand("easylist.txt", suggestion: nil))),
    ("--qiet", UsageError(.unknownFlag("--qiet", suggestion: "--quiet"))),
    ("--quiet convert", UsageError(.flagBeforeCommand("--quiet", .convert))),
    ("--help convrt", UsageError(.unknownCommand("convrt", suggestion: "convert"))),
    ("--version=1", UsageError(.unexpectedValue(flag: "--version"))),
    ("convert --outpt x", error(.unknownFlag("--outpt", suggestion: "--output"))),
    ("convert --outpt=x", error(.unknownFlag("--outpt", suggestion: "--output"))),
    ("convert -qx", error(.unknownFlag("-x", suggestion: nil))),
    ("convert --version", error(.flagOfOtherCommand("--version", .topLevel))),
    (
      "help --advanced",
      UsageError(.flagOfOtherCommand("--advanced", .commands([.convert])), command: .help)
    ),
    ("convert -o", error(.missingValue(flag: "-o", placeholder: "FILE", instead: nil))),
    ("convert -o --split", error(.missingValue(flag: "-o", placeholder: "FILE", instead: "--split"))),
    ("convert --quiet=yes", error(.unexpectedValue(flag: "--quiet"))),
    ("convert -q=yes", error(.unexpectedValue(flag: "-q"))),
    (
      "convert --output=",
      error(.invalidValue(flag: "--output", value: "", expected: "a path", suggestion: nil))
    ),
    (
      "convert --format josnl",
      error(
        .invalidValue(
          flag: "--format", value: "josnl", expected: "one of text, jsonl, github, sarif, junit, gitlab",
          suggestion: "jsonl"))
    ),
    ("help a b", UsageError(.tooManyOperands("b", maximum: 1), command: .help)),
  ]

  @Test(arguments: usageErrors)
  func usageErrorsAreSpecific(line: String, expected: UsageError) {
    #expect(throws: expected) { try ArgumentParser().parse(line.split(separator: " ").map(String.init)) }
  }

  private static func error(_ problem: UsageError.Problem) -> UsageError {
    UsageError(problem, command: .convert)
  }

  @Test(arguments: ["0", "-1", "150001", "1e3", "1,000", "99999999999999999999", "", "x"])
  func outOfRangeNumbersAreUsageErrors(number: String) {
    let expected = UsageError(
      .invalidValue(
        flag: "--max-rules", value: number, expected: "a whole number from 1 to 150,000", suggestion: nil),
      command: .convert)
    #expect(throws: expected) { try ArgumentParser().parse(["convert", "--max-rules=\(number)"]) }
  }

  @Test(arguments: [
    ["--help"], ["-h"], ["convert", "-h"], ["convert", "a", "--help", "--nonsense"], ["--help", "convert"],
    ["-h", "convert", "a"], ["--help", "--version"],
  ])
  func helpFlagsAndCommandAreRecognized(words: [String]) throws {
    guard case .help(let command, _) = try ArgumentParser().parse(words) else {
      Issue.record("no help")
      return
    }
    #expect(command?.name == (words.contains("convert") ? .convert : nil))
  }

  @Test(arguments: [["--version"], ["-V"], ["version"]])
  func versionFlagsAndCommandAreRecognized(words: [String]) throws {
    guard case .version = try ArgumentParser().parse(words) else {
      Issue.record("no version")
      return
    }
  }

  @Test func emptyCommandLineParsesAsNothing() throws {
    guard case .nothing = try ArgumentParser().parse([]) else {
      Issue.record("something")
      return
    }
  }

  @Test(
    arguments: [
      ("build b", \Arguments.build.file), ("serve d", \.serve.folder), ("explain f", \.explain.text),
      ("conformance c", \.conformance.folder), ("playground c", \.playground.folder),
      ("completions c", \.completions.shell), ("help h", \.helpTopic),
    ] as [(String, KeyPath<Arguments, String?> & Sendable)])
  func singleOperandIsStored(line: String, property: KeyPath<Arguments, String?> & Sendable) throws {
    #expect(try arguments(line)[keyPath: property] == String(line.suffix(1)))
  }

  @Test(
    arguments: [
      ("convert a b", \Arguments.convert.files), ("merge a b", \.merge.files), ("check a b", \.check.files),
      ("match a b", \.match.lists), ("diff a b", \.diff.lists), ("webkit-compile a b", \.webKitCompile.files),
    ] as [(String, KeyPath<Arguments, [String]> & Sendable)])
  func operandsKeepTheirOrder(line: String, property: KeyPath<Arguments, [String]> & Sendable) throws {
    #expect(try arguments(line)[keyPath: property] == ["a", "b"])
  }

  @Test func mistypedFlagGetsSuggestion() {
    let error = UsageError(.unknownFlag("--outpt", suggestion: "--output"), command: .convert)
    #expect(error.message == "unknown option '--outpt'" && error.advice == "did you mean '--output'?")
  }

  /// Every message starts in lowercase, has no full stop, and says what to do.
  @Test func usageErrorsFollowMessageStyle() {
    let problems: [UsageError.Problem] = [
      .notText("x"), .unknownCommand("x", suggestion: nil), .unknownCommand("a.txt", suggestion: nil),
      .unknownCommand("x", suggestion: "y"), .unknownFlag("--x", suggestion: nil),
      .unknownFlag("--x", suggestion: "--y"), .flagBeforeCommand("--x", .convert),
      .flagOfOtherCommand("--x", .commands([.convert, .lint])), .flagOfOtherCommand("--x", .topLevel),
      .missingValue(flag: "--x", placeholder: "N", instead: nil),
      .missingValue(flag: "-x", placeholder: "N", instead: "--y"), .unexpectedValue(flag: "--x"),
      .invalidValue(flag: "--x", value: "y", expected: "a path", suggestion: nil),
      .invalidValue(flag: "--x", value: "y", expected: "a path", suggestion: "z"),
      .tooManyOperands("x", maximum: 0), .tooManyOperands("x", maximum: 1), .tooManyOperands("x", maximum: 2),
      .noInput, .standardInputTwice, .operands("no LIST given", "name a list"),
    ]
    for problem in problems {
      let report = UsageError(problem, command: .convert).report
      #expect(report.exitCode == .usage && report.advice.last == "'sluice help convert' lists its options")
      for text in [report.message ?? ""] + report.advice {
        #expect(!text.hasSuffix(".") && text.first?.isUppercase == false && !text.isEmpty, "\(text)")
      }
    }
  }
}
