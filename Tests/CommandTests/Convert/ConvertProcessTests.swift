import Foundation
import TestSupport
import Testing

@testable import sluice

/// `sluice convert` as a process, for mistakes and environments that cannot be tested in-process.
@Suite struct ConvertProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("! Title: x\n||ads.example^\n||b.example^$nonsense\n", to: "list.txt")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  /// Writes a list whose JSON exceeds the capacity of a pipe.
  private func writeLargeList() throws {
    try folder.write((0..<20_000).map { "||host\($0).example^\n" }.joined(), to: "large.txt")
  }

  @Test func convertWritesRulesToStandardOutput() throws {
    let result = try sh("sluice convert list.txt")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("[{\"trigger\":"))
    #expect(result.error.contains("list.txt:3:"))
    #expect(result.error.contains("\nlist: 2 filters → "))
    #expect(try sh("sluice convert - < list.txt").output == result.output)
    #expect(try sh("sluice convert < list.txt").output == result.output)
    #expect(try sh("cat list.txt | sluice convert -").output == result.output)
    #expect(try sh("sluice convert list.txt -o /dev/stdout").output == result.output)
  }

  @Test(arguments: [
    ("ln list.txt x; sluice convert list.txt -o x", "'x'"),
    ("ln -s list.txt x; sluice convert x -o list.txt", "'list.txt'"),
    ("ln -s list.txt x; sluice convert list.txt -o y --advanced x", "'x'"),
    ("ln -s list.txt x; sluice convert list.txt -o y --source-map ./x", "'./x'"),
    ("ln list.txt x.network.json; sluice convert list.txt --split -o x", "'x.network.json'"),
    ("ln list.txt x; sluice convert < list.txt -o x", "'x'"),
  ])
  func convertNeverOverwritesInputs(script: String, name: String) throws {
    let before = folder.text(of: "list.txt")
    let result = try sh(script)
    #expect(result.status == 2)
    #expect(result.error.contains("\(name) is an input and would be overwritten"), "\(result.error)")
    #expect(folder.text(of: "list.txt") == before)
  }

  /// A killed process cannot remove its unfinished files; the next process does.
  @Test func leftoversOfKilledConversionAreRemoved() throws {
    let script = """
      mkfifo stuck; mkdir o; ln -s ../list.txt o/.z.sluice-unfinished-999999999
      "$SLUICE" convert list.txt --split -o o/x --advanced stuck &
      tries=0
      while [ $tries -lt 100 ] && ! ls -A o | grep -q 'cosmetic.json.sluice'; do sleep 0.1; tries=$((tries + 1)); done
      kill -9 $!; wait
      ls -A o | wc -l
      sluice convert -q list.txt -o o/y.json; ls -A o
      """
    let result = try sh(script)
    #expect(
      result.output.split(separator: "\n") == ["3", ".z.sluice-unfinished-999999999", "y.json"],
      "\(result.output)")
  }

  @Test func convertWritesFileQuietly() throws {
    let expected = try sh("sluice convert -q list.txt")
    #expect(expected.error.isEmpty)
    let result = try sh("sluice convert -q list.txt -o x.json")
    #expect(result.status == 0)
    #expect(result.output.isEmpty && result.error.isEmpty)
    #expect(folder.text(of: "x.json") == expected.output)
    #expect(folder.names == ["list.txt", "x.json"])
  }

  @Test(arguments: ["x", "x.json"])
  func splitWritesNetworkAndCosmeticFiles(name: String) throws {
    #expect(try sh("sluice convert -q --split list.txt -o \(name)").status == 0)
    #expect(folder.names == ["list.txt", "x.cosmetic.json", "x.network.json"])
  }

  @Test func standardInputIsNamedInDiagnostics() throws {
    let result = try sh("sluice convert - < list.txt")
    #expect(result.error.contains("<stdin>:3:"))
    #expect(result.error.contains("\nstdin: 2 filters"))
  }

  @Test func convertJSONLinesAreValid() throws {
    let result = try sh("sluice convert list.txt --format jsonl -o /dev/null")
    let lines = result.error.split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    #expect(lines.last?.hasPrefix(#"{"summary":"#) == true)
  }

  @Test func textDiagnosticsAreLimited() throws {
    try folder.write((0..<1734).map { "||host\($0).example^$nonsense\n" }.joined(), to: "bad.txt")
    #expect(try sh("sluice convert bad.txt").error.hasPrefix("warning: 1,734 unsupported: "))
    #expect(
      try sh("sluice convert bad.txt --max-diagnostics 50").error.contains(
        "\nshowing 50 of 1,734; --max-diagnostics 0 shows all\n"))
    #expect(!(try sh("sluice convert bad.txt --max-diagnostics 0").error.contains("showing")))
  }

  @Test(arguments: [
    ("sluice convert nope.txt", "cannot read 'nope.txt': No such file or directory"),
    ("sluice convert .", "cannot read '.': it is a folder"),
    ("sluice convert - < .", "cannot read standard input: it is a folder"),
    ("sluice convert - <&-", "cannot read standard input: Bad file descriptor"),
    ("sluice convert list.txt -o .", "cannot write '.': it is a folder"),
    ("sluice convert list.txt -o a/b", "cannot write 'a/b': there is no folder 'a'"),
    ("sluice convert list.txt -o list.txt/b", "cannot write 'list.txt/b': Not a directory"),
    ("sluice convert list.txt -o list.txt", "'list.txt' is an input and would be overwritten"),
    ("sluice convert list.txt >> list.txt", "standard output is an input and would be overwritten"),
    ("sluice convert list.txt >&-", "cannot write standard output: Bad file descriptor"),
    ("sluice --help >&-", "cannot write standard output: Bad file descriptor"),
  ])
  func convertFailuresHaveMessage(script: String, message: String) throws {
    let before = folder.text(of: "list.txt")
    let result = try sh(script)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("sluice: error: \(message)\n"), "\(result.error)")
    #expect(folder.names == ["list.txt"])
    #expect(folder.text(of: "list.txt") == before)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"),
    arguments: ["> /dev/full", "-o /dev/full", "-o - > /dev/full"])
  func fullDiskIsReported(redirection: String) throws {
    let result = try sh("sluice convert list.txt \(redirection)")
    #expect(result.status == 2)
    #expect(result.error.contains("No space left on device"))
  }

  @Test func fullDiskKeepsOldFile() throws {
    try writeLargeList()
    try folder.write("old", to: "x.json")
    // The limit must not apply to the shell's own output.
    let result = try sh("ulimit -f 8; exec \"$SLUICE\" convert -q large.txt -o x.json")
    #expect(result.status == 2)
    #expect(result.error.hasPrefix("sluice: error: cannot write 'x.json': File too large\n"))
    #expect(folder.text(of: "x.json") == "old")
    #expect(folder.names == ["large.txt", "list.txt", "x.json"])
  }

  @Test func closedOutputPipeIsNotError() throws {
    try writeLargeList()
    let result = try sh("{ sluice convert large.txt; echo $? > status; } | head -c 1")
    #expect(folder.text(of: "status") == "0\n")
    #expect(result.error.isEmpty)
  }

  @Test func closedStandardErrorDoesNotCorruptOutput() throws {
    let expected = try sh("sluice convert -q list.txt").output
    #expect(try sh("sluice convert list.txt -o x.json 2>&-").status == 0)
    #expect(folder.text(of: "x.json") == expected)
  }

  @Test(.signals, arguments: ["TERM", "INT", "HUP"])
  func signalRemovesTemporaryFiles(signal: String) throws {
    // The second list goes to a FIFO without a reader, so the process waits after it has written the first
    // one.
    let result = try sh(
      """
      mkfifo x.cosmetic.json
      ( trap - INT; exec "$SLUICE" convert -q --split list.txt -o x ) &
      tries=0
      while [ $tries -lt 100 ] && ! ls -a | grep -q '^\\.x'; do sleep 0.1; tries=$((tries + 1)); done
      ls -a | grep '^\\.x'
      kill -\(signal) $!
      # Background processes of a shell without job control ignore SIGINT.
      [ \(signal) = INT ] && { sleep 0.2; kill -TERM $!; }
      wait $!
      """)
    #expect(result.output.hasPrefix(".x.network.json.sluice-unfinished-"))
    #expect(result.status > 128)
    #expect(folder.names == ["list.txt", "x.cosmetic.json"])
  }

  @Test(arguments: [
    ("sluice convrt", "unknown command 'convrt'\n  = help: did you mean 'convert'?\n"),
    ("sluice help convrt", "unknown command 'convrt'\n  = help: did you mean 'convert'?\n"),
    ("sluice --help convrt", "unknown command 'convrt'\n  = help: did you mean 'convert'?\n"),
    (
      "sluice list.txt",
      "unknown command 'list.txt'\n  = help: to convert a list, use 'sluice convert list.txt'\n"
    ),
    ("sluice convert --outpt x", "unknown option '--outpt'\n  = help: did you mean '--output'?\n"),
    ("sluice convert - -", "standard input ('-') can be read only once\n"),
    (
      "sluice convert --split list.txt",
      "option '--split' needs a name for the two files that it writes\n  = help: --output NAME"
    ),
    ("sluice convert --split list.txt -o -", "option '--split' needs a name for the two files"),
    ("sluice convert --split list.txt -o /dev/null", "option '--split' needs a name for the two files"),
  ])
  func usageErrorsExitWith64(script: String, message: String) throws {
    let result = try sh(script)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("sluice: error: \(message)"), "\(result.error)")
  }

  @Test func exceededRuleLimitIsReported() throws {
    try writeLargeList()
    let result = try sh("sluice convert large.txt --max-rules 12 -o x.json")
    #expect(result.status == 2)
    #expect(result.error.contains("more than the limit of 12\n"))
    #expect(folder.names == ["large.txt", "list.txt"])
  }

  /// The limit applies to the size of the file.
  @Test func byteLimitAppliesToFileSize() throws {
    func sh(_ more: String) throws -> Shell.Result {
      try Shell.run("sluice convert list.txt -o x.json --prefer compile \(more)", in: folder)
    }
    try folder.write("||a.example^\n||b.example^\n@@||a.example^$script\n##.ü\n", to: "list.txt")
    #expect(try sh("").status == 0)
    let size = try #require(folder.text(of: "x.json")).utf8.count
    #expect(try sh("--max-bytes \(size)").status == 0)
    let result = try sh("--max-bytes \(size - 1)")
    #expect(result.status == 2)
    #expect(result.error.contains("\(size) bytes, 1 more than the limit of \(size - 1)\n"), "\(result.error)")
    for remedy in ["--prefer size", "--split", "--on-limit truncate", "sluice merge"] {
      #expect(result.error.contains(remedy), "\(result.error)")
    }
    let truncated = try sh("--max-bytes \(size - 1) --on-limit truncate")
    #expect(truncated.status == 0 && truncated.error.contains("[rule-limit]"), "\(truncated.error)")
    #expect(try sh("--max-bytes \(size - 1) --prefer auto").error.contains("[smaller-form]"))
  }

  @Test func helpAndVersionArePrinted() throws {
    #expect(try sh("sluice --version").output == "sluice \(Program.version)\n")
    #expect(
      try sh("sluice help convert").output == HelpText(width: 80).text(for: CommandTable.command(.convert)))
    #expect(
      try sh("sluice convert -h").output == HelpText(width: 80).brief(for: CommandTable.command(.convert)))
    #expect(try sh("sluice -h convert").output == sh("sluice convert -qh").output)
    #expect(try sh("sluice convert --help").output == sh("sluice help convert").output)
    #expect(try sh("sluice init -h").output == sh("sluice init --help").output)
    #expect(try sh("sluice -h").output == sh("sluice help").output)
    #expect(try sh("sluice --help convert").output == sh("sluice help convert").output)
    #expect(try sh("sluice version").output == sh("sluice --version").output)
    // Without arguments, as in a script with an empty variable, the command fails and the help goes to
    // standard error.
    let alone = try sh("sluice")
    #expect(alone.status == 64 && alone.output.isEmpty)
    #expect(try alone.error == sh("sluice help").output)
  }

  @Test func colorIsUsedOnlyOnRequest() throws {
    #expect(!(try sh("sluice convert list.txt").error.contains("\u{1B}")))
    #expect(try sh("sluice convert list.txt --color always").error.contains("\u{1B}[1;33mwarning:"))
    #expect(try sh("sluice convert nope.txt --color always").error.contains("\u{1B}[1;31merror: "))
  }

  @Test func mistypedFilterOptionGetsSuggestion() throws {
    let folder = try TemporaryFolder()
    try folder.write("||a.example^$thrid-party\n||a.example^$~scirpt\n||a.example^$zzzzzz\n", to: "list.txt")
    let result = try Shell.run("sluice convert list.txt --max-diagnostics 0 > /dev/null", in: folder)
    #expect(result.error.contains("= help: did you mean 'third-party'?"))
    #expect(result.error.contains("= help: did you mean 'script'?"))
    #expect(result.error.components(separatedBy: "did you mean").count == 3)
  }

  /// The suggested option really helps.
  @Test(arguments: [
    ("||a.example^\n||b.example^\n##.x\n", true, true),
    ("||a.example^\n||b.example^\n||c.example^\n", false, true),
    ("||a.example^\n@@||a.example^$script\n@@||b.example^$image\n@@||c.example^$font\n", false, false),
  ])
  func limitAdviceHelps(list: String, splitHelps: Bool, truncationHelps: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write(list, to: "list.txt")
    func sh(_ command: String) throws -> Shell.Result {
      try Shell.run("sluice \(command) --target safari-26 --max-rules 3 list.txt -o list.json", in: folder)
    }
    let result = try sh("convert")
    #expect(result.status == 2)
    #expect(result.error.contains("--split writes two lists") == splitHelps, "\(result.error)")
    #expect(result.error.contains("--on-limit truncate") == truncationHelps, "\(result.error)")
    #expect(result.error.contains("sluice merge FILE..."))
    #expect(try (sh("convert --split").status == 0) == splitHelps)
    #expect(try (sh("convert --on-limit truncate").status == 0) == truncationHelps)
    #expect(try sh("merge").status == 0)
  }
}
