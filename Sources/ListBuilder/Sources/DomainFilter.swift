/// Lines as a list for DNS servers has them, for the transformations of such lists.
enum DomainFilter {
  /// Options that say nothing about a name.
  private static let ignoredOptions: Set<String> = [
    "third-party", "3p", "document", "doc", "all", "popup", "network",
  ]
  /// Options that a DNS server knows.
  private static let knownOptions: Set<String> = [
    "important", "badfilter", "ctag", "client", "dnstype", "dnsrewrite", "denyallow",
  ]

  /// The names of a hosts line or of a line that is a name; none for any other.
  static func hosts(of line: ArraySlice<UInt8>) -> [String] {
    // A comment stands behind a blank: `a.example##.ad` hides elements.
    let comment = line.indices.first { index in
      line[index] == UInt8(ascii: "#") && (index == line.startIndex || line[index - 1] <= 0x20)
    }
    let text = String(decoding: line[..<(comment ?? line.endIndex)], as: UTF8.self)
    let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    guard let first = words.first else { return [] }
    if words.count == 1 { return isName(first) && !isAddress(first) ? [first.lowercased()] : [] }
    guard isAddress(first), words.dropFirst().allSatisfy(isName) else { return [] }
    return words.dropFirst().map { $0.lowercased() }
  }

  /// Whether a domain above this host is among the names.
  static func hasParent(_ host: String, in names: Set<String>) -> Bool {
    var rest = host[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      if names.contains(String(rest)) { return true }
    }
    return false
  }

  /// The filter without options that a DNS server ignores, or nil if it has none.
  static func withoutIgnoredOptions(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard let (pattern, options) = parts(of: line), !options.isEmpty else { return nil }
    let kept = options.filter { !ignoredOptions.contains($0) }
    guard kept.count < options.count else { return nil }
    return Array((kept.isEmpty ? pattern : "\(pattern)$\(kept.joined(separator: ","))").utf8)
  }

  /// The exception that lifts a filter; nil for what is none.
  static func exception(of line: ArraySlice<UInt8>) -> [UInt8]? {
    let hosts = hosts(of: line)
    if hosts.count == 1 { return Array("@@||\(hosts[0])^".utf8) }
    if hosts.count > 1 { return Array("@@*$to=\(hosts.joined(separator: "|"))".utf8) }
    guard parts(of: line) != nil, !line.starts(with: "@@".utf8) else { return nil }
    return Array("@@".utf8) + line
  }

  /// Whether a DNS server can act on a line.
  static func isValid(_ line: ArraySlice<UInt8>, allowsAddresses: Bool) -> Bool {
    if !hosts(of: line).isEmpty { return true }
    guard let (pattern, options) = parts(of: line),
      options.allSatisfy({ option in knownOptions.contains(String(option.prefix { $0 != "=" })) })
    else { return false }
    var name = pattern[...]
    if name.hasPrefix("@@") { name = name.dropFirst(2) }
    if name.hasPrefix("/"), name.hasSuffix("/"), name.count > 2 { return true }
    while name.hasPrefix("|") { name = name.dropFirst() }
    while name.hasSuffix("|") || name.hasSuffix("^") { name = name.dropLast() }
    guard name.utf8.count >= 3, name.contains("."), name.unicodeScalars.allSatisfy(isNameScalar) else {
      return false
    }
    return allowsAddresses || !isAddress(String(name))
  }

  /// Pattern and options of a network filter; nil for a cosmetic one.
  private static func parts(of line: ArraySlice<UInt8>) -> (pattern: String, options: [String])? {
    let text = String(decoding: line, as: UTF8.self)
    for marker in ["##", "#@", "#?", "#$", "#%", "$$", "$@$"] where text.contains(marker) { return nil }
    guard let dollar = text.lastIndex(of: "$"), !text.hasSuffix("/"), dollar > text.startIndex else {
      return (text, [])
    }
    return (
      String(text[..<dollar]), text[text.index(after: dollar)...].split(separator: ",").map(String.init)
    )
  }

  private static func isName(_ word: String) -> Bool {
    word.contains(".") && word.unicodeScalars.allSatisfy { isNameScalar($0) && $0 != "*" }
  }

  private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-._*".unicodeScalars.contains(scalar)
  }

  private static func isAddress(_ word: String) -> Bool {
    if word.contains(":") { return word.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." } }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
