import TestSupport

/// Changes lines slightly, so that they are almost filters.
struct Mutator {
  var random: SeededRandom

  /// Bytes and sequences with a meaning in the syntax.
  private static let fragments = [
    "$", ",", "#", "##", "#@#", "#?#", "#$#", "$$", "]", "[$", "=", "=/", "/,", "|", "||", "~", "^", "*",
    "@@",
    "\\", "\"", "'", " ", "\n", "\r", "\r\n", ">>", ".*", "!", "!#if", "+js(", "{", "}", "\0", "é", "_", "%",
    "domain=", "script", "replace=/a/b/", "path=", "127.0.0.1 ", "address=/", " \\\n    ", " \\\r\n    ",
    "    ",
  ].map { Array($0.utf8) }

  mutating func mutated(_ line: [UInt8], with other: [UInt8]) -> [UInt8] {
    var line = line
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...line.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: line.insert(contentsOf: fragment(), at: place)
      case 1: line.insert(UInt8.random(in: 0...255, using: &random), at: place)
      case 2: line.removeSubrange(part(of: line))
      case 3: if place < line.count { line[place] ^= 1 &<< UInt8.random(in: 0..<8, using: &random) }
      case 4: line.replaceSubrange(part(of: line), with: other[part(of: other)])
      default: line.insert(contentsOf: line[part(of: line)], at: place)
      }
    }
    return line
  }

  private mutating func fragment() -> [UInt8] {
    Self.fragments[Int.random(in: 0..<Self.fragments.count, using: &random)]
  }

  private mutating func part(of line: [UInt8]) -> Range<Int> {
    let start = Int.random(in: 0...line.count, using: &random)
    return start..<min(line.count, start + Int.random(in: 0...8, using: &random))
  }
}
