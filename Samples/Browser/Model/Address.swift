import Foundation
import SluiceProtection

/// The meaning of a text in the address bar: an address, or words to search for.
///
/// A host without a scheme becomes https. http is used only if it is typed.
public struct AddressReader: Sendable {
  /// The default search URL, in which `%s` stands for the words.
  public static let defaultSearch = "https://duckduckgo.com/?q=%s"

  /// The search URL.
  public var search: String

  /// Creates a reader with a search URL.
  public init(search: String = defaultSearch) { self.search = search }

  /// Returns the URL to open for a typed text; nil if there is nothing to open.
  public func url(for typed: String) -> String? {
    let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : Self.page(text) ?? searchURL(text)
  }

  private func searchURL(_ words: String) -> String? {
    guard Self.isSearch(search) else { return nil }
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let plain = CharacterSet(charactersIn: "-._~0123456789\(letters)\(letters.uppercased())")
    let encoded = words.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    return search.replacingOccurrences(of: "%s", with: encoded)
  }

  /// Returns whether a text can be the search URL: http or https, a host, and one `%s`.
  public static func isSearch(_ text: String) -> Bool {
    let parts = text.components(separatedBy: "%s")
    return parts.count == 2 && ["https://", "http://"].contains { parts[0].hasPrefix($0) }
      && page(parts[0]) != nil
  }

  /// Returns the URL that a text means as an address; nil if it can only be words.
  static func page(_ text: String) -> String? {
    let lower = text.lowercased()
    for scheme in ["https://", "http://"] where lower.hasPrefix(scheme) {
      let rest = text.dropFirst(scheme.count)
      return isAddress(rest, hasScheme: true) ? scheme + escaped(rest) : nil
    }
    if lower == "about:blank" { return lower }
    if lower.hasPrefix("file:///") || lower.hasPrefix(DetectionPage.prefix) { return escaped(text[...]) }
    // Other schemes are words: a pasted `javascript:` would act on the open page.
    return isAddress(text[...], hasScheme: false) ? "https://" + escaped(text[...]) : nil
  }

  private static func isAddress(_ text: Substring, hasScheme: Bool) -> Bool {
    let authority = text.prefix { !"/?#".contains($0) }
    guard !authority.contains(where: \.isWhitespace), !authority.isEmpty else { return false }
    // A name before the host belongs to mail addresses, unless there is a scheme.
    let hostAndPort = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
    guard hasScheme || hostAndPort.count == authority.count else { return false }
    if hostAndPort.hasPrefix("[") {
      guard let end = hostAndPort.firstIndex(of: "]") else { return false }
      let address = hostAndPort[..<end].dropFirst()
      let rest = hostAndPort[hostAndPort.index(after: end)...]
      return address.contains(":") && address.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        && (rest.isEmpty || rest.hasPrefix(":") && isPort(rest.dropFirst()))
    }
    let parts = hostAndPort.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count == 1 || isPort(parts[1]) else { return false }
    let name = host.hasSuffix(".") ? host.dropLast() : host
    if isIPv4(name) { return true }
    guard Site(host: String(name)) != nil else { return false }
    if hasScheme || name.lowercased() == "localhost" { return true }
    guard let last = name.split(separator: ".").last, name.contains(".") else {
      // `router/` and `nas:8080` are hosts, `router` is a word.
      return parts.count == 2 || text.dropFirst(authority.count) == "/"
    }
    return last.count >= 2 && last.contains(where: \.isLetter)
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.allSatisfy { $0.isASCII && $0.isNumber } && (UInt16(text) ?? 0) > 0
  }

  private static func isIPv4(_ text: Substring) -> Bool {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers.allSatisfy { $0.count <= 3 && UInt8($0) != nil }
  }

  /// Escapes what would end an address elsewhere. WebKit writes the rest.
  private static func escaped(_ text: Substring) -> String {
    text.replacingOccurrences(of: " ", with: "%20").filter { !$0.isNewline && $0 != "\t" }
  }
}

extension String {
  /// The URL without a user name and password, which other people may see on the screen and in the history.
  var withoutPassword: String {
    guard let scheme = ["https://", "http://"].first(where: { hasPrefix($0) }) else { return self }
    let rest = dropFirst(scheme.count)
    let authority = rest.prefix { !"/?#".contains($0) }
    return authority.lastIndex(of: "@").map { scheme + rest[rest.index(after: $0)...] } ?? self
  }
}

/// The security of the connection that a page came through.
public enum PageSecurity: Hashable, Sendable {
  /// Not of the web; https; http; https with a certificate that is not trusted.
  case none, secure, insecure, untrusted

  /// Returns the security of a page.
  public init(page: String?, hasTrustedCertificate: Bool = true) {
    if page?.hasPrefix("https://") == true {
      self = hasTrustedCertificate ? .secure : .untrusted
    } else {
      self = page?.hasPrefix("http://") == true ? .insecure : .none
    }
  }

  /// A sentence for the sign next to the address.
  public var words: String {
    switch self {
    case .none: "No connection"
    case .secure: "Secure connection"
    case .insecure: "Not secure: others can read and change this page"
    case .untrusted: "Not secure: the certificate is not trusted"
    }
  }
}

/// The reason why a page did not open, in words.
public struct PageFailure: Hashable, Sendable {
  /// The kind of failure.
  public enum Kind: Hashable, Sendable {
    case hostNotFound, unreachable, timedOut, untrusted, unencrypted, blocked, crashed
    case other(String)
  }

  /// The kind.
  public var kind: Kind
  /// The URL that was asked for.
  public var url: String

  /// Creates a failure.
  public init(_ kind: Kind, url: String) { (self.kind, self.url) = (kind, url.withoutPassword) }

  /// The URL with http, where the site may have no https; nil otherwise. A certificate that is not trusted is no
  /// reason to send everything in the clear.
  public var unencryptedURL: String? {
    guard kind == .unencrypted || kind == .unreachable, url.hasPrefix("https://"),
      URL(string: url)?.port == nil
    else { return nil }
    return "http://" + url.dropFirst("https://".count)
  }

  /// A headline.
  public var title: String {
    switch kind {
    case .hostNotFound: "This site cannot be found"
    case .unreachable: "This site cannot be reached"
    case .timedOut: "This site does not answer"
    case .untrusted: "This connection is not secure"
    case .unencrypted: "This site has no secure connection"
    case .blocked: "A filter list blocks this page"
    case .crashed: "This page stopped working"
    case .other: "This page could not be opened"
    }
  }

  /// The cause, and the next step for the user.
  public var explanation: String {
    let host = URL(string: url)?.host() ?? url
    return switch kind {
    case .hostNotFound: "There is no server named \(host). Check the address, and whether you are online."
    case .unreachable: "\(host) refuses connections, or you are not online."
    case .timedOut: "\(host) took too long. It may be busy."
    case .untrusted: "\(host) has a certificate that is not trusted. Somebody may be impersonating it."
    case .unencrypted:
      "\(host) has no secure connection that works. With http, others can read and change what you see and type there."
    case .blocked: "To open it anyway, turn protection off for \(host) in the shield."
    case .crashed: "The process that showed \(host) ended. Text that you typed there may be lost."
    case .other(let reason): reason
    }
  }
}
