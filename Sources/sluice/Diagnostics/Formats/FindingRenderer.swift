/// A document of findings that is being written, file by file, in the order of the inputs.
///
/// Every file must be begun, even one without findings. The caller repeatedly takes the ``output``, so that
/// the document need not fit in memory.
protocol FindingRenderer {
  /// The bytes that were written and not yet taken.
  var output: [UInt8] { get set }

  /// Begins a file.
  mutating func begin(file: String)
  /// Adds a finding in the current file.
  mutating func add(_ finding: LocatedMessage)
  /// Ends the document.
  mutating func finish()
}

extension FindingRenderer {
  /// Takes the output if it is large enough for a system call.
  mutating func takeBatch() -> [UInt8]? { output.count >= 1 << 16 ? take() : nil }

  /// Takes the output.
  mutating func take() -> [UInt8] {
    defer { output.removeAll(keepingCapacity: true) }
    return output
  }
}
