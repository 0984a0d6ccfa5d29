import SluiceRules

/// The pages that are excluded from a scope.
struct HidingExclusions {
  /// The excluded names, sorted.
  private(set) var names: [PageName] = []
  /// The url-filters of excluded pages, sorted.
  private(set) var urls: [URLFilter] = []
  /// The exclusions that the scope shares with other scopes, in addition to its own.
  private(set) var shared: [SharedExclusions] = []

  var isEmpty: Bool { names.isEmpty && urls.isEmpty && shared.isEmpty }

  mutating func add(_ more: [PageName]) {
    names = names.isEmpty && more.count < 2 ? more : Array(Set(names + more)).sorted()
    for shared in shared { names.removeAll(where: shared.contains) }
  }

  mutating func add(_ more: [URLFilter]) {
    urls = Array(Set(urls + more)).sorted { $0.bytes.precedes($1.bytes) }
  }

  /// Adds shared exclusions and removes duplicates from the scope's own exclusions.
  mutating func add(_ more: SharedExclusions) {
    shared.append(more)
    if !names.isEmpty { names.removeAll(where: more.contains) }
    if !urls.isEmpty {
      let known = Set(more.urls)
      urls.removeAll(where: known.contains)
    }
  }

  /// The names and url-filters of all exclusions, sorted.
  var all: (names: [PageName], urls: [URLFilter]) {
    guard let first = shared.first else { return (names, urls) }
    if shared.count == 1, names.isEmpty, urls.isEmpty { return (first.names, first.urls) }
    let all = SharedExclusions(
      names: names + shared.flatMap { $0.names }, urls: urls + shared.flatMap { $0.urls }, sources: [])
    return (all.names, all.urls)
  }

  /// The same hash for equal pages, no matter which of them are shared.
  var hash: UInt64 { shared.reduce(ExclusionHash.sum(names, urls)) { $0 &+ $1.hash } }
}

extension HidingExclusions: Equatable {
  static func == (a: HidingExclusions, b: HidingExclusions) -> Bool {
    if a.shared.elementsEqual(b.shared, by: ===) { return a.names == b.names && a.urls == b.urls }
    // One scope can share exclusions that the other scope has as its own.
    return a.hash == b.hash && a.all == b.all
  }
}
