import Foundation
import SluiceSystem

/// `sluice-bench pages`: measures the cost of rule lists for pages in WebKitGTK, with a script of the
/// project.
struct PageBenchmark {
  /// The name of the subcommand.
  static let name = "pages"
  /// The path of the script in the project.
  static let script = "Sources/CLI/sluice-bench/Pages/pages"

  /// The arguments of the subcommand. The script parses them and reports errors.
  let words: ArraySlice<String>

  /// Replaces this process with the script, so that the output, exit status and signals are those of this
  /// program.
  func run() throws(BenchmarkError) -> Never {
    let script = try path()
    do throws(SystemError) {
      try CurrentProcess.become(script, arguments: [script] + words)
    } catch {
      throw .cannotStart(script: script, error)
    }
  }

  /// Returns the script in the nearest parent folder of this program's file, because SwiftPM builds below the
  /// project's folder.
  private func path() throws(BenchmarkError) -> String {
    guard let program = try? CurrentProcess.executable() else {
      throw .noPageScript(program: CommandLine.arguments[0])
    }
    let file = URL(filePath: program).resolvingSymlinksInPath().path
    var folder = file
    repeat {
      folder = Pathname.folder(of: folder)
      let script = folder == "/" ? "/\(Self.script)" : "\(folder)/\(Self.script)"
      if (try? FileStatus.of(script)) != nil { return script }
    } while folder != "/" && folder != "."
    throw .noPageScript(program: file)
  }
}
