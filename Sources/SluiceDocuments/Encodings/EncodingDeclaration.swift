import SluiceText

/// Finds the encoding that an HTML page declares: the HTML standard's prescan for `<meta charset>`.
struct EncodingDeclaration {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  /// The limits of the search in bytes. Like WebKit, it goes beyond the 1,024 bytes of the standard as long
  /// as it only finds elements of the head.
  private static let leastLength = 1024
  private static let greatestLength = 1 << 20

  static func encoding(in bytes: [UInt8]) -> PageEncoding? {
    var declaration = EncodingDeclaration(bytes.prefix(greatestLength))
    return declaration.search()
  }

  private init(_ bytes: ArraySlice<UInt8>) { (self.bytes, index) = (bytes, bytes.startIndex) }

  private var byte: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private mutating func search() -> PageEncoding? {
    if let encoding = xmlEncoding() { return encoding }
    var isInHead = true
    while let byte, isInHead || index < Self.leastLength {
      guard byte == ASCII.less else {
        index += 1
        continue
      }
      let rest = bytes[index...]
      if rest.starts(with: "<!--".utf8) {
        // `<!-->` is a complete comment.
        index = rest.dropFirst(2).firstRange(of: Array("-->".utf8))?.upperBound ?? bytes.endIndex
        continue
      }
      index += 1
      let isEnd = self.byte == ASCII.slash
      if isEnd { index += 1 }
      guard let first = self.byte, first.isLetter else {
        if isEnd || self.byte == ASCII.bang || self.byte == ASCII.question {
          index = bytes[index...].firstIndex(of: ASCII.greater) ?? bytes.endIndex
        }
        continue
      }
      let start = index
      while let byte = self.byte, !byte.isHTMLSpace, byte != ASCII.greater, byte != ASCII.slash {
        index += 1
      }
      let name = String(decoding: bytes[start..<index].map(\.asciiLowercased), as: UTF8.self)
      let attributes = attributes()
      if !isEnd, name == "meta", let encoding = Self.encoding(of: attributes) { return encoding }
      if isEnd ? name == "head" : !Self.ofHead.contains(name) { isInHead = false }
      if !isEnd, Self.ofText.contains(name) { skipText(of: name) }
    }
    return nil
  }

  private static let ofHead: Set = [
    "html", "head", "title", "base", "basefont", "bgsound", "link", "meta", "noscript", "object", "script",
    "style",
    "template",
  ]

  /// The elements whose content has no tags.
  private static let ofText: Set = ["script", "style", "title", "noscript"]

  private mutating func skipText(of name: String) {
    var rest = bytes[index...]
    while let start = rest.firstRange(of: Array("</".utf8)) {
      let found = bytes[start.upperBound...].prefix(name.utf8.count).map(\.asciiLowercased)
      if found.elementsEqual(name.utf8) {
        index = start.lowerBound
        return
      }
      rest = bytes[start.upperBound...]
    }
    index = bytes.endIndex
  }

  private func xmlEncoding() -> PageEncoding? {
    guard bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: ASCII.greater) else {
      return nil
    }
    let line = bytes[..<end]
    guard let name = line.firstRange(of: Array("encoding".utf8)) else { return nil }
    let value = line[name.upperBound...].drop { $0 <= 0x20 }
    guard value.first == ASCII.equals else { return nil }
    let quoted = value.dropFirst().drop { $0 <= 0x20 }
    guard let quote = quoted.first, quote == ASCII.quote || quote == ASCII.apostrophe,
      let close = quoted.dropFirst().firstIndex(of: quote)
    else { return nil }
    let label = quoted[(quoted.startIndex + 1)..<close]
    return label.contains { $0 <= 0x20 } ? nil : PageEncoding(label: label)?.asDeclared
  }

  /// Reads the attributes after a tag name and the end of the tag. The first of duplicate attributes wins.
  private mutating func attributes() -> [String: [UInt8]] {
    var attributes: [String: [UInt8]] = [:]
    while let byte {
      if byte == ASCII.greater {
        index += 1
        break
      }
      if byte.isHTMLSpace || byte == ASCII.slash {
        index += 1
        continue
      }
      let (name, value) = attribute()
      let text = String(decoding: name, as: UTF8.self)
      if attributes[text] == nil { attributes[text] = value }
    }
    return attributes
  }

  private mutating func attribute() -> (name: [UInt8], value: [UInt8]) {
    var (name, value): ([UInt8], [UInt8]) = ([], [])
    while let byte, byte != ASCII.equals || name.isEmpty {
      if byte == ASCII.slash || byte == ASCII.greater { return (name, []) }
      if byte.isHTMLSpace { break }
      name.append(byte.asciiLowercased)
      index += 1
    }
    skipBlanks()
    guard byte == ASCII.equals else { return (name, []) }
    index += 1
    skipBlanks()
    if let quote = byte, quote == ASCII.quote || quote == ASCII.apostrophe {
      index += 1
      let end = bytes[index...].firstIndex(of: quote) ?? bytes.endIndex
      value = Array(bytes[index..<end])
      index = min(end + 1, bytes.endIndex)
    } else {
      while let byte, !byte.isHTMLSpace, byte != ASCII.greater {
        value.append(byte)
        index += 1
      }
    }
    return (name, value)
  }

  private mutating func skipBlanks() {
    while let byte, byte.isHTMLSpace { index += 1 }
  }

  private static func encoding(of attributes: [String: [UInt8]]) -> PageEncoding? {
    if let charset = attributes["charset"] { return PageEncoding(label: charset)?.asDeclared }
    let kind = (attributes["http-equiv"] ?? []).map(\.asciiLowercased)
    guard kind.elementsEqual("content-type".utf8), let content = attributes["content"] else { return nil }
    return encoding(inContent: content)?.asDeclared
  }

  /// Returns the encoding in a `Content-Type` value such as `text/html; charset=utf-8`.
  static func encoding(inContent content: [UInt8]) -> PageEncoding? {
    let folded = content.map(\.asciiLowercased)
    var start = 0
    while let word = folded[start...].firstRange(of: Array("charset".utf8)) {
      start = word.upperBound
      var rest = content[start...].drop(while: \.isHTMLSpace)
      guard rest.first == ASCII.equals else { continue }
      rest = rest.dropFirst().drop(while: \.isHTMLSpace)
      if let quote = rest.first, quote == ASCII.quote || quote == ASCII.apostrophe {
        let value = rest.dropFirst()
        return value.firstIndex(of: quote).flatMap { PageEncoding(label: value[..<$0]) }
      }
      return PageEncoding(label: rest.prefix { !$0.isHTMLSpace && $0 != ASCII.semicolon })
    }
    return nil
  }
}

extension PageEncoding {
  /// The encoding to use for a declaration: a declaration in ASCII bytes cannot be in UTF-16.
  var asDeclared: PageEncoding {
    switch self {
    case .utf16LE, .utf16BE: .utf8
    case .userDefined: .windows1252
    default: self
    }
  }
}
