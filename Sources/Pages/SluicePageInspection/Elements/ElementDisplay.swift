import SluiceDocuments

/// Formats elements for display: their tag and position.
package struct ElementDisplay {
  package let document: HTMLDocument

  package init(document: HTMLDocument) { self.document = document }

  /// Returns the start tag, such as `<div class="ad" id="x">`, truncated to about `limit` characters.
  package func tag(_ element: HTMLDocument.Node, limit: Int = 160) -> String {
    var text = "<" + String(decoding: document.name(of: element), as: UTF8.self)
    for (name, value) in document.attributes(of: element) {
      text += " " + String(decoding: name, as: UTF8.self)
      if !value.isEmpty { text += "=\"" + value[...].text(atMost: limit) + "\"" }
      if text.utf8.count > limit { break }
    }
    return Array(text.utf8)[...].text(atMost: limit) + ">"
  }

  /// Returns the line numbers for offsets in the text of the page.
  package static func lines(of offsets: [Int], in text: [UInt8]) -> [Int: Int] {
    var counter = PositionCounter()
    var lines: [Int: Int] = [:]
    for offset in Set(offsets).sorted() {
      counter.move(to: offset, in: text)
      lines[offset] = counter.line
    }
    return lines
  }
}
