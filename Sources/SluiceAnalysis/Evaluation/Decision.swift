import SluiceRules
import SluiceText

/// The effect of a rule list on a request.
public struct Decision: Hashable, Sendable {
  /// Whether the request is blocked.
  public var isBlocked = false
  /// Whether the request is sent without cookies.
  public var blocksCookies = false
  /// Whether the request is changed to a secure scheme.
  public var isUpgraded = false
  /// The redirects of the request, in the order in which WebKit applies them. Only the lists of web extensions have
  /// them.
  package var redirects: [Redirect] = []
  /// The changes of headers, those with the highest priority first. Only the lists of web extensions have them.
  package var headerChanges: [HeaderChanges] = []
  /// The selectors to hide, with one group for each rule. They apply to the requested document. If the
  /// request is not for a document, they apply to the document that makes it: WebKit applies hiding rules to
  /// all requests that they match.
  package var hiding: [NonEmpty<CSSSelector>] = []
  /// The indices of the rules that act on the request, in order.
  public var acting: [Int] = []
  /// The rules that match but do not act because another rule overrides them.
  public var overridden: [Overridden] = []

  /// The selectors of all rules that hide elements.
  public var hiddenSelectors: [CSSSelector] { hiding.flatMap { $0.elements } }

  /// A rule that matches but does not act.
  public struct Overridden: Hashable, Sendable {
    /// The index of the rule.
    public var rule: Int
    /// The index of the `ignore-previous-rules` or `ignore-following-rules` rule that overrides it.
    public var by: Int

    /// Creates an overridden rule from the two indices.
    package init(rule: Int, by: Int) {
      self.rule = rule
      self.by = by
    }
  }

  /// Combines two decisions about the same request. The request is blocked if either of them blocks it.
  func joined(with other: Decision) -> Decision {
    guard !isBlocked, self != other else { return self }
    var both = self
    both.isBlocked = other.isBlocked
    both.blocksCookies = blocksCookies || other.blocksCookies
    both.isUpgraded = isUpgraded || other.isUpgraded
    let ownHiding = Set(hiding)
    both.hiding += other.hiding.filter { !ownHiding.contains($0) }
    let otherActing = Set(other.acting)
    both.acting = otherActing.union(acting).sorted()
    let known = Set(overridden.map { $0.rule }).union(both.acting)
    both.overridden =
      (overridden.filter { !otherActing.contains($0.rule) }
      + other.overridden.filter { !known.contains($0.rule) }).sorted { $0.rule < $1.rule }
    return both
  }

  /// Creates the decision for a request that matches these rules, whose indices are in ascending order.
  init(_ matching: [Int], of rules: [Rule], url: [UInt8]) {
    var following: Int?
    for index in matching {
      if let following {
        overridden.append(Overridden(rule: index, by: following))
        continue
      }
      switch rules[index].action {
      case .ignorePreviousRules:
        overridden += acting.map { Overridden(rule: $0, by: index) }
        acting.removeAll()
      case .ignoreFollowingRules: following = index
      case .block, .blockCookies, .hide, .makeHTTPS, .redirect, .modifyHeaders: acting.append(index)
      }
    }
    overridden.sort { $0.rule < $1.rule }
    for index in acting {
      switch rules[index].action {
      case .block: isBlocked = true
      case .blockCookies: blocksCookies = true
      case .makeHTTPS: isUpgraded = Self.isUpgradable(url)
      case .hide(let selectors): hiding.append(selectors)
      case .redirect(let redirect): redirects.insert(redirect, at: 0)
      case .modifyHeaders(let changes): headerChanges.append(changes)
      case .ignorePreviousRules, .ignoreFollowingRules: break
      }
    }
    // Stable, as WebKit's sort is.
    if headerChanges.count > 1 {
      headerChanges = headerChanges.enumerated()
        .sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }.map { $0.element }
    }
  }

  /// Returns whether WebKit changes the scheme of a URL: other ports than the default one stay insecure (measured).
  private static func isUpgradable(_ url: [UInt8]) -> Bool {
    guard url.starts(with: "http://".utf8) || url.starts(with: "ws://".utf8) else { return false }
    let authority = url.drop { $0 != ASCII.slash }.dropFirst(2).prefix { $0 != ASCII.slash }
    let digits = authority.reversed().prefix { $0.isDigit }.count
    return authority.dropLast(digits).last != ASCII.colon || digits == 0
  }
}

extension Decision {
  /// Returns the URL to which the request is sent: with the redirects and the secure scheme, if it is upgraded.
  ///
  /// - Parameters:
  ///   - url: The URL of the request.
  ///   - extensionURL: The URL of the extension, to which its paths are relative.
  /// - Returns: The new URL; `url` itself if nothing changes it. `nil` if the request is blocked, or if the URL depends
  ///   on the groups of a pattern.
  package func redirectedURL(of url: [UInt8], extensionURL: [UInt8]) -> [UInt8]? {
    if isBlocked { return nil }
    var url = url
    if isUpgraded, let colon = url.firstIndex(of: ASCII.colon) { url.insert(UInt8(ascii: "s"), at: colon) }
    for redirect in redirects {
      switch redirect {
      case .url(let target): url = SerializedURL(target).bytes
      case .extensionPath(let path): url = extensionURL + path
      case .substitution: return nil
      case .transform(let transform): url = transform.applied(to: url)
      }
    }
    return url
  }

  /// Returns the changes of the headers of requests or responses that count. The first change of a header does, and
  /// all values to append do.
  package func effectiveHeaderChanges(ofResponse isResponse: Bool) -> [HeaderChange] {
    var changes: [HeaderChange] = []
    var first: [[UInt8]: HeaderChange.Operation] = [:]
    for change in headerChanges.flatMap({ isResponse ? $0.response : $0.request }) {
      let name = change.header.map { $0.asciiLowercased }
      switch (change.operation, first[name]) {
      case (.append, .remove?), (.set, .some), (.remove, .some): continue
      case (.append, _), (.set, nil), (.remove, nil): break
      }
      if first[name] == nil { first[name] = change.operation }
      changes.append(change)
    }
    return changes
  }
}

extension URLTransform {
  func applied(to url: [UInt8]) -> [UInt8] {
    var parts = URLParts(url)
    if let fragment { parts.fragment = fragment[...] }
    if let host { parts.host = host[...] }
    if let password { parts.password = password[...] }
    if let path { parts.path = path[...] }
    if let port { parts.port = port[...] }
    switch query {
    case .replaced(let query): parts.query = query[...]
    case .parameters(let removed, let added):
      if let query = Self.query(parts.query, removing: removed, adding: added) { parts.query = query[...] }
    case nil: break
    }
    if let scheme { parts.scheme = scheme[...] }
    if let username { parts.username = username[...] }
    return SerializedURL(parts.bytes).bytes
  }

  /// Returns a query without some parameters and with others; `nil` if nothing changes.
  private static func query(
    _ query: ArraySlice<UInt8>, removing names: [[UInt8]], adding parameters: [Parameter]
  ) -> [UInt8]? {
    guard query.first == ASCII.question else { return nil }
    var kept: [ArraySlice<UInt8>] = []
    var isChanged = false
    for parameter in query.dropFirst().split(separator: ASCII.ampersand) {
      let name = parameter.prefix { $0 != ASCII.equals }.formDecoded
      if name.isEmpty { continue }
      if names.contains(name) {
        isChanged = true
      } else if let new = parameters.first(where: { $0.onlyReplaces && $0.name == name }) {
        isChanged = true
        kept.append((name + [ASCII.equals] + new.value)[...])
      } else {
        kept.append(parameter)
      }
    }
    for new in parameters where !new.onlyReplaces {
      isChanged = true
      kept.append((new.name + [ASCII.equals] + new.value)[...])
    }
    return isChanged ? [ASCII.question] + kept.joined(separator: [ASCII.ampersand]) : nil
  }
}

/// The parts of a serialized URL. Query and fragment have their first character.
private struct URLParts {
  var scheme, username, password, host, port, path, query, fragment: ArraySlice<UInt8>

  init(_ url: [UInt8]) {
    func split(_ text: ArraySlice<UInt8>, before index: Int?) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
      let index = index ?? text.endIndex
      return (text[..<index], text[index...])
    }
    var rest: ArraySlice<UInt8>
    (scheme, rest) = split(url[...], before: url.firstIndex(of: ASCII.colon))
    rest = rest.dropFirst(3)
    var authority: ArraySlice<UInt8>
    (authority, rest) = split(
      rest, before: rest.firstIndex { $0 == ASCII.slash || $0 == ASCII.question || $0 == ASCII.hash })
    (rest, fragment) = split(rest, before: rest.firstIndex(of: ASCII.hash))
    (path, query) = split(rest, before: rest.firstIndex(of: ASCII.question))
    (username, password) = ([], [])
    if let at = authority.lastIndex(of: ASCII.at) {
      let user = authority[..<at]
      (username, password) = split(user, before: user.firstIndex(of: ASCII.colon))
      password = password.dropFirst()
      authority = authority[(at + 1)...]
    }
    let portStart = authority.lastIndex(of: ASCII.colon)
      .flatMap { authority[$0...].contains(ASCII.closeBracket) ? nil : $0 }
    (host, port) = split(authority, before: portStart)
    port = port.dropFirst()
  }

  var bytes: [UInt8] {
    var bytes = scheme + Array("://".utf8)
    if !username.isEmpty || !password.isEmpty {
      bytes += username
      if !password.isEmpty { bytes += [ASCII.colon] + password }
      bytes.append(ASCII.at)
    }
    bytes += host
    if !port.isEmpty { bytes += [ASCII.colon] + port }
    bytes += path
    bytes += query
    bytes += fragment
    return Array(bytes)
  }
}

extension ArraySlice<UInt8> {
  /// The text of a name or value in a query, with `+` and percent escapes decoded.
  fileprivate var formDecoded: [UInt8] {
    var decoded: [UInt8] = []
    var index = startIndex
    while index < endIndex {
      let byte = self[index]
      index += 1
      if byte == ASCII.percent, index + 1 < endIndex, self[index].isHexDigit, self[index + 1].isHexDigit {
        decoded.append(self[index].hexDigitValue << 4 | self[index + 1].hexDigitValue)
        index += 2
      } else {
        decoded.append(byte == ASCII.plus ? ASCII.space : byte)
      }
    }
    return decoded
  }
}
