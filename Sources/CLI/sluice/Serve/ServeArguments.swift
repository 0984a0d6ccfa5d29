/// The arguments of `sluice serve`.
struct ServeArguments: Sendable {
  /// The folder to serve; nil for the output directory of the build file in the current folder.
  var folder: String?
  /// The address to listen on.
  var address = "127.0.0.1"
  /// The ports to listen on, 0 for any free port; empty for the default port.
  var ports: [Int] = []
  /// Whether pages of other origins may read the files.
  var sharesFiles = false

  /// Parses an IPv4 address or `localhost`; returns nil if the text is neither.
  static func address(_ text: String) -> String? {
    if text.lowercased() == "localhost" { return "127.0.0.1" }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil } ? text : nil
  }
}
