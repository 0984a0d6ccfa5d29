/// The files of `Scripts` by their names. SwiftPM embeds them without folders, so that no two may have one name.
enum ScriptLibrary {
  /// The text of a file, or nil where there is none of that name.
  static func file(_ name: String) -> [UInt8]? { shared[name] ?? isolated[name] }

  private static let shared: [String: [UInt8]] = [
    "hand-over.js": PackageResources.hand_over_js
  ]

  private static let isolated: [String: [UInt8]] = [
    "send-calls.js": PackageResources.send_calls_js
  ]
}
