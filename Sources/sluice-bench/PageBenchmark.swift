import Foundation
import Platform

/// `sluice-bench pages`: what rule lists cost pages, which a script of the project measures in WebKitGTK.
struct PageBenchmark {
  /// The word that asks for it.
  static let name = "pages"
  /// Where the script is in the project's folder.
  static let script = ".ci/pages"

  /// All that stands behind the word. The script reads it and says what is wrong with it.
  let words: ArraySlice<String>

  /// Goes on as the script, so that its output and exit status, and what ends it, are those of this program.
  func run() throws(BenchmarkError) -> Never {
    let script = try path()
    do throws(SystemError) {
      try CurrentProcess.become(script, arguments: [script] + words)
    } catch {
      throw .cannotStart(script: script, error)
    }
  }

  /// The script in the nearest folder above this program's file: SwiftPM builds below the project's folder.
  private func path() throws(BenchmarkError) -> String {
    guard let program = try? CurrentProcess.executable() else {
      throw .noPageScript(program: CommandLine.arguments[0])
    }
    let file = URL(filePath: program).resolvingSymlinksInPath().path
    var folder = file
    repeat {
      folder = Path.folder(of: folder)
      let script = folder == "/" ? "/\(Self.script)" : "\(folder)/\(Self.script)"
      if (try? FileStatus.of(script)) != nil { return script }
    } while folder != "/" && folder != "."
    throw .noPageScript(program: file)
  }
}
