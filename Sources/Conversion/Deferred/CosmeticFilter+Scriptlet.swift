import FilterSyntax

extension CosmeticFilter {
  /// The name and the syntax of the scriptlet that the filter runs; nil for other filters, for exceptions to all scriptlets, and
  /// for calls that are malformed. `bytes` are those of the list.
  package func scriptletName(in bytes: Span<UInt8>) -> (name: String, syntax: DeferredAction.Syntax)? {
    guard kind == .scriptlet,
      case .scriptlet(let name?, _, let syntax)? = DeferredFilterReader.scriptlet(body, in: bytes)
    else { return nil }
    return (name, syntax)
  }
}
