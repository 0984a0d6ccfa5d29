import Foundation
import SafariServices

/// Handles messages from the settings page: writes the rules of the user's own filters into the folder that the content
/// blocker shares, and has Safari load them.
nonisolated final class SafariWebExtensionHandler: NSObject, NSExtensionRequestHandling {
  func beginRequest(with context: NSExtensionContext) {
    let message = (context.inputItems.first as? NSExtensionItem)?.userInfo?[SFExtensionMessageKey]
    let list = (message as? [String: Any])?["list"] as? String
    // Only this task uses the context from here on.
    nonisolated(unsafe) let context = context
    Task {
      var answer: [String: String] = [:]
      do {
        if let list {
          answer["state"] = try await Self.use(list) ? "on" : "off"
        } else {
          answer["error"] = "the message has no list"
        }
      } catch {
        answer["error"] = error.localizedDescription
      }
      let item = NSExtensionItem()
      item.userInfo = [SFExtensionMessageKey: answer]
      context.completeRequest(returningItems: [item])
    }
  }

  /// Makes a list the one of the content blocker. If Safari rejects it, the former list stays. Returns whether the
  /// content blocker is on; if not, it loads the list when it is turned on.
  private static func use(_ list: String) async throws -> Bool {
    guard let group = setting("AppGroup"), let blocker = setting("BlockerIdentifier"),
      let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
    else { throw CocoaError(.fileNoSuchFile) }
    let file = folder.appending(path: "own-filters.json")
    let former = try? Data(contentsOf: file)
    try Data(list.utf8).write(to: file, options: .atomic)
    // One that is off cannot reload.
    guard try await SFContentBlockerManager.stateOfContentBlocker(withIdentifier: blocker).isEnabled else {
      return false
    }
    do {
      try await SFContentBlockerManager.reloadContentBlocker(withIdentifier: blocker)
      return true
    } catch {
      if let former {
        try former.write(to: file, options: .atomic)
      } else {
        try FileManager.default.removeItem(at: file)
      }
      throw error
    }
  }

  /// Returns a value of Info.plist, which comes from the build settings.
  private static func setting(_ key: String) -> String? {
    Bundle.main.object(forInfoDictionaryKey: key) as? String
  }
}
