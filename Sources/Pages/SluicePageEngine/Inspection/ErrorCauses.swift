import SluicePageInspection

/// Finds the blocked requests that explain a console error: requests whose URL is in the message, and saved
/// scripts that contain the missing name.
struct ErrorCauses {
  private let blocked: [(index: Int, url: String)]
  private let page: EnginePage
  private let requests: [InspectedRequest]

  init(_ page: EnginePage, _ requests: [InspectedRequest]) {
    (self.page, self.requests) = (page, requests)
    blocked = requests.indices.filter { requests[$0].verdict.isBlocked }.map {
      ($0, requests[$0].load.description.urlString)
    }
  }

  func of(_ error: String) -> [Int] {
    let named = blocked.filter { error.contains($0.url) }.map(\.index)
    guard named.isEmpty, let name = Self.missingName(error) else { return named }
    return blocked.filter { load in
      guard requests[load.index].verdict.description.kind == .script, case .saved(let page) = page else {
        return false
      }
      return page.answer(to: Array(load.url.utf8)).map { Self.speaks($0.body, of: name) } ?? false
    }.map(\.index)
  }

  /// Returns the missing name in messages like these: the first name of the expression other than `window`
  /// and `self`.
  ///
  /// - `ReferenceError: Can't find variable: player`
  /// - `TypeError: player.start is not a function. (In …)`
  /// - `TypeError: undefined is not an object (evaluating 'player.start')`
  private static func missingName(_ error: String) -> String? {
    let isOfName: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
    if let start = error.firstRange(of: "Can't find variable: ") {
      return String(error[start.upperBound...].prefix(while: isOfName))
    }
    let expression: Substring
    if let start = error.firstRange(of: "evaluating '") {
      expression = error[start.upperBound...].prefix { $0 != "'" }
    } else if let end = error.firstRange(of: " is not a function") {
      expression = error[..<end.lowerBound].split(separator: " ").last ?? ""
    } else {
      return nil
    }
    let names = expression.split(whereSeparator: { !isOfName($0) }).filter { $0 != "window" && $0 != "self" }
    return names.first.map(String.init)
  }

  /// Returns whether a script contains a name as a complete word.
  private static func speaks(_ script: [UInt8], of name: String) -> Bool {
    let name = Array(name.utf8)
    guard !name.isEmpty else { return false }
    func isOfName(_ byte: UInt8?) -> Bool {
      guard let byte else { return false }
      return byte >= 0x80 || byte == 0x24 || byte == 0x5F || (0x30...0x39).contains(byte)
        || (0x41...0x5A).contains(byte & 0xDF)
    }
    var index = 0
    while let start = script[index...].firstIndex(of: name[0]) {
      let end = start + name.count
      if end <= script.count, script[start..<end].elementsEqual(name),
        !isOfName(start > 0 ? script[start - 1] : nil), !isOfName(end < script.count ? script[end] : nil)
      {
        return true
      }
      index = start + 1
    }
    return false
  }
}
