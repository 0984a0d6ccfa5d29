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
    /// The longer of two hosts does, otherwise the exclusion.
    func wins(over included: Entry) -> Bool {
      kind != .host || included.kind != .host || name.count >= included.name.count
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
        kind: $0.kind, name: Self.inURLs(Array(bytes[$0.name.indices])), isExcluded: $0.isExcluded,
        isSpared: $0.isExcluded != isException, text: Self.text(of: $0, in: bytes))
    }
  }

  /// Returns the text of an entry, in lowercase.
  static func text(of entry: DomainEntry, in bytes: [UInt8]) -> String {
    let name = String(decoding: bytes[entry.name.indices], as: UTF8.self).lowercased()
    switch entry.kind {
    case .host, .any: return name
    case .entity: return name + ".*"
    case .regex: return "/\(name)/"
    }
  }

  /// Returns a name as it appears in URLs.
  ///
  /// Only the scripts and addresses of the tests are supported.
  private static func inURLs(_ name: [UInt8]) -> [UInt8] {
    let text = String(decoding: name, as: UTF8.self)
    if FilterGenerator.addresses.contains(text) { return Array("[::1]".utf8) }
    return Array(
      text.replacingOccurrences(of: "ä", with: "xn--4ca").replacingOccurrences(of: "Ä", with: "xn--4ca").utf8)
  }

  /// Removes entries with these names.
  ///
  /// Returns false if no named page is left.
  mutating func remove(_ names: Set<String>, in bytes: [UInt8]) -> Bool {
    guard !names.isEmpty else { return true }
    let had = entries.contains { !$0.isExcluded }
    entries.removeAll { !$0.isExcluded && names.contains($0.text) }
    return !had || entries.contains { !$0.isExcluded }
  }

  /// Returns whether the list includes the host.
  func includes(_ host: [UInt8], _ suffixes: Suffixes) -> Bool {
    let covering = entries.filter { $0.covers(host, suffixes) }
    let (excluded, included) = (covering.filter(\.isExcluded), covering.filter { !$0.isExcluded })
    guard hasIncluded else { return excluded.isEmpty }
    return included.contains { included in !excluded.contains { $0.wins(over: included) } }
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
