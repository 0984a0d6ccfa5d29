import Foundation
import PageScript

/// What the scripts of the two worlds know each other by, and no page can guess.
struct PageScriptSecret {
  private let text: String

  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// The script with the secret in it.
  func fill(_ script: [UInt8]) -> String {
    String(decoding: script, as: UTF8.self).replacingOccurrences(of: PageScript.secretToken, with: text)
  }
}
