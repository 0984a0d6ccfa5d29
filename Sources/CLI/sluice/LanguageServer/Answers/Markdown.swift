import SluiceLists

/// Escaping of text from lists for Markdown.
enum Markdown {
  /// The number of bytes above which text is truncated.
  private static let maximumLength = 2000

  /// Returns any text as a code span.
  static func code(_ text: String) -> String { OutlineMarkdown.code(text) }

  /// Returns text with all Markdown and HTML characters escaped.
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
