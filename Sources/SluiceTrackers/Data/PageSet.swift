import SluiceAnalysis
import SluiceRules
import SluiceText

/// A set of pages, defined by hosts. For each page, the nearest listed host at or above the page's host
/// determines whether the page is in the set.
///
/// This form can represent sites with their subdomains, the pages of an owner without those of other owners
/// below them, and differences of such sets.
struct PageSet: Sendable {
  /// The listed hosts in insertion order, and whether their pages are in the set.
  private var marks: [(host: [UInt8], isIncluded: Bool)]
  private var isIncluded: [HostKey: Bool]
  /// Whether pages below no listed host are in the set.
  private let rest: Bool
  /// The approximate size of the condition for these pages in bytes of JSON.
  let size: Int

  /// The included and excluded hosts. The nearest of them above a page decides.
  var named: (meant: [[UInt8]], others: [[UInt8]]) {
    (marks.filter(\.isIncluded).map(\.host), marks.filter { !$0.isIncluded }.map(\.host))
  }

  var holdsElsewhere: Bool { rest }

  static let all = PageSet([], rest: true)
  static let none = PageSet([], rest: false)

  /// Creates the set of pages of some hosts and their subdomains, without those of `others`.
  init(within hosts: [[UInt8]], without others: [[UInt8]] = []) {
    self.init(hosts.map { ($0, true) } + others.map { ($0, false) }, rest: false)
  }

  private init(_ marks: [(host: [UInt8], isIncluded: Bool)], rest: Bool) {
    var known: [HostKey: Bool] = [:]
    var hosts: [[UInt8]] = []
    // WebKit can only match host names.
    for mark in marks where Domain.isHost(mark.host) {
      if known.updateValue(mark.isIncluded, forKey: HostKey(mark.host)) == nil { hosts.append(mark.host) }
    }
    // An entry with the same value as the nearest listed host above it is redundant.
    self.marks = hosts.compactMap { host in
      let own = known[HostKey(host)] ?? rest
      let above = HostNames.parents(of: host).lazy.compactMap { known[HostKey($0)] }.first ?? rest
      return own == above ? nil : (host, own)
    }
    isIncluded = Dictionary(uniqueKeysWithValues: self.marks.map { (HostKey($0.host), $0.isIncluded) })
    self.rest = rest
    let listed = isIncluded
    size = self.marks.reduce(0) { size, mark in
      // A hole needs a pattern for each place where a host below the listed one above it can differ from it.
      let above = HostNames.parents(of: mark.host).first { listed[HostKey($0)] != nil }
      let patterns = mark.isIncluded == rest ? mark.host.count - (above?.count ?? 0) : 1
      return size + patterns * (mark.host.count + 64)
    }
  }

  func contains(_ host: [UInt8]) -> Bool { HostNames.nearest(host) { isIncluded[$0] } ?? rest }

  var isEmpty: Bool { !rest && marks.isEmpty }

  func intersection(_ other: PageSet) -> PageSet { combined(with: other) { $0 && $1 } }

  func union(_ other: PageSet) -> PageSet { combined(with: other) { $0 || $1 } }

  func subtracting(_ other: PageSet) -> PageSet { combined(with: other) { $0 && !$1 } }

  /// Returns whether all pages of a host and its subdomains are in the set.
  func covers(_ host: [UInt8]) -> Bool {
    contains(host) && !marks.contains { !$0.isIncluded && HostNames.isHost($0.host, within: host) }
  }

  private func combined(with other: PageSet, _ combine: (Bool, Bool) -> Bool) -> PageSet {
    // Membership only changes at listed hosts.
    let hosts = (marks + other.marks).map(\.host)
    return PageSet(
      hosts.map { ($0, combine(contains($0), other.contains($0))) }, rest: combine(rest, other.rest))
  }

  /// Limits a trigger to these pages. Returns `nil` if the set is empty.
  ///
  /// The conditions are URL patterns, because patterns can be anchored. WebKit searches for the value of
  /// `if-domain` anywhere in the page's URL.
  func limiting(_ trigger: Trigger) -> Trigger? {
    var trigger = trigger
    let holes = Dictionary(
      grouping: marks.lazy.filter { $0.isIncluded == rest }.map(\.host), by: listed(above:))
    let patterns = marks.filter { $0.isIncluded != rest }.flatMap { mark in
      URLFilter.pages(of: mark.host, without: holes[HostKey(mark.host)] ?? [])
    }
    guard let patterns = NonEmpty(patterns) else { return rest ? trigger : nil }
    trigger.condition = rest ? .unlessTopURL(patterns) : .ifTopURL(patterns)
    return trigger
  }

  private func listed(above host: [UInt8]) -> HostKey? {
    HostNames.parents(of: host).lazy.map { HostKey($0) }.first { isIncluded[$0] != nil }
  }
}
