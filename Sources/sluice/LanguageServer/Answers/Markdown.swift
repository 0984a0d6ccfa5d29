import ListBuilding

/// Text of lists in Markdown.
enum Markdown {
  /// The most of a text that is shown.
  private static let maximumLength = 2000

  /// A text as it is written, whatever is in it.
  static func code(_ text: String) -> String { OutlineMarkdown.code(text) }

  /// A text in which no sign is one of Markdown, or of HTML.
  static func plain(_ text: String) -> String {
    shortened(DisplayText.escaping(text)).unicodeScalars.reduce(into: "") { escaped, scalar in
      let isMark = scalar.isASCII && !scalar.properties.isAlphabetic && !(0x30...0x39).contains(scalar.value)
      if isMark, scalar != " " { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count <= maximumLength ? text : String(text.prefix(maximumLength)) + "…"
  }
}
