import Protection

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
    let all = ordered()
    let part = text.lowercased().filter { !$0.isWhitespace }
    guard !part.isEmpty else { return Array(all.prefix(limit)) }
    return Array(all.lazy.filter { $0.description.contains(part) }.prefix(limit))
  }

  private func ordered() -> [Site] {
    if let sorted, sorted.count == count { return sorted }
    let sites = protection.unprotectedSites.sorted()
    sorted = sites
    return sites
  }

  /// Returns whether a site itself is in the set.
  public func contains(_ site: Site) -> Bool { protection.unprotectedSites.contains(site) }

  /// Turns protection off or on for a site.
  public func set(_ site: Site, isUnprotected: Bool) {
    protection.setUnprotected(site, isUnprotected)
    removed = isUnprotected ? [] : [site]
    update()
  }

  /// Adds sites.
  public func add(_ sites: some Sequence<Site>) {
    protection.setUnprotected(sites, true)
    update()
  }

  /// Protects all sites again.
  public func removeAll() {
    removed = Array(protection.unprotectedSites)
    protection.setUnprotected(removed, false)
    update()
  }

  /// Turns protection off again for the sites of the last removal.
  public func undo() {
    protection.setUnprotected(removed, true)
    removed = []
    update()
  }

  func forgetRemoved() { removed = [] }

  private func update() {
    sorted = nil
    changed?()
  }
}
