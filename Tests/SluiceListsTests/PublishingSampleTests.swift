import Foundation
import SluiceListFiles
import SluiceLists
import TestSupport
import Testing

/// The samples for Apple's systems are consistent.
@Suite struct PublishingSampleTests {
  private static func properties(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: Repository.root.appending(path: "Samples/SafariExtension/\(path)"))
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    return try #require(list as? [String: Any])
  }

  /// App and extension share an app group only if the entitlements of both contain the name that both look
  /// up.
  @Test func appAndExtensionShareAppGroup() throws {
    #expect(
      try Repository.text(of: "Samples/SafariExtension/Shared.xcconfig").contains("\nAPP_GROUP = group."))
    for part in ["App", "Extension"] {
      let entitlements = try Self.properties("\(part)/\(part).entitlements")
      let groups = entitlements["com.apple.security.application-groups"]
      #expect(groups as? [String] == ["$(APP_GROUP)"], "\(part)")
      #expect(entitlements["com.apple.security.app-sandbox"] as? Bool == true, "\(part)")
      #expect(try Self.properties("\(part)/Info.plist")["AppGroup"] as? String == "$(APP_GROUP)", "\(part)")
    }
    #expect(try Self.properties("App/App.entitlements")["com.apple.security.network.client"] as? Bool == true)
  }

  /// Safari starts the extension's class, and the extension gets the lists that the app fetches and the build
  /// makes.
  @Test func extensionsContainBuiltLists() throws {
    let information = try Self.properties("Extension/Info.plist")
    let entry = try #require(information["NSExtension"] as? [String: String])
    #expect(entry["NSExtensionPointIdentifier"] == "com.apple.Safari.content-blocker")
    let name = try #require(entry["NSExtensionPrincipalClass"]?.split(separator: ".").last)
    #expect(
      try Repository.text(of: "Samples/SafariExtension/Extension/ContentBlockerRequestHandler.swift")
        .contains("final class \(name): NSObject, NSExtensionRequestHandling"))

    let list = try #require(information["RuleList"] as? String)
    let updater = try Repository.text(of: "Samples/SafariExtension/App/ListUpdater.swift")
    let recipe = try #require(try Self.buildFile("SafariExtension").lists.first)
    #expect(recipe.split == .action)
    for part in ["network", "cosmetic"] {
      let settings = try Repository.text(of: "Samples/SafariExtension/Extension/\(part).xcconfig")
      #expect(settings.contains("\nEXTENSION = \(part)\n"))
      let file = "\(recipe.name).\(part).json"
      #expect(list.replacing("$(EXTENSION)", with: part) == file)
      #expect(updater.contains("\"\(part)\": \"\(file)\""))
    }
  }

  /// The app appends a rule of its own to the list.
  @Test func browserListReservesRuleForAllowlist() throws {
    #expect(try Self.buildFile("WebView").lists.map(\.maximumRules) == [149_999])
  }

  /// Safari calls an extension on a queue of its own, and the projects isolate classes to the main actor by
  /// default. A class that is isolated traps.
  @Test func extensionHandlersAreNotIsolatedToMainActor() throws {
    let sources = try Self.files(in: "Samples", endingWith: ".swift")
    let handlers = sources.flatMap { $0.text.matches(of: /(?m)^(.*)class \w+: .*NSExtensionRequestHandling/) }
    #expect(handlers.count >= 3)
    for handler in handlers { #expect(handler.1 == "nonisolated final ", "\(handler.0)") }
  }

  /// Without this key, App Transport Security stops every page at an http URL.
  @Test func appsWithWebViewsAllowPagesWithoutTLS() throws {
    let apps = Set(
      try Self.files(in: "Samples", endingWith: ".swift")
        .filter { $0.text.contains("WKWebView(") || $0.text.contains("WebKitView(") }
        .map { URL(filePath: $0.path).deletingLastPathComponent().path }
    ).filter { FileManager.default.fileExists(atPath: "\($0)/Assets.xcassets") }
    #expect(apps.count >= 2)
    for app in apps {
      let data = try Data(contentsOf: URL(filePath: app).appending(path: "Info.plist"))
      let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
      let security = list?["NSAppTransportSecurity"] as? [String: Any]
      #expect(security?["NSAllowsArbitraryLoadsInWebContent"] as? Bool == true, "\(app)")
    }
  }

  private static func files(
    in folder: String, endingWith end: String
  ) throws -> [(path: String, text: String)] {
    let root = Repository.root.appending(path: folder)
    return try (FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(end) && !$0.contains(".build/") }
      .map { (root.appending(path: $0).path, try Repository.text(of: "\(folder)/\($0)")) }
  }

  private static func buildFile(_ sample: String) throws -> BuildFile {
    let path = "Samples/\(sample)/sluice.json"
    return try BuildFile(parsing: Repository.bytes(of: path), name: path)
  }
}
