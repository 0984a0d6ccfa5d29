import Foundation
import SluiceSyntax

/// A list of domains that includes or excludes hosts.
struct ReferenceDomains {
  /// The suffixes of an entity on whose pages a filter does not act.
  ///
  /// Without a public suffix list, the meaning of filters lies between two readings.
  enum Suffixes {
    /// A top-level domain, alone or after `co` or `com`.
    ///
    /// Included entities always have these suffixes.
    case few
    /// Any one or two labels.
    case many
  }

  /// The entry that decides for a host that a list includes and excludes.
  enum Precedence {
    /// The longer name, as in Adblock Plus.
    case longer
    /// The excluded one, as in the other blockers.
    case excluded
  }

  private struct Entry {
    var kind: DomainEntry.Kind
    var name: [UInt8]
    var isExcluded: Bool
    /// Whether filters do not act on this domain.
    var isSpared: Bool
    /// The text of the entry, in lowercase.
    var text = ""

    func covers(_ host: [UInt8], _ suffixes: Suffixes) -> Bool {
      switch kind {
      case .any: return true
      case .pages: return false
      case .regex: return ReferenceDomains.isFound(name, in: host)
      case .host, .entity:
        let labels = host.split(separator: UInt8(ascii: "."))
        return labels.indices.contains { start in
          let whole = Array(labels[start...].joined(separator: [UInt8(ascii: ".")]))
          return kind == .host ? whole == name : isEntity(whole, suffixes)
        }
      }
    }

    /// Returns whether the host is the name followed by a suffix.
    private func isEntity(_ host: [UInt8], _ suffixes: Suffixes) -> Bool {
      guard host.starts(with: name + [UInt8(ascii: ".")]) else { return false }
      let suffix = host.dropFirst(name.count + 1).split(separator: UInt8(ascii: "."))
      switch suffix.count {
      case 1: return true
      case 2:
        return isSpared && suffixes == .many || suffix[0].elementsEqual("co".utf8)
          || suffix[0].elementsEqual("com".utf8)
      default: return false
      }
    }

    /// Returns whether an excluded entry takes precedence over an included one for a host that both cover.
    ///
    /// The longer of two hosts does, if names are compared, otherwise the exclusion.
    func wins(over included: Entry, _ precedence: Precedence) -> Bool {
      precedence == .excluded || kind != .host || included.kind != .host
        || name.count >= included.name.count
    }

    /// Returns whether all hosts of this entry belong to an entity.
    func isPart(of entity: Entry) -> Bool {
      guard entity.kind == .entity else { return false }
      switch kind {
      case .host: return entity.covers(name, .few)
      case .entity:
        return name == entity.name
          || name.reversed().starts(with: ([UInt8(ascii: ".")] + entity.name).reversed())
      case .regex, .any, .pages: return false
      }
    }
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }
  /// Whether the list names the pages on which a filter acts.
  ///
  /// `*` does not.
  var hasIncluded: Bool { entries.contains { !$0.isExcluded } && !entries.contains { $0.kind == .any } }

  /// Adds entries.
  ///
  /// `isException` marks those of a cosmetic exception, on which filters do not act.
  mutating func add(_ list: [DomainEntry], isException: Bool = false, in bytes: [UInt8]) {
    entries += list.map {
      Entry(
        kind: $0.kind, name: Self.inURLs(bytes[$0.name.indices], $0.kind), isExcluded: $0.isExcluded,
        isSpared: $0.isExcluded != isException, text: Self.text(of: $0, in: bytes))
    }
  }

  /// Adds the entries of another list.
  mutating func add(_ other: ReferenceDomains) { entries += other.entries }

  /// Returns the text of an entry, in lowercase.
  static func text(of entry: DomainEntry, in bytes: [UInt8]) -> String {
    let name = String(decoding: bytes[entry.name.indices], as: UTF8.self).lowercased()
    switch entry.kind {
    case .host, .any, .pages: return name
    case .entity: return name + ".*"
    case .regex: return "/\(name)/"
    }
  }

  /// Returns a name as it appears in URLs; a regex as it is.
  ///
  /// Only the scripts and addresses of the tests are supported.
  private static func inURLs(_ name: ArraySlice<UInt8>, _ kind: DomainEntry.Kind) -> [UInt8] {
    if kind == .regex { return Array(name) }
    let text = String(decoding: name, as: UTF8.self).lowercased()
    if FilterGenerator.addresses.contains(text) { return Array("[::1]".utf8) }
    return Array(text.replacingOccurrences(of: "ä", with: "xn--4ca").utf8)
  }

  /// Removes the domains of a `$badfilter`.
  ///
  /// With `hasEntities`, an entity also stands for the hosts of its name. Returns false if no named page is left.
  mutating func remove(_ removed: ReferenceDomains, hasEntities: Bool) -> Bool {
    guard !entries.contains(where: \.isExcluded) else { return true }
    let had = !entries.isEmpty
    entries.removeAll { entry in
      removed.entries.contains { $0.text == entry.text || hasEntities && entry.isPart(of: $0) }
    }
    guard !entries.isEmpty else { return !had }
    if hasEntities {
      for var other in removed.entries where entries.contains(where: { other.isPart(of: $0) }) {
        (other.isExcluded, other.isSpared) = (true, true)
        entries.append(other)
      }
    }
    return true
  }

  /// Whether the list has a regex.
  var hasRegexes: Bool { entries.contains { $0.kind == .regex } }
  /// Whether the list excludes a domain.
  var hasExclusions: Bool { entries.contains(where: \.isExcluded) }

  /// Returns whether the list includes the host.
  func includes(_ host: [UInt8], _ suffixes: Suffixes, _ precedence: Precedence) -> Bool {
    let covering = entries.filter { $0.covers(host, suffixes) }
    let (excluded, included) = (covering.filter(\.isExcluded), covering.filter { !$0.isExcluded })
    guard hasIncluded else { return excluded.isEmpty }
    return included.contains { included in !excluded.contains { $0.wins(over: included, precedence) } }
  }

  /// Returns whether the list excludes the host.
  func excludes(_ host: [UInt8], _ suffixes: Suffixes) -> Bool {
    entries.contains { $0.isExcluded && $0.covers(host, suffixes) }
  }

  /// Returns whether the list includes the host if exclusions always take precedence, as in cosmetic filters.
  func includesUnlessExcluded(_ host: [UInt8], _ suffixes: Suffixes) -> Bool {
    let covering = entries.filter { $0.covers(host, suffixes) }
    return !covering.contains(where: \.isExcluded) && (!covering.isEmpty || !hasIncluded)
  }

  /// Searches for a regex with another engine.
  static func isFound(_ regex: [UInt8], in text: [UInt8]) -> Bool {
    let text = String(decoding: text, as: UTF8.self)
    let range = NSRange(location: 0, length: text.utf16.count)
    let expression = try? NSRegularExpression(
      pattern: String(decoding: regex, as: UTF8.self), options: .caseInsensitive)
    return expression?.firstMatch(in: text, range: range) != nil
  }
}
