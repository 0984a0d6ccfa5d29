extension HTMLDocument {
  /// Parses a single element with its content. Its place in a page is unknown.
  ///
  /// Returns `nil` if the text does not begin with an element. `isAlone` is `false` if another element
  /// follows.
  public static func element(
    parsing text: some InputBytes & ~Escapable
  ) throws(HTMLProblem) -> (document: HTMLDocument, element: Node, isAlone: Bool)? {
    let text = text.inputArray()
    guard let start = text.firstIndex(where: { !$0.isHTMLSpace }), text[start] == ASCII.less else {
      return nil
    }
    let name = text[(start + 1)...].prefix { !$0.isHTMLSpace && !"/>".utf8.contains($0) }.map(
      \.asciiLowercased)
    let around = surroundings[String(decoding: name, as: UTF8.self)] ?? "<body>"
    let before = Array("<!DOCTYPE html>\(around)".utf8)
    let bytes = before + text[start...]
    let document = try HTMLDocument(parsing: bytes)
    guard let element = document.elements.first(where: { document.offset(of: $0) == before.count }) else {
      return nil
    }
    // Elements that the end of the text implies have the offset of that end.
    let written = document.elements.count { (before.count..<bytes.count).contains(document.offset(of: $0)) }
    let within = sequence(first: element.index) { document.following($0, within: element.index) }
      .count { document.nodes[Int($0)].kind == .element }
    return (document, element, isAlone: written <= within)
  }

  /// The start tags that must enclose elements that are only valid in certain parents.
  private static let surroundings = [
    "td": "<table><tbody><tr>", "th": "<table><tbody><tr>", "tr": "<table><tbody>", "tbody": "<table>",
    "thead": "<table>", "tfoot": "<table>", "caption": "<table>", "colgroup": "<table>",
    "col": "<table><colgroup>", "frame": "<frameset>", "html": "", "head": "<html>",
    "body": "<html><head></head>",
    "frameset": "<html><head></head>",
  ]
}
