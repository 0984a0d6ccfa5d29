import SluiceRules
import SluiceSyntax

/// Corrections of filters for the advice in diagnostics.
extension ConversionReason {
  /// Returns the pattern that was probably intended, for a pattern that matches no URL.
  static func suggestion(forPattern text: String) -> String? {
    intended(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func intended(_ text: [UInt8]) -> [UInt8]? {
    let (caret, pipe, slash) = (ASCII.caret, ASCII.pipe, ASCII.slash)
    if text.starts(with: "|||".utf8) { return [pipe, pipe] + text.drop { $0 == pipe } }
    if WebScheme.allCases.contains(where: { text.starts(with: "||\($0.prefix)".utf8) }) {
      return Array(text.dropFirst())
    }
    if let address = address(text) { return address }
    if text.starts(with: "||".utf8) {
      let labels = text.dropFirst(2).prefix { !"/^|?".utf8.contains($0) }
      let rest = text[labels.endIndex...]
      let host = labels.split(separator: ASCII.dot).joined(separator: [ASCII.dot])
      let end = rest == [pipe] ? [caret] : (rest.first == ASCII.question ? [slash] : []) + rest
      let meant = [pipe, pipe] + host + end
      return meant.count == 2 + end.count || meant == text ? nil : meant
    }
    // No URL has this path, port or scheme, so the intended pattern is unknown.
    if let start = hostStart(in: text) {
      let host = text[start...].dropLast()
      let isHostAlone = !host.isEmpty && text.last == pipe && !host.contains { "/?:*^".utf8.contains($0) }
      return isHostAlone ? Array(text.dropLast()) + [slash, pipe] : nil
    }
    guard text.first == pipe, text.count > 1 else { return nil }
    return [pipe] + (text.last == pipe && text.count > 2 ? Array(text.dropLast()) + [caret] : text)
  }

  /// Returns the position behind the first `://`.
  private static func hostStart(in text: [UInt8]) -> Int? {
    text.indices.first { text[$0...].starts(with: "://".utf8) }.map { $0 + 3 }
  }

  /// Returns the position of the host of an anchored pattern.
  private static func anchoredHostStart(in text: [UInt8]) -> Int? {
    let bytes = text.span
    guard case .plain(let plain)? = try? Pattern(parsing: bytes, ByteRange(0, bytes.count)) else {
      return nil
    }
    switch plain.start {
    case .anywhere: return nil
    case .url: return hostStart(in: text)
    case .hostLabel: return plain.body.lowerBound
    }
  }

  /// Returns the pattern with its IP address in the form that URLs use.
  private static func address(_ text: [UInt8]) -> [UInt8]? {
    guard let start = anchoredHostStart(in: text) else { return nil }
    let end = text[start...].firstIndex { "/^|]".utf8.contains($0) } ?? text.count
    let isIPv6 = text[start...].first == ASCII.openBracket && text[end...].first == ASCII.closeBracket
    let host = text[start..<(isIPv6 ? end + 1 : end)]
    guard let address = isIPv6 ? HostAddress.ipv6(host) : HostAddress.ipv4(host), host != address[...] else {
      return nil
    }
    return Array(text[..<start]) + address + text[(start + host.count)...]
  }

  /// Returns a list of options in valid syntax, from text with other separators.
  static func options(in text: String) -> String {
    let names = Array(text.utf8).split { ",|$".utf8.contains($0) }.map { name in
      name.starts(with: "~~".utf8) ? [ASCII.tilde] + name.drop { $0 == ASCII.tilde } : name
    }
    return String(decoding: [ASCII.dollar] + names.joined(separator: [ASCII.comma]), as: UTF8.self)
  }

  /// Returns the text with dots in place of commas.
  static func withDots(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 == ASCII.comma ? ASCII.dot : $0 }, as: UTF8.self)
  }
}
