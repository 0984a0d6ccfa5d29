import Foundation
import TestSupport
import Testing

/// Makes system calls fail with strace.
private enum FaultInjection {
  static let isAvailable: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return (try? Shell.run("strace -qq -o /dev/null -e trace=renameat true", in: folder).status) == 0
  }()
}

/// The outputs of one run are all old or all new, whichever of their renames fails.
@Suite(.ends, .enabled(if: FaultInjection.isAvailable, "skipped: strace is missing or may not trace"))
struct AtomicOutputTests {
  private let folder: TemporaryFolder
  private static let names = [
    "out.cosmetic.json", "out.network.json", "map.json", "needs.json", "page.isolated.js", "page.page.js",
  ]
  /// Returns a list in which the word ends up in every output.
  private static func list(_ word: String) -> String {
    """
    ||\(word).example^
    \(word).example##.\(word)
    \(word).example##div:has-text(\(word))
    \(word).example##+js(set, \(word), true)
    """
  }
  private static let convert = """
    convert --quiet --split -o out.json --source-map map.json --advanced needs.json --page-script page list.txt
    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.list("qqold"), to: "list.txt")
    try #require(Shell.run("sluice \(Self.convert)", in: folder).status == 0)
    try folder.write(Self.list("qqnew"), to: "list.txt")
  }

  /// Runs the conversion with a fault injected into a system call.
  private func run(_ injection: String, convert: String = convert) throws -> Shell.Result {
    try Shell.run(
      "strace -f -qq -o /dev/null -e trace=renameat,renameat2,rename,linkat,unlinkat -e inject=\(injection) \"$SLUICE\" \(convert)",
      in: folder)
  }

  /// Returns the word that all outputs contain, or nil if they differ.
  private func word() -> String? {
    let words = Self.names.map { name in
      let text = folder.text(of: name) ?? ""
      return text.contains("qqold")
        ? "old" : text.contains("qqnew") ? "new" : name == "page.page.js" ? nil : "none"
    }.compactMap(\.self)
    return Set(words).count == 1 ? words.first : nil
  }

  private var hasNothingElse: Bool { folder.names == (Self.names + ["list.txt"]).sorted() }

  @Test(arguments: ["ENOSPC", "EIO", "EACCES", "EROFS", "EINTR", "EXDEV"])
  func failedRenameRestoresAllOutputs(error: String) throws {
    for number in 1...6 {
      let result = try run("renameat,renameat2,rename:error=\(error):when=\(number)")
      #expect(result.status == 2, "\(number): \(result.error)")
      #expect(result.error.hasPrefix("sluice: ") && !result.error.contains("put back"), "\(result.error)")
      #expect(word() == "old" && hasNothingElse, "\(number): \(folder.names)")
      if error != "ENOSPC" { break }
    }
  }

  /// On file systems without hard links, the previous content is kept as a copy.
  @Test func outputsAreReplacedWithoutHardLinks() throws {
    let result = try run("linkat:error=EPERM")
    #expect(result.status == 0 && word() == "new" && hasNothingElse, "\(result.error) \(folder.names)")
    try folder.write(Self.list("qqold"), to: "list.txt")
    let failed = try Shell.run(
      "strace -f -qq -o /dev/null -e inject=linkat:error=EPERM -e inject=renameat,renameat2:error=EIO:when=3 \"$SLUICE\" \(Self.convert)",
      in: folder)
    #expect(failed.status == 2 && word() == "new" && hasNothingElse, "\(failed.error) \(folder.names)")
  }

  /// The disk is full before the first rename.
  @Test func fullDiskFallsBackToCopiedBackup() throws {
    let result = try run("linkat:error=ENOSPC:when=2")
    // The backup is then a copy instead of a link, and the disk has space for it.
    #expect(result.status == 0 && word() == "new" && hasNothingElse, "\(result.error)")
  }

  @Test(arguments: 1...6) func killedRunIsCompletedByNextRun(number: Int) throws {
    let result = try run("renameat,renameat2,rename:signal=KILL:when=\(number)")
    #expect(result.status != 0)
    // Any run that writes to the folder.
    let next = try Shell.run("sluice convert --quiet list.txt -o other.json && rm other.json", in: folder)
    #expect(next.status == 0, "\(next.error)")
    #expect(word() == "new" && hasNothingElse, "\(number): \(folder.names)")
  }

  @Test(arguments: [1, 2, 5]) func signalWaitsForLastRename(number: Int) throws {
    let result = try run("renameat,renameat2,rename:signal=TERM:when=\(number)")
    #expect(result.status != 0)
    #expect(word() == "new" && hasNothingElse, "\(folder.names)")
  }

  /// An obsolete script is removed together with the other outputs' replacement, or stays.
  @Test func obsoleteScriptIsRemovedWithReplacement() throws {
    try folder.write("||qqnew.example^\nqqnew.example##.qqnew", to: "list.txt")
    let failed = try run("unlinkat:error=EACCES:when=1")
    #expect(failed.status == 2 || word() == nil)
    let result = try Shell.run("sluice \(Self.convert)", in: folder)
    #expect(result.status == 0, "\(result.error)")
    #expect(folder.text(of: "page.isolated.js") == nil && folder.text(of: "page.page.js") == nil)
    #expect(folder.text(of: "out.network.json")?.contains("qqnew") == true)
  }
}
