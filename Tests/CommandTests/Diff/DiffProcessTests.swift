import TestSupport
import Testing

/// `sluice diff`, with the built executable.
@Suite struct DiffProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "||a.example^$image\n||gone.example^\n@@||a.example/ok^$image\n##.x\n##.y\n", to: "old.txt")
    try folder.write(
      "||a.example^$image,script\n||new.example^\n@@||a.example/ok^$image\n##.x\n##.z\n", to: "new.txt")
  }

  private func sh(_ script: String) throws -> Shell.Result {
    try Shell.run(
      """
      sluice convert -q old.txt -o old.json --source-map old.map
      sluice convert -q new.txt -o new.json --source-map new.map
      \(script)
      """, in: folder)
  }

  @Test func diffConvertsFilterLists() throws {
    let result = try sh(
      "sluice diff -q --rules old.txt new.txt > texts; sluice diff old.json new.txt > mixed; sluice diff old.json new.json --source-map old.map --source-map new.map"
    )
    #expect(folder.text(of: "texts") == result.output)
    #expect(folder.text(of: "mixed")?.hasPrefix("block: 1 added, 1 removed, 1 widened") == true)
  }

  @Test func diffGroupsChangesByAction() throws {
    let result = try sh("sluice diff old.json new.json --source-map old.map --source-map new.map")
    #expect(result.status == 0)
    #expect(
      result.output == #"""
        block: 1 added, 1 removed, 1 widened
          + rule 1: block  ^[^:]+://([^/]+\.)?new\.example[:/]  case-sensitive
              new.txt:2: ||new.example^
          - rule 1: block  ^[^:]+://([^/]+\.)?gone\.example[:/]  case-sensitive
              old.txt:2: ||gone.example^
          widened rule 0: block  ^[^:]+://([^/]+\.)?a\.example[:/]  case-sensitive  resource-type: image, script
              resource-type: +script
              was old.txt:1: ||a.example^$image
              is new.txt:1: ||a.example^$image,script
        css-display-none: 1 added, 1 removed
          + rule 6: css-display-none  .*  selector: .z  resource-type: document
              new.txt:4: ##.x
              new.txt:5: ##.z
          - rule 6: css-display-none  .*  selector: .y  resource-type: document
              old.txt:4: ##.x
              old.txt:5: ##.y

        """#)
  }

  @Test func diffWritesChangesAsJSONLines() throws {
    let lines = try sh("sluice diff --format jsonl old.json new.json").output.split(separator: "\n")
    #expect(lines.count == 6)
    #expect(
      lines.first { $0.contains("widened") }.map(String.init)
        == #"{"change":"widened","action":"block","old":0,"new":0,"url-filter":"^[^:]+://([^/]+\\.)?a\\.example[:/]","parts":[{"key":"resource-type","removed":[],"added":["script"]}]}"#
    )
    #expect(lines.last?.hasPrefix(#"{"summary":{"old":"old.json","new":"new.json","widened":true,"#) == true)
  }

  @Test(arguments: [
    ("never", "old", "new", 0), ("widened", "old", "new", 1), ("changed", "old", "new", 1),
    ("changed", "old", "old", 0), ("widened", "new", "old", 0), ("changed", "new", "old", 1),
  ])
  func diffFailOnSetsExitStatus(threshold: String, old: String, new: String, status: Int32) throws {
    #expect(try sh("sluice diff --fail-on \(threshold) \(old).json \(new).json").status == status)
  }

  @Test func diffIgnoresFormOfRules() throws {
    let result = try sh(
      "sluice convert -q --prefer size old.txt -o small.json; cmp -s old.json small.json || sluice diff --fail-on changed old.json small.json"
    )
    #expect(result.status == 0)
    #expect(result.output == "The rule lists do the same.\n")
  }

  @Test func diffReportsEqualRuleLists() throws {
    #expect(try sh("sluice diff old.json old.json").output == "The rule lists do the same.\n")
  }

  @Test func diffDetectsRemovedOrReorderedException() throws {
    try folder.write("||a.example^\n@@||a.example/ok|\n", to: "old.txt")
    try folder.write("||a.example^\n", to: "new.txt")
    #expect(try sh("sluice diff --fail-on widened old.json new.json").status == 1)
    try folder.write("||a.example^$important\n@@||a.example/ok|\n", to: "new.txt")
    let moved = try sh("sluice diff --fail-on widened old.json new.json")
    #expect(moved.status == 1)
    #expect(moved.output.contains("no longer overrides 1 rule, where both match"), "\(moved.output)")
  }

  @Test func diffLimitsShownChanges() throws {
    try folder.write((0..<9).map { "||x\($0).example^\n" }.joined(), to: "new.txt")
    let result = try sh("sluice diff old.json new.json --max-diagnostics 2")
    #expect(result.output.contains("  showing 2 of 11; --max-diagnostics 0 shows all\n"), "\(result.output)")
  }

  @Test func diffRequiresTwoLists() throws {
    for words in ["", "old.json", "- -"] {
      #expect(try sh("sluice diff \(words)").status == 64)
    }
    #expect(try sh("sluice diff old.json new.json x.json").status == 64)
    #expect(try sh("sluice diff old.json - < new.json").status == 0)
  }
}
