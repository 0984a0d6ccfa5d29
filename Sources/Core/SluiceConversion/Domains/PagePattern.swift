import SluiceRules
import SluiceSyntax

/// Url-filters that match the URLs of pages or other requests by host.
package enum PagePattern {
  /// Returns the url-filter for requests to a host and its subdomains.
  static func host(_ host: [UInt8]) -> URLFilter? { URLFilter.host(host.span) }

  /// Returns the url-filter for requests to the hosts that an entry of a hosts file covers.
  static func requests(to host: [UInt8], _ scope: HostsLine.Scope) -> URLFilter? {
    var builder = upToHostEnd(of: host, scope)
    builder.hostEnd()
    return builder.finish()
  }

  /// Returns a pattern that ends at the end of a host that an entry of a hosts file covers.
  static func upToHostEnd(of host: [UInt8], _ scope: HostsLine.Scope) -> URLFilterBuilder {
    var builder: URLFilterBuilder
    switch scope {
    case .hostAndBelow: return upToHostEnd(of: .host(host), .included, .hosts)
    case .host: builder = .atHost(capacity: host.count + 16)
    case .below:
      builder = .atAuthority()
      builder.authorityCharacter()
      builder.authorityRun()
      builder.literal(ASCII.dot)
    }
    for byte in host { builder.literal(byte) }
    return builder
  }

  /// Returns the url-filter for requests to an IPv6 address in brackets.
  static func address(_ address: [UInt8]) -> URLFilter? {
    var builder = upTo(address: address)
    builder.hostEnd()
    return builder.finish()
  }

  /// Returns a pattern that ends at the end of the address.
  static func upTo(address: [UInt8]) -> URLFilterBuilder {
    var builder = URLFilterBuilder.atHost(capacity: address.count + 16)
    for byte in address { builder.literal(byte) }
    return builder
  }

  /// Returns the url-filter for requests to a host or an entity.
  static func requests(to name: PageName, _ form: SuffixForm) -> URLFilter? {
    if case .host(let host) = name { return self.host(host) }
    var builder = upToHostEnd(of: name, form, .hosts)
    builder.hostEnd()
    return builder.finish()
  }

  /// Returns the url-filter for pages of a host or an entity, for use in conditions.
  static func pages(of name: PageName, _ form: SuffixForm) -> URLFilter? {
    if case .host(let host) = name { return Domain(host, includesSubdomains: true).map { .page($0) } }
    var builder = upToHostEnd(of: name, form, .hosts)
    builder.pageHostEnd()
    return builder.finish()
  }

  /// Returns a pattern that ends at the end of a name's host.
  static func upToHostEnd(
    of name: PageName, _ form: SuffixForm, _ variant: URLFilterBuilder.HostAnchorVariant
  ) -> URLFilterBuilder {
    switch name {
    case .host(let host):
      var builder = URLFilterBuilder.atHostLabel(capacity: host.count + 32, variant: variant)
      for byte in host { builder.literal(byte) }
      return builder
    case .entity(let name):
      var builder = upToHostEnd(of: .host(name), form, variant)
      builder.literal(ASCII.dot)
      switch form {
      case .included: builder.publicSuffix()
      case .excluded: builder.oneOrTwoLabels()
      }
      return builder
    }
  }

  /// Returns the url-filter for pages of the hosts below a host.
  static func pages(below host: [UInt8]) -> URLFilter? {
    var builder = upToHostEnd(of: host, .below)
    builder.pageHostEnd()
    return builder.finish()
  }
}
