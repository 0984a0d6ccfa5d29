import ContentBlocker

/// The pages that the entries of one `pageref` are of: one for most recorders, several where a window went on to other
/// pages or where archives were joined.
struct ArchiveVisits {
  struct Visit {
    /// As the title has it, with its fragment, else that of the document.
    let url: [UInt8]
    /// The first entry: the document, or the first of the redirects to it.
    let start: Int
    /// The document's entry; nil where none is in the archive.
    let document: Int?
  }

  private(set) var visits: [Visit] = []
  /// The entries that are documents of the window, redirects too, and not of frames.
  private(set) var windows: Set<Int> = []

  /// The titles by their keys, of one key the last first.
  private var titles: [[UInt8]: [[UInt8]]] = [:]
  private var firstTitle: [UInt8]?
  /// Where the first document with a title is: what comes before it is on the way to it.
  private var firstTitled = 0
  /// What sends the window elsewhere, until that comes.
  private var hop: Hop?
  /// The id of the window's frame, which Playwright writes.
  private var frame: [UInt8]?

  private struct Hop {
    let start: Int
    let index: Int
    let url: [UInt8]
    /// Where it leads; nil where that is not said.
    let target: [UInt8]?
  }

  /// The visits of each `pageref`. One that has neither a title nor a document is not among them.
  static func all(_ entries: [ArchiveEntry], _ titles: [ArchiveTitle]) -> [[UInt8]: ArchiveVisits] {
    var all: [[UInt8]: ArchiveVisits] = [:]
    for title in titles.reversed() {
      all[title.id, default: ArchiveVisits()].titles[title.key, default: []].append(title.url)
      all[title.id]?.firstTitle = title.url
    }
    let documents = entries.indices.filter { index in
      entries[index].isDocument && !entries[index].isKnownFrame && entries[index].isOfTheWeb
    }
    for index in documents.reversed() {
      guard let id = entries[index].page else { continue }
      if all[id]?.titles[entries[index].key] != nil { all[id]?.firstTitled = index }
    }
    for index in documents {
      guard let id = entries[index].page else { continue }
      all[id, default: ArchiveVisits()].take(entries[index], at: index)
    }
    return all.compactMapValues { $0.finished() }
  }

  private mutating func take(_ entry: ArchiveEntry, at index: Int) {
    let title = titles[entry.key]?.popLast()
    let isFirst = firstTitle == nil && visits.isEmpty
    // Without a title any document will do: not all recorders have all hops.
    let follows = hop.map { $0.target == nil || $0.target == entry.key || isFirst } ?? false
    let isInWindow = entry.frame != nil && entry.frame == frame
    guard
      title != nil || follows || isFirst || isInWindow || entry.isKnownPage || index < firstTitled
    else { return }
    windows.insert(index)
    if !follows { giveUpHop() }
    let start = hop?.start ?? index
    let url = title ?? entry.url
    frame = entry.frame
    if entry.isRedirect {
      hop = Hop(start: start, index: index, url: url, target: entry.target)
    } else if index < firstTitled, !entry.isKnownPage {
      hop = Hop(start: start, index: index, url: url, target: nil)
    } else {
      hop = nil
      visits.append(Visit(url: url, start: start, document: index))
    }
  }

  /// What was sent elsewhere is the page where nothing comes of it.
  private mutating func giveUpHop() {
    guard let hop else { return }
    visits.append(Visit(url: hop.url, start: hop.start, document: hop.index))
    self.hop = nil
  }

  private func finished() -> ArchiveVisits? {
    var whole = self
    whole.giveUpHop()
    if whole.visits.isEmpty, let firstTitle {
      whole.visits = [Visit(url: firstTitle, start: 0, document: nil)]
    }
    return whole.visits.isEmpty ? nil : whole
  }
}
