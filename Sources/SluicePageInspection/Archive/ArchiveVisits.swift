import SluiceRules
import SluiceText

/// The pages that the entries with one `pageref` belong to. Most recorders write one page per `pageref`.
/// There are several if a window navigated to other pages, or if HAR files were merged.
struct ArchiveVisits {
  struct Visit {
    /// The URL in the title, including its fragment, or else the URL of the document.
    let url: [UInt8]
    /// The index of the first entry: the document, or the first redirect to it.
    let start: Int
    /// The index of the document's entry, or `nil` if it is not recorded.
    let document: Int?
  }

  private(set) var visits: [Visit] = []
  /// The entries that are documents of the window or redirects to them, not documents of frames.
  private(set) var windows: Set<Int> = []

  /// The titles by key. The last title with the same key is first.
  private var titles: [[UInt8]: [[UInt8]]] = [:]
  private var firstTitle: [UInt8]?
  /// The index of the first document with a title. Earlier documents lead to it, for example by redirects.
  private var firstTitled = 0
  /// A redirect of the window whose target has not been found yet.
  private var hop: Hop?
  /// The ID of the window's frame, which Playwright records.
  private var frame: [UInt8]?

  private struct Hop {
    let start: Int
    let index: Int
    let url: [UInt8]
    let target: [UInt8]?
  }

  /// Returns the visits of each `pageref`, except those with neither a title nor a document.
  static func all(_ entries: [ArchiveEntry], titles: [ArchiveTitle]) -> [[UInt8]: ArchiveVisits] {
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
    // Without a title, any document is accepted, because some recorders omit steps of redirects.
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

  /// Turns a redirect whose target was not found into a page of its own.
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

/// A page in a HAR file whose title is its URL, as some browsers write it.
struct ArchiveTitle {
  let id: [UInt8]
  let url: [UInt8]
  let key: [UInt8]

  static func all(in pages: JSONValue?, _ json: Span<UInt8>) -> [ArchiveTitle] {
    guard let pages, pages.kind == .array else { return [] }
    var titles: [ArchiveTitle] = []
    var cursor = JSONCursor(in: pages)
    while let page = cursor.nextValue(json) {
      guard page.kind == .object else { continue }
      let members = JSONMembers(of: page, ["id", "title"], in: json)
      guard let id = members.text(0, in: json), let title = members.text(1, in: json),
        let key = ArchiveURL.key(title)
      else { continue }
      titles.append(ArchiveTitle(id: id, url: title, key: key))
    }
    return titles
  }
}
