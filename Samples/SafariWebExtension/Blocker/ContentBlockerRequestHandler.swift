import Foundation

/// Passes the user's own filters to Safari: the rules that the web extension has written into the shared folder.
nonisolated final class ContentBlockerRequestHandler: NSObject, NSExtensionRequestHandling {
  func beginRequest(with context: NSExtensionContext) {
    guard let list = ownList() ?? Bundle.main.url(forResource: "no-filters", withExtension: "json"),
      let attachment = NSItemProvider(contentsOf: list)
    else { return context.cancelRequest(withError: CocoaError(.fileNoSuchFile)) }
    let item = NSExtensionItem()
    item.attachments = [attachment]
    context.completeRequest(returningItems: [item])
  }

  private func ownList() -> URL? {
    guard let group = Bundle.main.object(forInfoDictionaryKey: "AppGroup") as? String,
      let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
    else { return nil }
    let list = folder.appending(path: "own-filters.json")
    return FileManager.default.fileExists(atPath: list.path) ? list : nil
  }
}
