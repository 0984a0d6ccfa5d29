import Foundation

/// Passes the list of this extension to Safari: the one that the app has fetched, or the built-in one.
///
/// Safari calls it on a queue of its own, so it must not be isolated to the main actor.
nonisolated final class ContentBlockerRequestHandler: NSObject, NSExtensionRequestHandling {
  func beginRequest(with context: NSExtensionContext) {
    guard let list = fetchedList() ?? builtInList(), let attachment = NSItemProvider(contentsOf: list) else {
      return context.cancelRequest(withError: CocoaError(.fileNoSuchFile))
    }
    let item = NSExtensionItem()
    item.attachments = [attachment]
    context.completeRequest(returningItems: [item])
  }

  private func fetchedList() -> URL? {
    // The app writes lists into the folder of its build, which is that of its extensions.
    guard let name = setting("RuleList"), let group = setting("AppGroup"),
      let build = setting("CFBundleVersion"),
      let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
    else { return nil }
    // macOS returns a folder for any group name, even a wrong one. Only the file proves that it is right.
    let list = folder.appending(path: "lists/\(build)/\(name)")
    return FileManager.default.fileExists(atPath: list.path) ? list : nil
  }

  private func builtInList() -> URL? {
    setting("RuleList").flatMap { Bundle.main.url(forResource: $0, withExtension: nil) }
  }

  /// Returns a value of Info.plist, which comes from the build settings.
  private func setting(_ key: String) -> String? { Bundle.main.object(forInfoDictionaryKey: key) as? String }
}
