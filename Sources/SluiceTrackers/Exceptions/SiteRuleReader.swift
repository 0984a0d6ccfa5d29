import SluiceAnalysis
import SluiceText

/// Reads the common format of the allowlist and the request blocklist.
///
/// Both list rules by the domain of requests. A rule consists of a host, the start of a path, and the sites
/// that it applies to.
struct SiteRuleReader {
  let syntax: RulePath.Syntax
  /// The sites on which the whole list is off.
  let excludedDomains: [[UInt8]]

  private static let everywhere = Array("<all>".utf8)

  func read(
    _ object: JSONValue, reader: inout TrackerDataReader, in json: Span<UInt8>,
    body: (_ domain: [UInt8], _ rules: [TrackerExceptions.RequestRule]) -> Void
  ) {
    reader.members(object, in: json) { reader, key, value in
      guard let domain = reader.host(key, in: json) else { return }
      guard syntax != .blocklist || RegistrableSite.isSite(domain) else {
        return reader.note(.notSite, value: key, in: json)
      }
      var rules: [TrackerExceptions.RequestRule] = []
      reader.members(value, in: json) { reader, key, value in
        guard key.isString("rules", in: json) else { return }
        reader.elements(value, in: json) { reader, value in
          if let rule = rule(value, of: domain, reader: &reader, in: json) { rules.append(rule) }
        }
      }
      body(domain, rules)
    }
  }

  private func rule(
    _ object: JSONValue, of domain: [UInt8], reader: inout TrackerDataReader, in json: Span<UInt8>
  ) -> TrackerExceptions.RequestRule? {
    var rule: (text: [UInt8], value: JSONValue)?
    var domains: [[UInt8]] = []
    var isEverywhere = false
    var hasDomains = false
    var hasUnknownKey = false
    reader.members(object, in: json) { reader, key, value in
      if key.isString("rule", in: json) {
        if let text = reader.text(value, in: json) { rule = (text, value) }
      } else if key.isString("domains", in: json) {
        reader.elements(value, in: json) { reader, value in
          hasDomains = true
          // Some encoders escape the angle brackets.
          if value.kind == .string, JSONText(value, in: json).bytes == Self.everywhere {
            isEverywhere = true
          } else if let host = reader.host(value, in: json) {
            domains.append(host)
          }
        }
      } else if syntax == .blocklist, !key.isString("reason", in: json) {
        hasUnknownKey = true
        reader.note(.unknownKey(JSONText(key, in: json).string), value: key, in: json)
      }
    }
    guard object.kind == .object, !hasUnknownKey else { return nil }
    guard let rule else {
      reader.note(.missing("rule"), value: object, in: json)
      return nil
    }
    if !hasDomains { reader.note(.missing("domains"), value: object, in: json) }
    var text = rule.text[...]
    var isBelowHost = false
    let isBlocklist = syntax == .blocklist
    if isBlocklist, text.first == ASCII.pipe || text.contains(ASCII.caret) {
      reader.note(.filterSyntax, value: rule.value, in: json)
      return nil
    }
    // Wildcards at the start and end of a rule are redundant, because any text may occur there, and rules match
    // subdomains even without a wildcard. `*.` means subdomains only.
    if isBlocklist, text.first == ASCII.star {
      text = text.drop { $0 == ASCII.star }
      isBelowHost = text.first == ASCII.dot
      if isBelowHost { text = text.dropFirst() }
    }
    while isBlocklist, text.last == ASCII.star { text = text.dropLast() }
    let end =
      text.firstIndex { $0 == ASCII.slash || isBlocklist && $0 == ASCII.colon } ?? text.endIndex
    // The text after a colon must be a port; a scheme is not a host.
    let behind = text[end...].dropFirst().first
    let isPort = behind.map { $0.isDigit || $0 == ASCII.star } ?? true
    guard end == text.endIndex || text[end] != ASCII.colon || isPort,
      let host = HostNames.ascii(Array(text[..<end]))
    else {
      reader.note(.notHost(String(decoding: rule.text[..<end], as: UTF8.self)), value: rule.value, in: json)
      return nil
    }
    if isBlocklist, text[..<end].contains(where: \.isCapital) {
      reader.note(.upperCaseHost, value: rule.value, in: json)
      return nil
    }
    guard HostNames.isHost(host, within: domain) else {
      reader.note(.foreignHost, value: rule.value, in: json)
      return nil
    }
    return TrackerExceptions.RequestRule(
      host: host, isBelowHost: isBelowHost, path: Array(text[end...]), domains: isEverywhere ? nil : domains,
      excludedDomains: excludedDomains, place: reader.place(rule.value, in: json))
  }
}

/// Detects registrable domains (sites). DuckDuckGo looks up the request blocklist by site, so an entry for
/// any other domain matches nothing. The output must not depend on the machine's copy of the public suffix list.
enum RegistrableSite {
  /// Returns whether a domain, in lowercase and punycode, is a site.
  ///
  /// IP addresses and names with one label count as sites, although they cannot be registered.
  static func isSite(_ domain: [UInt8]) -> Bool {
    let labels = domain.split(separator: ASCII.dot, omittingEmptySubsequences: false)
    let isAddress =
      domain.contains(ASCII.colon) || domain.allSatisfy { $0.isDigit || $0 == ASCII.dot }
    guard labels.count > 1, !isAddress else { return true }
    let suffixes = PublicSuffixList.wellKnown
    // A company's entry in the public suffix list is itself a domain that the company registered.
    if suffixes.isSuffix(domain) { return suffixes.owner(ofSuffix: HostKey(domain)) == .company }
    let parent = HostKey(Array(domain[labels[1].startIndex...]))
    if suffixes.owner(ofSuffix: parent) == .company { return false }
    if suffixes.registrableDomain(of: domain).count == domain.count { return true }
    return labels.count == 3 && labels[2].count == 2
      && KnownSuffixes.registryLabels.contains(Array(labels[1]))
  }
}
