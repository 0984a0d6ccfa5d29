import Codecs
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

  /// The script with a secret in it that both scripts of a list have: the scripts of two lists would take each other's work
  /// for done.
  func fill(_ script: [UInt8], of list: String) -> String {
    let own = SHA256.digest(of: Array("\(text) \(list)".utf8)).description
    return String(decoding: script, as: UTF8.self)
      .replacingOccurrences(of: PageScript.secretToken, with: String(own.prefix(32)))
  }
}
