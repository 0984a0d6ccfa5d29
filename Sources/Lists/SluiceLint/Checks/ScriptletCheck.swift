import SluiceConversion
import SluiceLists
import SluiceSyntax
import SluiceText

/// A check for scriptlets that no content blocker provides.
enum ScriptletCheck {
  static func check(
    _ filter: CosmeticFilter, at location: FilterPlace, _ bytes: Span<UInt8>,
    _ found: inout FindingCollector
  ) {
    guard filter.kind == .scriptlet, found.isOn(.unknownScriptlet),
      case let (name, syntax)? = filter.scriptletName(in: bytes),
      !KnownScriptlets.has(name, syntax)
    else { return }
    let nearest = Suggestion.nearest(to: name, among: KnownScriptlets.names(syntax))
    found.add(
      .unknownScriptlet, at: location, place(of: name, in: filter.body, bytes), .words(nearest ?? ""))
  }

  /// Returns the location of the name, or of the entire call if the name is written with escapes.
  private static func place(of name: String, in body: ByteRange, _ bytes: Span<UInt8>) -> ByteRange {
    let text = Array(name.utf8)
    guard !text.isEmpty, body.count >= text.count else { return body }
    for start in body.lowerBound...(body.upperBound - text.count)
    where text.indices.allSatisfy({ bytes[start + $0] == text[$0] }) {
      return ByteRange(start, start + text.count)
    }
    return body
  }
}
