import SluiceLint
import SluiceSystem

/// A file with known findings. It contains the paths of lists relative to its own folder, so that it works
/// wherever `sluice lint` runs.
struct LintBaselineFile: Sendable {
  private let baseline: LintBaseline
  private let folder: String

  init(_ path: String) throws(CommandError) {
    baseline = try Self.baseline(InputFile(path))
    folder = Self.folder(of: path)
  }

  private static func baseline(_ file: InputFile) throws(CommandError) -> LintBaseline {
    try CommandError.of({ LintBaselineFailure(name: file.name, problem: $0) }) {
      () throws(LintBaseline.Problem) in try LintBaseline(decodingJSON: file.bytes)
    }
  }

  /// Removes known findings from a report and returns their number.
  ///
  /// - Parameter root: The folder that names in the report are relative to; nil for the current folder.
  func apply(to report: inout LintReport, root: String?) -> Int {
    baseline.apply(to: &report) { name in
      Self.name(of: name.hasPrefix("/") ? name : root?.joined(name) ?? name, from: folder)
    }
  }

  /// Writes a baseline. An existing file is only replaced if it is a baseline.
  static func write(_ report: LintReport, to path: String, but inputs: [InputFile]) throws(CommandError) {
    let destination = try Destination.named(path)
    try [destination].refuse(inputs: inputs)
    if case .file(let existing, _?) = destination.kind { _ = try baseline(InputFile(existing)) }
    let folder = folder(of: path)
    let batch = OutputBatch()
    try batch.add(LintBaseline(report) { name(of: $0, from: folder) }.encodedJSON(), to: destination)
    try batch.finish()
  }

  /// Returns the folder of a file; empty if the path has no folder, as for a stream.
  private static func folder(of path: String) -> String {
    (try? Pathname.resolved(Pathname.folder(of: path))) ?? ""
  }

  /// Returns the name of a list in the baseline: the path relative to the baseline's folder, or the full path
  /// of a list outside it.
  private static func name(of list: String, from folder: String) -> String {
    guard list != InputFile.standardInputName, let path = try? Pathname.resolved(list) else { return list }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
  }
}

/// A file that is not a baseline.
struct LintBaselineFailure: CommandFailure {
  let name: String
  let problem: LintBaseline.Problem

  var report: FailureReport {
    switch problem {
    case .malformed(let reason):
      .failure(to: "read", name, reason, "'sluice lint --write-baseline FILE' writes one")
    case .unknownVersion(let version):
      .failure(
        to: "read", name, "it has version \(version), and this program supports version 1",
        "use a newer sluice")
    }
  }
}
