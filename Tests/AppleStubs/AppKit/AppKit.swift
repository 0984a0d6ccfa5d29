// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported import Foundation

#if os(macOS)
  @MainActor open class NSView: NSObject {
    public init(frame: CGRect) { fatalError() }
    open var frame: CGRect { fatalError() }
    open var window: NSWindow? { fatalError() }
    open func addSubview(_ view: NSView) { fatalError() }
    open func removeFromSuperview() { fatalError() }
    open func viewDidMoveToWindow() { fatalError() }
  }

  @MainActor open class NSApplication: NSObject {
    public struct ModalResponse: Hashable, Sendable {
      public static var OK: ModalResponse { fatalError() }
    }

    public enum ActivationPolicy: Int, Sendable {
      case regular
      case accessory
      case prohibited
    }

    open class var shared: NSApplication { fatalError() }
    open func run() { fatalError() }
    @available(macOS 10.6, *)
    @discardableResult open func setActivationPolicy(_ activationPolicy: ActivationPolicy) -> Bool {
      fatalError()
    }
  }

  @MainActor open class NSOpenPanel: NSObject {
    public override init() { fatalError() }
    open var allowsMultipleSelection = false
    open var canChooseDirectories = false
    open var urls: [URL] { fatalError() }
    open func begin() async -> NSApplication.ModalResponse { fatalError() }
  }

  @MainActor open class NSWindow: NSObject {
    public struct StyleMask: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { fatalError() }
      public static var borderless: StyleMask { fatalError() }
    }

    public enum BackingStoreType: UInt, Sendable {
      case buffered = 2
    }

    public init(
      contentRect: CGRect, styleMask style: StyleMask, backing backingStoreType: BackingStoreType,
      defer flag: Bool
    ) { fatalError() }
    open var isReleasedWhenClosed: Bool {
      get { fatalError() }
      set { fatalError() }
    }
    open var contentView: NSView? {
      get { fatalError() }
      set { fatalError() }
    }
    open func close() { fatalError() }
  }

  // Images. AppKit exports Core Graphics.

  open class NSGraphicsContext: NSObject {}

  open class NSImageRep: NSObject {
    public struct HintKey: Hashable, Sendable {}
  }

  open class NSImage: NSObject {
    @available(macOS 10.6, *)
    open func cgImage(
      forProposedRect proposedDestRect: UnsafeMutablePointer<CGRect>?,
      context referenceContext: NSGraphicsContext?,
      hints: [NSImageRep.HintKey: Any]?
    ) -> CGImage? { fatalError() }
  }

  open class NSBitmapImageRep: NSImageRep {
    public enum FileType: UInt, Sendable {
      case png = 4
    }
    public struct PropertyKey: Hashable, Sendable {}

    @available(macOS 10.5, *)
    public init(cgImage: CGImage) { fatalError() }
    open func representation(using storageType: FileType, properties: [PropertyKey: Any]) -> Data? {
      fatalError()
    }
  }

  public final class CGImage {}

  public final class CGColorSpace {}

  public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { fatalError() }

  public enum CGImageAlphaInfo: UInt32, Sendable {
    case premultipliedFirst = 2
  }

  public struct CGBitmapInfo: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { fatalError() }
    public static var byteOrder32Little: CGBitmapInfo { fatalError() }
  }

  public final class CGContext {
    public init?(
      data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
      space: CGColorSpace, bitmapInfo: UInt32
    ) { fatalError() }
    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) { fatalError() }
    public func makeImage() -> CGImage? { fatalError() }
  }
#endif
