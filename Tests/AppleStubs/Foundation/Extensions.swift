// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@available(macOS 10.10, iOS 8.0, *)
public protocol NSExtensionRequestHandling: NSObjectProtocol {
  func beginRequest(with context: NSExtensionContext)
}

@available(macOS 10.10, iOS 8.0, *)
open class NSExtensionContext: NSObject {
  open var inputItems: [Any] { fatalError() }
  open func completeRequest(
    returningItems items: [Any]?, completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    fatalError()
  }
  open func cancelRequest(withError error: any Error) { fatalError() }
}

@available(macOS 10.10, iOS 8.0, *)
open class NSExtensionItem: NSObject {
  open var attachments: [NSItemProvider]?
  open var userInfo: [AnyHashable: Any]?
}

@available(macOS 10.10, iOS 8.0, *)
open class NSItemProvider: NSObject, @unchecked Sendable {
  public convenience init?(contentsOf fileURL: URL!) { fatalError() }
}
