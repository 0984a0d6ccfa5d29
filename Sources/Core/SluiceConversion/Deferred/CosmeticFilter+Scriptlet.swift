import SluiceSyntax

extension CosmeticFilter {
  /// Returns the name and syntax of the scriptlet that the filter runs. `bytes` is the content of the list.
  ///
  /// Returns `nil` for other filters, exceptions to all scriptlets, and malformed calls.
  package func scriptletName(in bytes: Span<UInt8>) -> (name: String, syntax: AdvancedAction.Syntax)? {
    guard kind == .scriptlet,
      case .scriptlet(let name?, _, let syntax)? = AdvancedFilterReader.scriptlet(body, in: bytes)
    else { return nil }
    return (name, syntax)
  }
}
