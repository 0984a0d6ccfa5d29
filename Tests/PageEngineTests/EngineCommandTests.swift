import Foundation
import TestSupport
import Testing

/// `sluice inspect` and `sluice try` with a browser, with the built executable.
@Suite(
  .browser, .enabled(if: EngineRun.isAvailable, EngineRun.comment), .serialized,
  .ends)
struct EngineCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let files = FileManager.default
    for name in ["cdn.example", "ads.example"] {
      try files.createDirectory(
        at: folder.url.appending(path: "page_files/\(name)"), withIntermediateDirectories: true)
    }
    try folder.write(
      """
      <!-- saved from url=(0021)https://news.example/ -->
      <!doctype html><body><h1>News</h1><p class=promo>x</p>
      <script src=https://cdn.example/lib.js></script>
      <img src=https://ads.example/a.svg>
      <script>lib.start()</script>
      """, to: "page.html")
    try folder.write(
      "lib = { start() { document.body.insertAdjacentHTML('beforeend', '<b id=player>x</b>') } }",
      to: "page_files/cdn.example/lib.js")
    try folder.write("||cdn.example^\n||ads.example^\n##.promo\n", to: "list.txt")
  }

  private func sluice(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: try BuiltProgram.sluice)
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    for name in ["output", "errors"] { try folder.write("", to: name) }
    process.standardOutput = try FileHandle(forWritingTo: folder.url.appending(path: "output"))
    process.standardError = try FileHandle(forWritingTo: folder.url.appending(path: "errors"))
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, folder.text(of: "output") ?? "", folder.text(of: "errors") ?? "")
  }

  @Test func engineInspectionReportsPageChanges() throws {
    let run = try sluice("inspect", "-q", "page.html", "list.txt", "--engine", "--html", "out.html")
    #expect(run.status == 0, "\(run.errors)")
    for text in [
      "blocked  third script https://cdn.example/lib.js\n  blocked by: list.txt:1: ||cdn.example^",
      "line 2: <p class=\"promo\">\n  hidden: .promo\n  list.txt:3: ##.promo", "of the picture differs\n",
      "ReferenceError: Can't find variable: lib\n    because of https://cdn.example/lib.js, which is blocked",
    ] {
      #expect(run.output.contains(text), "\(text) in \(run.output)")
    }
    let page = try #require(folder.text(of: "out.html"))
    #expect(page.components(separatedBy: "<img src=\"data:image/png;base64,iVBOR").count == 4)
    #expect(!page.contains("src=\"http"))
  }

  @Test func repairedPageMeetsExpectations() throws {
    let run = try sluice("inspect", "-q", "page.html", "list.txt", "--broken", "--expect-visible", "#player")
    #expect(run.status == 0 && run.output.contains("\n@@||cdn.example/lib.js$script,domain=news.example\n"))
    try folder.write("{\"visible\": [\"#player\"]}", to: "page.expect.json")
    let before = try sluice("try", "-q", "list.txt", "--page", "page.html", "--engine")
    #expect(before.status == 1 && before.output.contains("broken: #player is visible: it was not, in WebKit"))
    try folder.write(
      "||cdn.example^\n@@||cdn.example/lib.js$script,domain=news.example\n", to: "fixed.txt")
    let after = try sluice("try", "-q", "fixed.txt", "--page", "page.html", "--engine")
    #expect(after.status == 0 && after.output.contains("1 met, 0 broken, 0 not decided"), "\(after)")
  }

  /// A page can neither access the machine nor send it anything.
  @Test func enginePageIsIsolated() throws {
    try folder.write("secret", to: "secret.txt")
    try folder.write(
      """
      <!-- saved from url=(0021)https://news.example/ -->
      <!doctype html><body><script>
      const show = id => document.body.insertAdjacentHTML('beforeend', '<b id=' + id + '>x</b>');
      fetch('file://\(folder.path)/secret.txt').then(() => show('file'), () => show('nofile'));
      fetch('http://127.0.0.1:1/').then(r => show(r.ok ? 'local' : 'nolocal'), () => show('nolocal'));
      </script><div class=x>x</div>
      """, to: "page.html")
    try folder.write("##.x", to: "list.txt")
    for id in ["nofile", "nolocal"] {
      let run = try sluice("inspect", "-q", "page.html", "list.txt", "--broken", "--expect-visible", "#\(id)")
      #expect(run.output.contains("nothing is broken"), "\(id): \(run)")
    }
  }

  @Test func invalidEngineOptionsAreErrors() throws {
    for (arguments, words) in [
      (["--broken"], "needs expectations"), (["--expect-visible", "#x"], "add --broken"),
      (["--network"], "leave out --network"), (["--broken", "--expect-visible", "a["], "--expect-visible"),
      (["--broken", "--expect-request", "x"], "--expect-request"),
    ] {
      let process = try sluice(
        "inspect", "page.html", "list.txt", arguments[0], arguments.count > 1 ? arguments[1] : "-q",
        arguments.count > 2 ? arguments[2] : "-q")
      #expect(process.status == 64 && process.errors.contains(words), "\(arguments): \(process)")
    }
    let live = try sluice("inspect", "https://news.example/", "list.txt")
    #expect(live.status == 64 && live.errors.contains("add --network to let the browser reach it"))
  }
}
