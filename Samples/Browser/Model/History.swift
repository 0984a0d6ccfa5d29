import Foundation
import SluiceProtection

/// The pages that were visited, newest first. They are in memory, and in a file only if the user asks.
@MainActor public final class History {
  /// A visit.
  public struct Entry: Codable, Hashable, Sendable, Identifiable {
    /// The number of the visit. Later visits have larger ones.
    public var id: Int
    /// The address and the title; empty if the page has none.
    public var url, title: String
    /// The time of the visit.
    public var time: Date
  }

  /// The maximum number of entries. The oldest ones are dropped.
  public static let maximum = 10_000

  /// All entries, oldest first.
  private var stored: [Entry] = []
  private var nextID = 0
  /// The entries of the last removal, for undo.
  private var removed: [Entry] = []
  /// Called after a change.
  var changed: (() -> Void)?

  /// Creates a history with entries, newest first.
  init(_ entries: [Entry] = []) {
    stored = entries.reversed().suffix(Self.maximum)
    for index in stored.indices { stored[index].id = index }
    nextID = stored.count
  }

  /// All entries, newest first.
  public var entries: [Entry] { stored.reversed() }
  /// The number of entries.
  public var count: Int { stored.count }
  /// Whether something was removed that can be put back.
  public var canUndo: Bool { !removed.isEmpty }

  /// Returns the entries whose address or title contains all words, newest first.
  public func search(_ text: String, limit: Int = .max) -> [Entry] {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
    return Array(
      stored.reversed().lazy.filter { entry in
        let all = words.isEmpty ? [] : Array("\(entry.url) \(entry.title)".lowercased().utf8)
        return words.allSatisfy { all.has($0) }
      }.prefix(limit))
  }

  func visit(_ url: String, at time: Date) {
    guard url.hasPrefix("https://") || url.hasPrefix("http://") else { return }
    if stored.last?.url == url { return }
    stored.append(Entry(id: nextID, url: url, title: "", time: time))
    nextID += 1
    if stored.count > Self.maximum + 100 { stored.removeFirst(100) }
    changed?()
  }

  func title(_ url: String, _ title: String) {
    // Titles arrive for the newest pages.
    guard let index = stored.suffix(50).lastIndex(where: { $0.url == url }), stored[index].title != title
    else { return }
    stored[index].title = title
    changed?()
  }

  /// Removes an entry.
  public func remove(_ entry: Entry) { remove { $0.id == entry.id } }

  /// Removes all entries of a site and its subdomains.
  public func remove(_ site: Site) {
    let host = site.description
    remove { entry in
      guard let other = Site(page: entry.url)?.description else { return false }
      return other == host || other.hasSuffix("." + host)
    }
  }

  /// Removes all entries.
  public func removeAll() { remove { _ in true } }

  private func remove(_ isRemoved: (Entry) -> Bool) {
    let gone = stored.filter(isRemoved)
    guard !gone.isEmpty else { return }
    removed = gone
    stored.removeAll(where: isRemoved)
    changed?()
  }

  /// Puts back the entries of the last removal.
  public func undo() {
    stored = (stored + removed).sorted { $0.id < $1.id }
    removed = []
    changed?()
  }

  /// Removes everything, without undo.
  func forget() {
    (stored, removed) = ([], [])
    changed?()
  }
}
