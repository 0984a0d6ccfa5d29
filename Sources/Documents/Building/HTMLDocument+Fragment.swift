extension HTMLDocument {
  /// Reads one element, with what it holds, which stands somewhere in a page that is not known; nil where the text
  /// begins with no element.
  public static func element(
    parsing text: some InputBytes & ~Escapable
  ) throws(HTMLProblem) -> (document: HTMLDocument, element: Node)? {
    let text = text.inputArray()
    guard let start = text.firstIndex(where: { !$0.isHTMLSpace }), text[start] == UInt8(ascii: "<") else {
      return nil
    }
    let name = text[(start + 1)...].prefix { $0.isAlphanumeric }.map(\.asciiLowercased)
    let around = surroundings[String(decoding: name, as: UTF8.self)] ?? "<body>"
    let before = Array("<!DOCTYPE html>\(around)".utf8)
    let document = try HTMLDocument(parsing: before + text[start...])
    let element = document.elements.first { document.offset(of: $0) == before.count }
    return element.map { (document, $0) }
  }

  /// What must be around elements that are read nowhere else.
  private static let surroundings = [
    "td": "<table><tbody><tr>", "th": "<table><tbody><tr>", "tr": "<table><tbody>", "tbody": "<table>",
    "thead": "<table>", "tfoot": "<table>", "caption": "<table>", "colgroup": "<table>",
    "col": "<table><colgroup>", "frame": "<frameset>", "html": "", "head": "", "body": "", "frameset": "",
  ]
}
