import Foundation

/// Handles messages from the extension's scripts to its app. These scripts send none.
final class SafariWebExtensionHandler: NSObject, NSExtensionRequestHandling {
  func beginRequest(with context: NSExtensionContext) { context.completeRequest(returningItems: []) }
}
