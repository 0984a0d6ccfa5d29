import Foundation
import TestSupport
import Testing

/// The locations of the package and of the tools that run a real WebKit.
enum WebKitTools {
  static let cases = Repository.root.appending(path: "Tests/WebKitTests/Cases")

  /// The probe that keeps one process for all sites, if WebKit's older bindings are installed: the same
  /// engine and results in half of the time.
  ///
  /// `SLUICE_PROBE` names another one.
  static let probe: URL = {
    let name = ProcessInfo.processInfo.environment["SLUICE_PROBE"]
    let fast = Repository.shared.appending(path: "webkit/webkit-probe-fast")
    if name == nil, FileManager.default.fileExists(atPath: fast.path), runs(bindings("WebKit2", "4.1")) {
      return fast
    }
    return Repository.shared.appending(path: "webkit/\(name ?? "webkit-probe")")
  }()

  static var compiler: URL { Repository.shared.appending(path: "webkit/webkit-compile") }

  static var isAvailable: Bool { obstacle == nil }

  /// The reason why no WebKit can run here, as a comment for skipped tests.
  static var comment: Comment { Comment(rawValue: obstacle ?? "WebKit is available") }

  /// The reason why no WebKit can run here, or nil.
  ///
  /// It is also printed once.
  private static let obstacle: String? = {
    let obstacle = findObstacle()
    if let obstacle { print("skipped: the tests in real WebKit: \(obstacle)") }
    return obstacle
  }()

  private static func findObstacle() -> String? {
    let files = FileManager.default
    for tool in [probe, compiler] where !files.fileExists(atPath: tool.path) {
      return "\(tool.path) is missing"
    }
    let python = ToolRun.python.path
    guard files.isExecutableFile(atPath: python) else { return "\(python) is missing" }
    return runs(bindings("WebKit", "6.0") + tools)
      ? nil : "WebKitGTK's Python bindings, openssl or Xvfb are missing (see webkit-probe --help)"
  }

  private static func bindings(_ namespace: String, _ version: String) -> String {
    "import gi; gi.require_version('\(namespace)', '\(version)')\n"
  }

  private static let tools = """
    import os, shutil, sys
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or shutil.which("Xvfb")
    sys.exit(0 if display and shutil.which("openssl") else 1)
    """

  /// Returns whether Python code runs successfully.
  private static func runs(_ code: String) -> Bool {
    let process = Process()
    process.executableURL = ToolRun.python
    process.arguments = ["-c", code]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
