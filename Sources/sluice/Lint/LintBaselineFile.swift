import Lint
import Platform

/// A file of findings that are known. It calls lists by their paths from its own folder, so that it is right wherever
/// `sluice lint` runs.
struct LintBaselineFile: Sendable {
  private let baseline: LintBaseline
  private let folder: String

  /// Reads a file.
  init(_ path: String) throws(CommandError) {
    baseline = try Self.baseline(InputFile(path))
    folder = Self.folder(of: path)
  }

  private static func baseline(_ file: InputFile) throws(CommandError) -> LintBaseline {
    do throws(LintBaseline.Problem) {
      return try LintBaseline(decodingJSON: file.bytes)
    } catch {
      throw CommandError(LintFailure.badBaseline(file.name, error))
    }
  }

  /// Takes out of a report what is known, and says how many findings that were.
  ///
  /// - Parameter root: The folder to which the names of the report are relative; nil for the one that the program runs in.
  func apply(to report: inout LintReport, root: String?) -> Int {
    baseline.apply(to: &report) { name in
      Self.name(of: name.hasPrefix("/") ? name : root?.joined(name) ?? name, from: folder)
    }
  }

  /// Writes a file. One that is there already must be a baseline.
  static func write(_ report: LintReport, to path: String, but inputs: [InputFile]) throws(CommandError) {
    let destination = try Destination.named(path)
    try [destination].refuse(inputs: inputs)
    if case .file(let existing, _?) = destination.place { _ = try baseline(InputFile(existing)) }
    let folder = folder(of: path)
    let batch = OutputBatch()
    try batch.add(LintBaseline(report) { name(of: $0, from: folder) }.encodedJSON(), to: destination)
    try batch.finish()
  }

  /// Where the names of a file begin; nothing where the path leads to no folder, as that of a stream.
  private static func folder(of path: String) -> String { (try? Path.resolved(Path.folder(of: path))) ?? "" }

  /// A list as the file calls it: from its folder, if the list is in it or below it.
  private static func name(of list: String, from folder: String) -> String {
    guard list != InputFile.standardInputName, let path = try? Path.resolved(list) else { return list }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
  }
}
