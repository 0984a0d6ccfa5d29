import Foundation
import SluiceCodecs
import SluicePageScript

/// A secret with which the scripts of the two script worlds recognize each other. Pages cannot guess it.
struct PageScriptSecret {
  private let text: String

  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Inserts a secret into a script. Both scripts of a list get the same secret.
  ///
  /// Each list has its own secret. Otherwise, the scripts of one list would mistake the work of another
  /// list's scripts for their own.
  ///
  /// - Parameter leavesStyles: Whether the script leaves the styles of ``PageStyles`` to user style sheets.
  func fill(_ script: [UInt8], of list: String, leavesStyles: Bool) -> String {
    let own = SHA256Hasher.digest(of: Array("\(text) \(list)".utf8)).description
    let filled = String(decoding: script, as: UTF8.self)
      .replacingOccurrences(of: PageScript.secretToken, with: String(own.prefix(32)))
    return leavesStyles ? filled.replacingOccurrences(of: PageScript.stylesToken, with: "user") : filled
  }
}
