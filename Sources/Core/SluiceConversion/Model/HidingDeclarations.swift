import SluiceRules
import SluiceSyntax

/// Detects filters with a style that only hides elements, such as `.x { display: none !important; }` and
/// `.x:style(display: none)`.
enum HidingDeclarations {
  /// The meaning of the declarations after a selector.
  enum Meaning {
    /// The declarations hide the elements. The range is that of the selector.
    case hiding(ByteRange)
    /// The declarations remove the elements, as in `{ remove: true; }`. The range is that of the selector.
    case removal(ByteRange)
    /// The body has another style, or no declarations.
    case other
  }

  static func meaning(of body: ByteRange, in bytes: Span<UInt8>) -> Meaning {
    guard let (selector, declarations) = parts(of: body, bytes) else { return .other }
    return meaning(selector: selector, declarations, bytes)
  }

  /// Returns the selector of a style that shows elements with the importance of hiding rules, such as
  /// `.x:style(display: block !important)`. Returns `nil` for all other filters.
  static func shown(by body: ByteRange, in bytes: Span<UInt8>) -> ByteRange? {
    guard let (selector, declarations) = parts(of: body, bytes) else { return nil }
    var text: [UInt8] = []
    for index in declarations.indices where bytes[index] > 0x20 { text.append(bytes[index].asciiLowercased) }
    let shows = text.split(separator: ASCII.semicolon).contains { part in
      part.starts(with: "display:".utf8) && !part.starts(with: "display:none".utf8)
        && part.reversed().starts(with: "!important".utf8.reversed())
    }
    guard shows else { return nil }
    var end = selector.upperBound
    while end > selector.lowerBound, bytes[end - 1] <= 0x20 { end -= 1 }
    return ByteRange(selector.lowerBound, end)
  }

  /// Returns the selector and the declarations in braces or `:style()`, or `nil` if the body has no
  /// declarations.
  private static func parts(
    of body: ByteRange, _ bytes: Span<UInt8>
  ) -> (selector: ByteRange, declarations: ByteRange)? {
    guard let last = body.indices.last else { return nil }
    switch bytes[last] {
    case ASCII.closeBrace:
      guard let open = body.indices.last(where: { bytes[$0] == ASCII.openBrace }) else { return nil }
      return (ByteRange(body.lowerBound, open), ByteRange(open + 1, last))
    case ASCII.closeParenthesis:
      guard let open = lastStyle(body, bytes) else { return nil }
      return (ByteRange(body.lowerBound, open), ByteRange(open + style.utf8CodeUnitCount, last))
    default: return nil
    }
  }

  private static func meaning(
    selector: ByteRange, _ declarations: ByteRange, _ bytes: Span<UInt8>
  ) -> Meaning {
    // Declarations that only hide or remove are shorter.
    guard declarations.count < 80 else { return .other }
    var text: [UInt8] = []
    for index in declarations.indices where bytes[index] > 0x20 {
      let byte = bytes[index]
      text.append(byte.asciiLowercased)
    }
    let parts = text.split(separator: ASCII.semicolon)
    guard let part = parts.first, parts.count == 1 else { return .other }
    if part.elementsEqual("display:none".utf8) || part.elementsEqual("display:none!important".utf8) {
      return .hiding(selector)
    }
    return part.elementsEqual("remove:true".utf8) ? .removal(selector) : .other
  }

  private static var style: StaticString { ":style(" }

  /// Returns the start of the last `:style(`.
  private static func lastStyle(_ body: ByteRange, _ bytes: Span<UInt8>) -> Int? {
    body.indices.dropFirst().last { bytes.hasText(style, at: $0, in: body) }
  }
}
