import Bytes
import Conversion
import FilterSyntax

/// Looks for domains that stand twice in one list of domains, or below one another.
enum DomainCheck {
  static func check(
    _ entries: [DomainEntry], at location: FilterLocation, _ bytes: Span<UInt8>,
    _ found: inout FindingCollector
  ) {
    guard entries.count > 1 else { return }
    // By sign: `a.example` includes `www.a.example` unless that is excluded between them.
    var keys: [Key] = []
    var first: [Key: DomainEntry] = [:]
    keys.reserveCapacity(entries.count)
    for entry in entries {
      let key = Key(entry, bytes)
      keys.append(key)
      if let earlier = first[key] {
        found.add(
          .repeatedDomain, at: location, entry.range,
          .words("'\(bytes.text(earlier.range))' stands before it")
        )
      } else {
        first[key] = entry
      }
    }
    for (entry, key) in zip(entries, keys)
    where entry.kind == .host && !entry.includesEmbedded && first[key] == entry {
      for parent in HostNames.parents(of: key.name) {
        // Where the other sign stands between them, the one below is needed.
        if first[key.with(parent, isExcluded: !key.isExcluded)] != nil { break }
        guard let above = first[key.with(parent, isExcluded: key.isExcluded)], above.kind == .host else {
          continue
        }
        found.add(
          .repeatedDomain, at: location, entry.range, .words("it is below '\(bytes.text(above.range))'"))
        break
      }
    }
  }

  private struct Key: Hashable {
    let name: [UInt8]
    let kind: DomainEntry.Kind
    let isExcluded: Bool
    let includesEmbedded: Bool

    init(_ entry: DomainEntry, _ bytes: Span<UInt8>) {
      self.init(
        name: entry.kind == .regex
          ? bytes.array(entry.name) : HostNames.ascii(bytes, entry.name) ?? bytes.lowercased(entry.name),
        kind: entry.kind, isExcluded: entry.isExcluded, includesEmbedded: entry.includesEmbedded)
    }

    init(name: [UInt8], kind: DomainEntry.Kind, isExcluded: Bool, includesEmbedded: Bool) {
      (self.name, self.kind, self.isExcluded) = (name, kind, isExcluded)
      self.includesEmbedded = includesEmbedded
    }

    func with(_ name: [UInt8], isExcluded: Bool) -> Key {
      Key(name: name, kind: kind, isExcluded: isExcluded, includesEmbedded: includesEmbedded)
    }
  }
}
