#if os(macOS)
  import AppKit
  import Foundation
  import SluiceSystem
  import WebKit

  /// The WebKit of macOS. Use it from the main thread of a process that does nothing else.
  struct AppleEngine: TrialEngine {
    private let store: AppleRuleListStore

    /// The maximum time to compile a list.
    private static let patience = Duration.seconds(120)

    /// - Parameter folder: A folder that only this process uses.
    init(folder: String) throws(BrowserProblem) {
      // Run without an icon and a menu.
      MainActor.assumeIsolated { _ = NSApplication.shared.setActivationPolicy(.prohibited) }
      let lists = "\(folder)/lists"
      guard (try? Pathname.makeFolder(lists)) != nil, let store = AppleRuleListStore(folder: lists) else {
        throw .unavailable("WKContentRuleListStore cannot use \(lists)")
      }
      self.store = store
    }

    var version: String { AppleRuleListStore.version }
    var console: (any TrialConsole)? { nil }

    func compile(_ json: Data, named name: String) throws(BrowserProblem) -> TrialList<WKContentRuleList> {
      switch store.compile(String(decoding: json, as: UTF8.self), named: name, atMost: Self.patience) {
      case .compiled(let list): .compiled(list)
      case .rejected(let words): .rejected(words)
      case nil: throw .timeout
      }
    }

    func view(
      _ lists: [WKContentRuleList], script: FrameScript, folder: String, proxy: Int?
    ) throws(BrowserProblem) -> AppleTrialView {
      guard proxy == nil else { throw .cannotReplay }
      return AppleTrialView(view: MainActor.assumeIsolated { AppleView(lists, script: script) })
    }

    func run(until isDone: () -> Bool, atMost duration: Duration) -> Bool {
      AppleRunLoop.run(until: isDone, atMost: duration)
    }

    func png(_ picture: Picture) -> Data? { picture.png }
  }

  /// A view that is used from the main thread.
  struct AppleTrialView: TrialView {
    let view: AppleView

    var state: TrialState { MainActor.assumeIsolated { view.state } }
    var lastSign: ContinuousClock.Instant { MainActor.assumeIsolated { view.lastSign } }
    var answers: FrameScript.Answers { MainActor.assumeIsolated { view.answers } }
    var loads: [ObservedLoad] { MainActor.assumeIsolated { view.documents.loads } }
    var waiting: Int { MainActor.assumeIsolated { view.documents.waiting } }
    var address: String? { MainActor.assumeIsolated { view.address } }

    func load(_ address: String) { MainActor.assumeIsolated { view.load(address) } }

    func picture() -> Picture? {
      MainActor.assumeIsolated { view.takePicture() }
      let isThere = AppleRunLoop.run(
        until: { MainActor.assumeIsolated { view.picture != nil } }, atMost: .seconds(10))
      return isThere ? MainActor.assumeIsolated { view.picture ?? nil } : nil
    }

    func close() { MainActor.assumeIsolated { view.close() } }
  }

  extension Picture {
    /// Creates a picture from an image, scaled to the size of the view. On a Retina display, the image has
    /// more pixels.
    init?(_ image: NSImage) {
      let (width, height) = Self.viewSize
      var points = [UInt8](repeating: 0, count: width * height * 4)
      guard let image = image.cgImage(forProposedRect: nil, context: nil, hints: nil) else { return nil }
      let isDrawn = Self.withContext(&points, width: width, height: height) { context in
        context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
        return true
      }
      guard isDrawn ?? false else { return nil }
      self.init(width: width, height: height, points: points)
    }

    var png: Data? {
      var points = points
      return Self.withContext(&points, width: width, height: height) { context in
        guard let image = context.makeImage() else { return nil }
        return NSBitmapImageRep(cgImage: image).representation(using: .png, properties: [:])
      } ?? nil
    }

    /// Calls the body with a context that draws into the pixels. The context is only valid during the call.
    private static func withContext<Result>(
      _ points: inout [UInt8], width: Int, height: Int, _ body: (CGContext) -> Result
    ) -> Result? {
      // The bytes in memory are blue, green, red, alpha.
      let layout = CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
      return points.withUnsafeMutableBytes { buffer in
        // The size of the buffer matches the width and height.
        CGContext(
          data: buffer.baseAddress, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width * 4,
          space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: layout
        ).map(body)
      }
    }
  }
#endif
