// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported import Foundation

#if !os(macOS)
  @MainActor open class UIView: NSObject {
    public init(frame: CGRect) { fatalError() }
    open var window: UIWindow? { fatalError() }
    open func addSubview(_ view: UIView) { fatalError() }
    open func removeFromSuperview() { fatalError() }
    open func didMoveToWindow() { fatalError() }
  }

  @MainActor open class UIWindow: UIView {}

  public enum UIKeyboardType: Int, Sendable {
    case `default` = 0
    case URL = 3
  }

  @available(iOS 16.0, *)
  @MainActor open class UIFindInteraction: NSObject {
    open func presentFindNavigator(showingReplace: Bool) { fatalError() }
  }
#endif
