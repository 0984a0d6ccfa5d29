import SluiceConversion
import SluiceLists

/// A writer for a document of findings. Findings are added file by file, in the order of the inputs.
///
/// Call ``begin(file:)`` for every file, even one without findings. The caller repeatedly takes the
/// ``output``, so that the document need not fit in memory.
protocol FindingRenderer {
  /// The bytes that were written and not yet taken.
  var output: [UInt8] { get set }

  /// Begins a file.
  mutating func begin(file: String)
  /// Adds a finding in the current file.
  mutating func add(_ finding: LocatedDiagnostic)
  /// Ends the document.
  mutating func finish()
}

extension FindingRenderer {
  /// Returns and clears the output if it is large enough for a write.
  mutating func takeBatch() -> [UInt8]? { output.count >= 1 << 16 ? take() : nil }

  /// Writes a whole document to standard output: the findings of each file, in the given order.
  ///
  /// - Parameters:
  ///   - files: The files, with or without findings. A file that is there twice is written once, and files that
  ///     only have findings follow.
  mutating func write(
    _ findings: [LocatedDiagnostic], in files: [String], to console: Console,
    by isBefore: (LocatedDiagnostic, LocatedDiagnostic) -> Bool
  ) throws(CommandError) {
    let byFile = Dictionary(grouping: findings, by: \.file)
    var written: Set<String> = []
    for file in files + byFile.keys.sorted() where written.insert(file).inserted {
      begin(file: file)
      for finding in (byFile[file] ?? []).sorted(by: isBefore) {
        add(finding)
        if let batch = takeBatch() { try console.write(batch) }
      }
    }
    finish()
    try console.write(take())
  }

  /// Returns and clears the output.
  mutating func take() -> [UInt8] {
    defer { output.removeAll(keepingCapacity: true) }
    return output
  }
}

extension LocatedDiagnostic {
  /// The message and its notes, one per line, safe to print.
  var lines: [String] {
    ([message] + notes.map { "\($0.label): \($0.text)" }).map(DisplayText.escaping)
  }
}
