import Lint
import Platform

/// Files of findings that are known.
enum LintBaselineFile {
  static func read(_ file: InputFile) throws(CommandError) -> LintBaseline {
    do throws(LintBaseline.Problem) {
      return try LintBaseline(json: file.bytes)
    } catch {
      throw CommandError(LintFailure.badBaseline(file.name, error))
    }
  }

  /// Writes a file. One that is there already must be a baseline.
  static func write(_ baseline: LintBaseline, to path: String, but inputs: [InputFile]) throws(CommandError) {
    let destination = try Destination.named(path)
    try [destination].refuse(inputs: inputs)
    if case .file(let existing, _?) = destination.place { _ = try read(InputFile(existing)) }
    let batch = OutputBatch()
    try batch.add(baseline.json, to: destination)
    try batch.finish()
  }
}
