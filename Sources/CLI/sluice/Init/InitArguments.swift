/// The arguments of `sluice init`.
struct InitArguments: Sendable {
  /// The kind of project as named.
  var kind: String?
  /// The folder to write to.
  var folder = "."

  /// Adds an operand: the kind, then the folder.
  mutating func append(_ operand: String) {
    guard kind != nil else { return kind = operand }
    folder = operand
    while folder.hasSuffix("/"), folder.count > 1 { folder.removeLast() }
  }
}
