// swift-format-ignore-file

// APIs that are newer than macOS 13 and iOS 16. .ci/apple fails unless it finds an error in exactly the lines
// marked as such. This proves that it would find these calls in the modules too.

import Foundation
import SwiftUI
import Synchronization
import WebKit

func standardLibrary(_ bytes: [UInt8]) {
  _ = bytes[...].span.count
  _ = bytes.span.count  // too new: macOS 26, iOS 26
  _ = String(decoding: bytes, as: UTF8.self)
  _ = String(validating: bytes, as: UTF8.self)  // too new: macOS 15, iOS 18
  _ = Mutex(0)  // too new: macOS 15, iOS 18
}

func foundation() {
  _ = URL(string: "https://a.example/")
  _ = URL(string: "https://a.example/", encodingInvalidCharacters: false)  // too new: macOS 14, iOS 17
}

@MainActor func webKit(_ view: WKWebView) {
  _ = view.url
  _ = view.isInspectable  // too new: macOS 13.3, iOS 16.4
}

@MainActor func swiftUI(_ text: Text) -> some View {
  text.onAppear {}
    .onChange(of: 1) {}  // too new: macOS 14, iOS 17
}

func onlyWhereThereIsOne(_ bytes: [UInt8]) {
  if #available(macOS 26, iOS 26, *) { _ = bytes.span.count }
}
