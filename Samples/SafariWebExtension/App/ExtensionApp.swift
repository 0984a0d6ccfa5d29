import SwiftUI

/// The app that contains the extension, and explains how to turn it on.
@main
struct ExtensionApp: App {
  var body: some Scene {
    WindowGroup { ExtensionView() }
  }
}

struct ExtensionView: View {
  var body: some View {
    VStack {
      Text("Page scripts")
      #if os(macOS)
        Text(
          "Switch the extension on in Safari: Settings, Extensions. Then allow it on the websites where it is to act."
        )
      #else
        Text(
          "Switch the extension on in Settings: Apps, Safari, Extensions. Then allow it on the websites where it is to act."
        )
      #endif
    }
  }
}
