import SluiceProtection

/// The sites without protection, with search, removal and undo. `Protection` stores them.
@MainActor public final class UnprotectedSites {
  private let protection: Protection
  private var removed: [Site] = []
  /// All sites in order. Sorting ten thousand sites for each letter of a search would take too long.
  private var sorted: [Site]?
  var changed: (() -> Void)?

  init(_ protection: Protection) { self.protection = protection }

  /// The number of sites.
  public var count: Int { protection.unprotectedSites.count }
  /// Whether sites were removed that can be put back.
  public var canUndo: Bool { !removed.isEmpty }

  /// Returns the sites that contain a text, in order.
  public func search(_ text: String = "", limit: Int = .max) -> [Site] {
    // The stored sites can arrive late.
    let all = sorted.flatMap { $0.count == count ? $0 : nil } ?? protection.unprotectedSites.sorted()
    sorted = all
    let part = text.lowercased().filter { !$0.isWhitespace }
    guard !part.isEmpty else { return Array(all.prefix(limit)) }
    // An international name is found in the form in which it is stored.
    let typed = Array(part.utf8)
    let bytes = typed.contains { $0 > 127 } ? Site(host: part)?.host ?? typed : typed
    return Array(all.lazy.filter { $0.host.has(bytes) }.prefix(limit))
  }

  /// Turns protection off or on for sites.
  public func set(_ sites: some Collection<Site>, isUnprotected: Bool) {
    let before = protection.unprotectedSites
    removed = isUnprotected ? [] : sites.filter(before.contains)
    protection.setUnprotected(sites, isUnprotected: isUnprotected)
    sorted = nil
    changed?()
  }

  /// Protects a site again, even if it is part of a larger one.
  func protect(_ site: Site) {
    let labels = site.description.split(separator: ".")
    let larger = labels.indices.compactMap { Site(host: labels[$0...].joined(separator: ".")) }
    set(larger, isUnprotected: false)
  }

  /// Protects all sites again.
  public func removeAll() { set(protection.unprotectedSites, isUnprotected: false) }

  /// Turns protection off again for the sites of the last removal.
  public func undo() { set(removed, isUnprotected: true) }

  func forgetRemoved() { removed = [] }
}

extension [UInt8] {
  /// Returns whether the bytes contain a part. Texts are compared by letters, which takes many times longer.
  func has(_ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    return indices.dropLast(part.count - 1).contains { start in
      self[start] == first && self[start..<start + part.count].elementsEqual(part)
    }
  }
}
