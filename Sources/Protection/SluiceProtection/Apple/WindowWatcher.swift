#if canImport(WebKit)
  import WebKit

  #if os(macOS)
    import AppKit
    typealias SystemView = NSView
  #else
    #if canImport(UIKit)
      import UIKit
    #endif
    typealias SystemView = UIView
  #endif

  /// A view without a size, which notices when the view that it is in comes into a window.
  @MainActor final class WindowWatcher: SystemView {
    var enters: (() -> Void)?

    #if os(macOS)
      override func viewDidMoveToWindow() { tell() }
    #else
      override func didMoveToWindow() { tell() }
    #endif

    private func tell() {
      if window != nil { enters?() }
    }
  }
#endif
