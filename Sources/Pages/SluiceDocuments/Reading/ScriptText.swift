/// Finds the end of a script's text. Between `<!--` and `-->`, `<script>` hides the next `</script>`.
enum ScriptText {
  private enum State { case plain, escaped, doubleEscaped }

  /// Returns the offset of the end tag, or of the end of the input.
  static func end(_ input: Span<UInt8>, from start: Int) -> Int {
    var state = State.plain
    var offset = start
    while offset < input.count {
      switch input[offset] {
      case ASCII.dash where state != .plain && input.equals(offset..<offset + 3, "-->"):
        state = .plain
        offset += 2
      case ASCII.less:
        switch state {
        case .plain:
          if input.isTag(offset, "</", script.span) { return offset }
          if input.equals(offset..<offset + 4, "<!--") {
            state = .escaped
            // The hyphens of `<!--` can also be part of `-->`.
            offset += 1
          }
        case .escaped:
          if input.isTag(offset, "</", script.span) { return offset }
          if input.isTag(offset, "<", script.span) { state = .doubleEscaped }
        case .doubleEscaped:
          if input.isTag(offset, "</", script.span) { state = .escaped }
        }
      default: break
      }
      offset += 1
    }
    return offset
  }

  private static let script = Array("script".utf8)
}
