/// A document of findings while it is written: file by file, finding by finding, in the order of the inputs.
///
/// Every file is begun, those too in which nothing is found. What is written is taken out of ``output`` meanwhile, so that
/// no document has to be in memory as a whole.
protocol FindingRenderer {
  /// What is written and not yet taken.
  var output: [UInt8] { get set }

  /// What comes next is in this file.
  mutating func begin(file: String)
  /// A finding in the file that was begun last.
  mutating func add(_ finding: LocatedMessage)
  /// There is no more.
  mutating func finish()
}

extension FindingRenderer {
  /// Takes what is written, once there is enough of it for a system call.
  mutating func takeBatch() -> [UInt8]? { output.count >= 1 << 16 ? take() : nil }

  /// Takes what is written.
  mutating func take() -> [UInt8] {
    defer { output.removeAll(keepingCapacity: true) }
    return output
  }
}
