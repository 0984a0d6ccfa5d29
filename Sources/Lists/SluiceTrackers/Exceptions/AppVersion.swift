/// The version of an app: dot-separated numbers that are compared in order.
struct AppVersion: Comparable {
  private let numbers: [Int]

  /// Parses a version. Returns `nil` if the text is not a version.
  init?(_ text: String) {
    var numbers: [Int] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard part.utf8.allSatisfy(\.isDigit), let number = Int(part) else { return nil }
      numbers.append(number)
    }
    // 1.2 equals 1.2.0.
    while numbers.last == 0, numbers.count > 1 { numbers.removeLast() }
    self.numbers = numbers
  }

  static func < (left: AppVersion, right: AppVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}
