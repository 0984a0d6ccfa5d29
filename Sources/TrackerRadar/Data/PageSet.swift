import ContentBlocker
import Conversion

/// Pages, by their hosts: of the hosts that are named, the nearest one above a page says whether it is meant.
///
/// Sites with all hosts below them, the pages of an owner without those of others in between, and what is left
/// of both when something is taken out are all of this kind.
struct PageSet: Sendable {
  /// The hosts that are named, in the order in which they were, and whether their pages are meant.
  private var marks: [(host: [UInt8], isMeant: Bool)]
  private var isMeant: [HostKey: Bool]
  /// Whether pages that are below none of them are meant.
  private let rest: Bool

  /// The hosts whose pages are meant, and those whose pages are not: of all of them the nearest above a page decides.
  var named: (meant: [[UInt8]], others: [[UInt8]]) {
    (marks.filter(\.isMeant).map(\.host), marks.filter { !$0.isMeant }.map(\.host))
  }

  /// Whether pages below none of them are meant.
  var holdsElsewhere: Bool { rest }

  /// Every page.
  static let all = PageSet([], rest: true)
  /// No page.
  static let none = PageSet([], rest: false)

  /// The pages of some hosts and of those below them, but for those of others below these.
  init(within hosts: [[UInt8]], without others: [[UInt8]] = []) {
    self.init(hosts.map { ($0, true) } + others.map { ($0, false) }, rest: false)
  }

  private init(_ marks: [(host: [UInt8], isMeant: Bool)], rest: Bool) {
    var known: [HostKey: Bool] = [:]
    var hosts: [[UInt8]] = []
    // WebKit knows no other names.
    for mark in marks where Domain.isHost(mark.host) {
      if known.updateValue(mark.isMeant, forKey: HostKey(mark.host)) == nil { hosts.append(mark.host) }
    }
    // What the next host above says too need not be said again.
    self.marks = hosts.compactMap { host in
      let own = known[HostKey(host)] ?? rest
      let above = HostNames.parents(of: host).lazy.compactMap { known[HostKey($0)] }.first ?? rest
      return own == above ? nil : (host, own)
    }
    isMeant = Dictionary(uniqueKeysWithValues: self.marks.map { (HostKey($0.host), $0.isMeant) })
    self.rest = rest
  }

  /// Whether pages of this host are meant.
  func contains(_ host: [UInt8]) -> Bool { HostNames.nearest(host) { isMeant[$0] } ?? rest }

  /// Whether there are no pages.
  var isEmpty: Bool { !rest && marks.isEmpty }

  /// The pages that are in both.
  func intersection(_ other: PageSet) -> PageSet { combined(with: other) { $0 && $1 } }

  /// The pages that are in either.
  func union(_ other: PageSet) -> PageSet { combined(with: other) { $0 || $1 } }

  /// The pages that are not in the other.
  func subtracting(_ other: PageSet) -> PageSet { combined(with: other) { $0 && !$1 } }

  /// Whether all pages of a host and of those below it are meant.
  func covers(_ host: [UInt8]) -> Bool {
    contains(host) && !marks.contains { !$0.isMeant && HostNames.isHost($0.host, within: host) }
  }

  private func combined(with other: PageSet, _ combine: (Bool, Bool) -> Bool) -> PageSet {
    // Between two named hosts nothing changes, so it is enough to ask for these.
    let hosts = (marks + other.marks).map(\.host)
    return PageSet(
      hosts.map { ($0, combine(contains($0), other.contains($0))) }, rest: combine(rest, other.rest))
  }

  /// Limits a trigger to the pages; nil when there are none.
  ///
  /// WebKit looks for the value of `if-domain` anywhere in the page's URL, so the conditions are patterns, which
  /// can be anchored.
  func limiting(_ trigger: Trigger) -> Trigger? {
    var trigger = trigger
    let holes = marks.filter { $0.isMeant == rest }.map(\.host)
    let patterns = marks.filter { $0.isMeant != rest }.flatMap { mark in
      PagePattern.host(mark.host, without: holes.filter { isNext($0, below: mark.host) })
    }
    guard let patterns = NonEmpty(patterns) else { return rest ? trigger : nil }
    trigger.condition = rest ? .unlessTopURL(patterns) : .ifTopURL(patterns)
    return trigger
  }

  /// Whether a host is below another one, with none that is named in between.
  private func isNext(_ host: [UInt8], below other: [UInt8]) -> Bool {
    HostNames.parents(of: host).first { isMeant[HostKey($0)] != nil } == other
  }
}
