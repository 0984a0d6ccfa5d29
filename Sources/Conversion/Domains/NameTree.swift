/// Names in a tree from their last character to their first: the places in which another name can leave it.
///
/// WebKit has neither look-ahead nor alternatives. So "none of these names, and nothing below them" is spelled
/// out, a url-filter for each place.
struct NameTree {
  /// A place in the tree.
  struct Place {
    /// What all names that come by end with.
    var suffix: [UInt8]
    /// The characters before it with which a name stays in the tree, in order.
    var next: [UInt8]
    /// Whether it is one of the names.
    var isName: Bool

    /// Whether a host of just this text is none of the names.
    var isOtherHost: Bool { !isName && suffix.first.map { $0 != UInt8(ascii: ".") } ?? false }
  }

  /// From the longest way that comes last in the alphabet to the root's other ones.
  private(set) var places: [Place] = []

  /// The tree of these names; nil if it has more places than `limit`.
  init?(_ names: [[UInt8]], limit: Int = .max) {
    let all = Set(names)
    // What is below another name is not told apart from it.
    let outermost = all.filter { name in !HostNames.parents(of: name).contains(where: all.contains) }
    var next: [[UInt8]: Set<UInt8>] = [[]: []]
    for name in outermost {
      for start in name.indices { next[Array(name[(start + 1)...]), default: []].insert(name[start]) }
      // Each name is a place too.
      if next.count + outermost.count > limit { return nil }
    }
    var suffixes: [[UInt8]] = [[]]
    while let suffix = suffixes.popLast() {
      let characters = (next[suffix] ?? []).sorted()
      suffixes += characters.map { [$0] + suffix }
      places.append(Place(suffix: suffix, next: characters, isName: outermost.contains(suffix)))
    }
  }
}
