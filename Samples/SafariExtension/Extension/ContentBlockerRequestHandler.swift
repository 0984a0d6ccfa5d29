import Foundation

/// Hands Safari the list of this extension: the one that the app has fetched, or else the one that is built in.
final class ContentBlockerRequestHandler: NSObject, NSExtensionRequestHandling {
  func beginRequest(with context: NSExtensionContext) {
    guard let list = fetchedList() ?? builtInList(), let attachment = NSItemProvider(contentsOf: list) else {
      return context.cancelRequest(withError: CocoaError(.fileNoSuchFile))
    }
    let item = NSExtensionItem()
    item.attachments = [attachment]
    context.completeRequest(returningItems: [item])
  }

  private func fetchedList() -> URL? {
    guard let name = setting("RuleList"), let group = setting("AppGroup"),
      let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
    else { return nil }
    // On macOS every name of a group has a folder, right or wrong: only the file proves it.
    let list = folder.appending(path: name)
    return FileManager.default.fileExists(atPath: list.path) ? list : nil
  }

  private func builtInList() -> URL? {
    setting("RuleList").flatMap { Bundle.main.url(forResource: $0, withExtension: nil) }
  }

  /// A value of Info.plist, where the build settings have put it.
  private func setting(_ key: String) -> String? { Bundle.main.object(forInfoDictionaryKey: key) as? String }
}
