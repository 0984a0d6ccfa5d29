/// Whether what a server sent can be a list.
enum BodyCheck {
  /// What is wrong with a body, or nil. `previous` is the size of the last good one, if there is one.
  static func problem(of bytes: [UInt8], previous: Int?, minimumShare: Double) -> String? {
    let start = bytes.prefix(4096).drop { $0 <= 0x20 || $0 == 0xef || $0 == 0xbb || $0 == 0xbf }
    if start.isEmpty, bytes.count <= 4096 { return "the server sent an empty list" }
    let text = String(decoding: start.prefix(64), as: UTF8.self).lowercased()
    if ["<!doctype", "<html", "<head", "<body", "<?xml"].contains(where: text.hasPrefix) {
      return "the server sent an HTML page instead of a list"
    }
    if bytes.starts(with: [0x1f, 0x8b]) || bytes.prefix(4096).contains(0) {
      return "the server sent something that is no text"
    }
    if let previous, Double(bytes.count) < Double(previous) * minimumShare {
      return "the list has shrunk from \(previous) to \(bytes.count) bytes"
    }
    return nil
  }
}
