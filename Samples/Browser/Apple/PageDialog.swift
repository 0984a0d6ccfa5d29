import SwiftUI
import WebKit

/// A question of a page: `alert`, `confirm` or `prompt`. The page waits for the answer.
@MainActor struct PageDialog {
  enum Kind { case alert, confirm, prompt }

  let kind: Kind
  /// The host of the frame that asks, which the page cannot change.
  let host: String
  let message: String
  /// The text that a prompt begins with.
  let text: String
  /// Takes the answer: a text, or nil if the user cancels.
  let answer: (String?) -> Void
}

/// Shows a question in the place of the page, so that nobody takes it for one of the browser.
struct PageDialogView: View {
  let dialog: PageDialog
  @State private var text: String

  init(_ dialog: PageDialog) {
    self.dialog = dialog
    _text = State(wrappedValue: dialog.text)
  }

  var body: some View {
    VStack(spacing: 12) {
      Text("\(dialog.host) says").font(.title2)
      Text(dialog.message)
      if dialog.kind == .prompt { TextField("Answer", text: $text) }
      Button("OK") { dialog.answer(text) }.accessibilityIdentifier("OK")
      if dialog.kind != .alert { Button("Cancel") { dialog.answer(nil) }.accessibilityIdentifier("Cancel") }
    }
    .padding(24)
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }
}
