import Foundation

/// Takes messages of the extension's scripts to its app; these send none.
final class SafariWebExtensionHandler: NSObject, NSExtensionRequestHandling {
  func beginRequest(with context: NSExtensionContext) { context.completeRequest(returningItems: []) }
}
