/// Text with or without colors.
struct TextStyle: Sendable {
  let isColored: Bool

  static let plain = TextStyle(isColored: false)

  func bold(_ text: String) -> String { styled("1", text) }
  func dim(_ text: String) -> String { styled("2", text) }
  func red(_ text: String) -> String { styled("1;31", text) }
  func green(_ text: String) -> String { styled("1;32", text) }
  func yellow(_ text: String) -> String { styled("1;33", text) }
  func cyan(_ text: String) -> String { styled("1;36", text) }

  private func styled(_ code: String, _ text: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
