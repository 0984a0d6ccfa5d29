import Foundation
import TestSupport
import Testing

/// How commands handle inputs that are endless, too large, not regular files, or missing.
@Suite(.serialized) struct InputReadingTests {
  /// Commands that take an input as their next argument.
  static let commands = [
    "convert", "check", "match --page https://a.example/", "merge -o out.json", "diff list.json",
    "match --page https://a.example/ list.json --suffixes", "diff list.json list.json --source-map",
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      #"[{"trigger":{"url-filter":"a"},"action":{"type":"block"}}]"#, to: "list.json")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  @Test(arguments: some(commands, oneIn: 4))
  func endlessInputFileIsError(command: String) throws {
    let result = try sh("sluice \(command) /dev/zero")
    #expect(result.status == 2)
    #expect(result.error == "sluice: error: cannot read '/dev/zero': it is larger than 1 GiB\n")
  }

  @Test(.inTurn) func endlessPipeIsError() throws {
    for script in ["cat /dev/zero | sluice convert", "mkfifo f; cat /dev/zero > f & sluice check f"] {
      let result = try sh(script)
      #expect(result.status == 2 && result.error.contains("it is larger than 1 GiB"), "\(result.error)")
    }
  }

  @Test(arguments: commands)
  func hugeFileIsRejectedBeforeReading(command: String) throws {
    let result = try sh("truncate -s 1073741825 huge.txt; sluice \(command) huge.txt")
    #expect(result.status == 2)
    #expect(result.error == "sluice: error: cannot read 'huge.txt': it is larger than 1 GiB\n")
  }

  /// Replacing the invalid bytes of a file name would name a different file.
  @Test(arguments: ["convert \"$name\"", "convert list.txt -o \"$name\"", "conformance \"$name\""])
  func fileNamesMustBeUTF8(command: String) throws {
    let result = try sh(
      "echo '||a.example^' > list.txt; name=$(printf 'a\\377b'); sluice \(command); s=$?; ls; exit $s")
    #expect(result.status == 64 && result.error.contains("'a\u{FFFD}b' is not UTF-8"), "\(result.error)")
    #expect(result.output == "list.json\nlist.txt\n")
  }

  /// In a downloaded folder, the link may come from somebody else.
  @Test(arguments: [
    ("man -o f", "f/sluice.1"), ("report -q list.txt -o r.html --badges f", "f/rules.svg"),
    ("merge -q list.txt -o f/x.json", "f/manifest.json"),
    ("merge -q list.txt -o f/x.json --page-script f/p", "f/p.page.js"),
    ("convert -q list.txt -o f/x.json --split action", "f/x.network.json"),
    ("convert -q list.txt -o f/x.json --page-script f/p", "f/p.isolated.js"),
  ])
  func symbolicLinksInOutputFolderAreNotFollowed(command: String, name: String) throws {
    for target in ["there", "nowhere"] {
      let result = try sh(
        "echo '||a.example^' > list.txt; mkdir f; touch there; ln -s ../\(target) \(name); sluice \(command); s=$?; ls; ls f; cat there; rm -r f; exit $s"
      )
      #expect(result.status == 2 && result.error.contains("'\(name)' is a link"), "\(result.error)")
      #expect(result.output == "f\nlist.json\nlist.txt\nthere\n\(name.dropFirst(2))\n")
    }
  }

  @Test func memoryExhaustionIsReported() throws {
    let result = try sh("ulimit -v 700000; sluice convert /dev/zero")
    #expect(result.status == 2 && result.error.contains("Cannot allocate memory"), "\(result.error)")
  }

  @Test(arguments: commands)
  func urlArgumentIsError(command: String) throws {
    for url in ["https://lists.example/a.txt", "HTTP://lists.example/a.txt"] {
      let result = try sh("sluice \(command) \(url)")
      #expect(result.status == 2)
      #expect(result.error.contains("cannot read '\(url)': it is a URL"), "\(result.error)")
      #expect(result.error.contains("'sluice build' fetches lists"), "\(result.error)")
    }
  }

  @Test func buildFileURLIsError() throws {
    let result = try sh("sluice build https://lists.example/sluice.json")
    #expect(
      result.status == 2 && result.error.contains("is a URL, and a build file is a file"), "\(result.error)")
  }

  /// This also applies to pipes without a writer.
  @Test(arguments: ["/dev/zero", "/dev/null", "pipe", "link", "lists/"])
  func buildSourceMustBeRegularFile(source: String) throws {
    try folder.write("{lists: [{name: \"a\", sources: [\"\(source)\"]}]}", to: "sluice.json")
    let result = try sh(
      "mkfifo pipe; ln -s /dev/zero link; mkdir lists; mkfifo lists/a.txt; timeout 30 $SLUICE build --cache cache"
    )
    #expect(result.status == 2, "\(result.error)")
    #expect(
      result.error.contains("': it is a device or a pipe and not a file"), "\(result.error)")
  }

  @Test(arguments: [
    "sources: [{file: \"list.txt\", excludes: []}], trackerRadar: {blocklist: \"/dev/zero\"}",
    "sources: [\"list.txt\", \"huge.txt\"]", "sources: [\"includes.txt\"]",
  ])
  func otherBuildInputsMustBeRegularFiles(recipe: String) throws {
    try folder.write("||ads.example^\n", to: "list.txt")
    try folder.write("||ads.example^\n!#include pipe\n", to: "includes.txt")
    try folder.write("{lists: [{name: \"a\", \(recipe)}]}", to: "sluice.json")
    let result = try sh("mkfifo pipe; truncate -s 3G huge.txt; timeout 30 $SLUICE build --cache cache")
    #expect(
      result.status == 2 && result.error.contains(/cannot (be )?read( '.*')?: it is/), "\(result.error)")
  }

  @Test func buildFileSizeIsLimited() throws {
    let result = try sh("sluice build /dev/zero")
    #expect(
      result.status == 2 && result.error.contains("cannot read '/dev/zero': it is larger"),
      "\(result.error)")
    // A build file may come through a pipe.
    try folder.write("||ads.example^\n", to: "list.txt")
    let piped = try sh(
      "echo '{lists: [{name: \"a\", sources: [\"\(folder.path("list.txt"))\"]}]}' | sluice build /dev/stdin -o out --cache cache"
    )
    #expect(piped.status == 0 && folder.text(of: "out/a.json") != nil, "\(piped.error)")
  }
}
