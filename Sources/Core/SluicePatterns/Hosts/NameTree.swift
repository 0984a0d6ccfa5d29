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
