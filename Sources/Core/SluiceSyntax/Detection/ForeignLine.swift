/// Lines of settings, keys and versions that have the form of a filter without spaces, but that no filter list has.
enum ForeignLine {
  /// Returns whether this is a line of another kind of file, whatever the lines around it are.
  static func matches(_ bytes: Span<UInt8>, _ line: ByteRange) -> Bool {
    isAccount(bytes, line) || isKey(bytes, line) || isYAML(bytes, line) || isVersion(bytes, line)
  }

  /// Returns whether this sets a variable of an environment: a name in capitals before `=`, whatever follows.
  static func isVariable(_ bytes: Span<UInt8>, _ line: ByteRange) -> Bool {
    guard let equals = bytes.firstIndex(of: ASCII.equals, in: line), equals > line.lowerBound,
      bytes[line.lowerBound].isCapital || bytes[line.lowerBound] == ASCII.underscore
    else { return false }
    let name = ByteRange(line.lowerBound, equals)
    return name.indices.contains { bytes[$0].isCapital }
      && name.indices.allSatisfy {
        bytes[$0].isCapital || bytes[$0].isDigit || bytes[$0] == ASCII.underscore
      }
  }

  /// Returns whether this is a name and a slash, as in `.gitignore`: `build/`, `.idea/`, `__pycache__/` and `dist/**`.
  ///
  /// A filter for a folder begins with what precedes its name in URLs (`/build/*`), or with `_` or `-`.
  static func isFolder(_ bytes: Span<UInt8>, _ line: ByteRange) -> Bool {
    var end = line.upperBound
    if line.count > 3, bytes[end - 1] == ASCII.star, bytes[end - 2] == ASCII.star { end -= 2 }
    guard end - line.lowerBound > 1, bytes[end - 1] == ASCII.slash else { return false }
    var start = line.lowerBound
    if bytes[start] == ASCII.dot {
      start += 1
    } else if bytes.hasPrefix("__", line) {
      start += 2
    }
    return start < end - 1 && bytes[start].isLetter
      && (start..<end - 1).allSatisfy { bytes[$0].isNameByte }
  }

  /// A line of `passwd`, `group`, `shadow` or `htpasswd`: `name:x:0:` or `name:$…$`.
  private static func isAccount(_ bytes: Span<UInt8>, _ line: ByteRange) -> Bool {
    guard let first = bytes.firstIndex(of: ASCII.colon, in: line), first > line.lowerBound,
      (line.lowerBound..<first).allSatisfy({ bytes[$0].isNameByte || bytes[$0] == ASCII.dot })
    else { return false }
    let behind = ByteRange(first + 1, line.upperBound)
    if let dollar = bytes.firstIndex(of: ASCII.dollar, in: behind), dollar == first + 1,
      let next = bytes.firstIndex(of: ASCII.dollar, in: ByteRange(dollar + 1, line.upperBound))
    {
      return next > dollar + 1
        && (dollar + 1..<next).allSatisfy { bytes[$0].isLetter || bytes[$0].isDigit }
    }
    // An address has digits in this place.
    guard let second = bytes.firstIndex(of: ASCII.colon, in: behind), second > first + 1,
      let third = bytes.firstIndex(of: ASCII.colon, in: ByteRange(second + 1, line.upperBound))
    else { return false }
    let password = bytes[first + 1]
    return (password == UInt8(ascii: "x") || password == ASCII.star || password == ASCII.bang)
      && (second == first + 2 || second == first + 3 && bytes[first + 2] == password)
      && (second + 1..<third).allSatisfy { bytes[$0].isDigit }
  }

  /// A line of `known_hosts` or `authorized_keys`: the kind of a key, a space and the key in base64.
  private static func isKey(_ bytes: Span<UInt8>, _ line: ByteRange) -> Bool {
    line.indices.contains { index in
      bytes[index].isBlank && bytes.hasText("AAAA", at: index + 1, in: line)
    }
      && ["ssh-", "ecdsa-", "sk-"].contains { (kind: StaticString) in
        bytes.hasPrefix(kind, line)
          || line.indices.contains { bytes[$0].isBlank && bytes.hasText(kind, at: $0 + 1, in: line) }
      }
  }

  /// A line of YAML without a space: `---`, `name:` and `name:value`. The digits of a port and the slash behind a scheme
  /// belong to URLs.
  private static func isYAML(_ bytes: Span<UInt8>, _ line: ByteRange) -> Bool {
    if line.count == 3, bytes.hasPrefix("---", line) { return true }
    guard let colon = bytes.firstIndex(of: ASCII.colon, in: line), bytes[line.lowerBound].isLetter,
      (line.lowerBound..<colon).allSatisfy({ bytes[$0].isNameByte })
    else { return false }
    return (colon + 1..<line.upperBound).allSatisfy { bytes[$0].isLetter }
  }

  /// The number of a version alone: `1.2.3`, `v20.1`. An address has four numbers.
  private static func isVersion(_ bytes: Span<UInt8>, _ line: ByteRange) -> Bool {
    let isMarked = bytes[line.lowerBound] == UInt8(ascii: "v")
    let number = ByteRange(line.lowerBound + (isMarked ? 1 : 0), line.upperBound)
    guard let last = bytes.last(in: number), bytes[number.lowerBound].isDigit, last.isDigit else {
      return false
    }
    var dots = 0
    for index in number.indices {
      if bytes[index] == ASCII.dot { dots += 1 } else if !bytes[index].isDigit { return false }
    }
    return dots > 0 && (isMarked || dots != 3)
  }
}
