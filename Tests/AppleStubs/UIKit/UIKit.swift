// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported import Foundation

#if !os(macOS)
  @MainActor open class UIView: NSObject {
    public init(frame: CGRect) { fatalError() }
  }
#endif
