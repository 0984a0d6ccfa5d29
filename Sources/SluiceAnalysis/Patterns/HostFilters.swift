import SluiceRules
import SluiceSyntax
import SluiceText

extension URLFilter {
  /// Returns url-filters for the pages of `host` and its subdomains, without those of the hosts in
  /// `excluded`. The excluded hosts must be below `host`.
  ///
  /// There is one filter for each place where a name can differ from all excluded names; see ``NameTree``.
  package static func pages(of host: [UInt8], without excluded: [[UInt8]]) -> [URLFilter] {
    guard !excluded.isEmpty, let tree = NameTree(excluded.map { Array($0.dropLast(host.count + 1)) }) else {
      return Domain(host, includesSubdomains: true).map { [.page($0)] } ?? []
    }
    var filters: [URLFilter] = []
    if let filter = pages(ofExactly: host) { filters.append(filter) }
    for place in tree.nodes {
      let ending = place.suffix + [ASCII.dot] + host
      // The name is longer than this suffix. The character before the suffix differs from that of every
      // excluded name.
      var builder = URLFilterBuilder(.insideAuthority)
      builder.otherThan(
        place.next + Array("/@".utf8) + (place.isName || place.suffix.isEmpty ? [ASCII.dot] : []))
      builder.literals(ending)
      if let filter = builder.finish(with: .page) { filters.append(filter) }
      // The name equals this suffix.
      if place.isOtherHost, let filter = pages(ofExactly: ending) { filters.append(filter) }
    }
    return filters
  }

  /// Returns the url-filter for pages of a host, without those of hosts below it.
  package static func pages(ofExactly host: [UInt8]) -> URLFilter? {
    Domain(host, includesSubdomains: false).map { .page($0) }
  }
}

/// A tree of names, from their last character to their first. It lists the places where another name can
/// differ from all of them.
///
/// WebKit supports neither lookahead nor alternatives. Matching only hosts that are neither one of these
/// names nor a subdomain of one therefore needs a url-filter for each place.
package struct NameTree {
  package struct Node {
    /// The text with which all names below this node end.
    package var suffix: [UInt8]
    /// The characters that precede the suffix in these names, in ascending order.
    package var next: [UInt8]
    /// Whether the suffix is one of the names.
    package var isName: Bool

    /// Whether the suffix is itself a host, but not one of the names.
    package var isOtherHost: Bool { !isName && suffix.first.map { $0 != ASCII.dot } ?? false }
  }

  /// The nodes, depth first: the root, then its children in descending order of their characters.
  package private(set) var nodes: [Node] = []

  /// Creates the tree of these names, or returns `nil` if it has more nodes than `limit`.
  package init?(_ names: [[UInt8]], limit: Int = .max) {
    let all = Set(names)
    // Names below other names need no nodes of their own.
    let outermost = all.filter { name in !HostNames.parents(of: name).contains(where: all.contains) }
    var next: [[UInt8]: Set<UInt8>] = [[]: []]
    for name in outermost {
      for start in name.indices { next[Array(name[(start + 1)...]), default: []].insert(name[start]) }
      // Each name is a node as well.
      if next.count + outermost.count > limit { return nil }
    }
    var suffixes: [[UInt8]] = [[]]
    while let suffix = suffixes.popLast() {
      let characters = (next[suffix] ?? []).sorted()
      suffixes += characters.map { [$0] + suffix }
      nodes.append(Node(suffix: suffix, next: characters, isName: outermost.contains(suffix)))
    }
  }
}

/// Host names in the form that WebKit uses: in lowercase, with punycode for other scripts.
extension HostNames {
  /// The maximum length of a DNS host name in bytes.
  package static let maximumLength = 253

  /// Returns whether this is a name that hosts files use for the local machine.
  package static func isOfThisMachine(_ host: [UInt8]) -> Bool {
    // Names such as `ip6-localhost` and `ip6-allnodes` belong to no site.
    namesOfThisMachine.contains(host) || host.starts(with: "ip6-".utf8) && !host.contains(ASCII.dot)
  }

  private static let namesOfThisMachine: Set<[UInt8]> = Set(
    [
      "localhost", "localhost.localdomain", "localhost4", "localhost4.localdomain4", "localhost6",
      "localhost6.localdomain6", "localdomain", "local", "broadcasthost", "0.0.0.0",
    ].map { Array($0.utf8) })

  /// Returns the host in `range` of `bytes` in the form that WebKit uses, or `nil` if the text is not a host.
  package static func ascii(_ bytes: Span<UInt8>, in range: ByteRange) -> [UInt8]? {
    guard range.count <= maximumLength else { return nil }
    let written = bytes.extracting(range.indices)
    // Most hosts of lists are in this form already.
    if isUsable(written), !written.containsPunycode { return [UInt8](written) }
    guard let host = encoded([UInt8](written)) else { return nil }
    return isUsable(host.span) ? host : nil
  }

  private static func isUsable(_ host: Span<UInt8>) -> Bool { Domain.isHost(host) && isPossible(host) }

  /// Returns whether a URL can have this host or a subdomain of it. DNS limits the length of names and
  /// labels, and a host that ends in a number must be an address.
  package static func isPossible(_ host: Span<UInt8>) -> Bool {
    guard !HostAddress.isBroken(host) else { return false }
    guard host.count > maximumLabel else { return true }
    guard host.count <= maximumLength else { return false }
    var length = 0
    for index in host.indices {
      length = host[index] == ASCII.dot ? 0 : length + 1
      if length > maximumLabel { return false }
    }
    return true
  }

  private static let maximumLabel = 63

  /// Returns the host in these bytes in the form that WebKit uses, or `nil` if they are not a host.
  package static func ascii(_ bytes: [UInt8]) -> [UInt8]? {
    ascii(bytes.span, in: ByteRange(0, bytes.count))
  }
}
