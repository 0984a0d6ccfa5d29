/// What `sluice serve` is asked for.
struct ServeArguments: Sendable {
  /// What is served; nil for the directory that the build file here names.
  var folder: String?
  /// Where it listens.
  var address = "127.0.0.1"
  /// Where it listens, 0 for any port that is free; none for the one that it listens on by default.
  var ports: [Int] = []
  /// Whether pages of other origins may read the files.
  var sharesFiles = false

  /// An IPv4 address, also that of `localhost`, or nil.
  static func address(_ text: String) -> String? {
    if text.lowercased() == "localhost" { return "127.0.0.1" }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil } ? text : nil
  }
}
