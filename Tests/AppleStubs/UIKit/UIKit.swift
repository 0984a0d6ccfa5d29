// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported import Foundation

#if !os(macOS)
  @MainActor open class UIView: NSObject {
    public init(frame: CGRect) { fatalError() }
  }

  @available(iOS 16.0, *)
  @MainActor open class UIFindInteraction: NSObject {
    open func presentFindNavigator(showingReplace: Bool) { fatalError() }
  }
#endif
