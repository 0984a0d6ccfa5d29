import ContentBlocker

/// The pages of a HAR: which entry is each one's document.
struct ArchivePages {
  /// By the id of the page.
  private var documents: [[UInt8]: Int] = [:]
  private var urls: [[UInt8]: [UInt8]] = [:]

  /// - Parameter titles: those of the pages by their ids; a URL is the page's own.
  init(_ entries: [ArchiveEntry], titles: [[UInt8]: [UInt8]]) {
    urls = titles.filter { ArchiveEntry.isOfTheWeb($0.value) }
    let titled = urls.mapValues { $0.prefix { $0 != UInt8(ascii: "#") } }
    for (index, entry) in entries.enumerated() where entry.isDocument && entry.isOfTheWeb {
      guard let page = entry.page, !(entry.isPlaceKnown && entry.kind == .subdocument) else { continue }
      if let title = titled[page] {
        if documents[page] == nil, entry.url.elementsEqual(title) { documents[page] = index }
      } else if documents[page].map({ entries[$0].redirect != nil }) ?? true {
        // What is sent elsewhere is not the page yet, unless nothing comes of it.
        documents[page] = index
        urls[page] = entry.url
      }
    }
  }

  /// The page and the kind of an entry. Documents up to that of the page are the page, those behind it are frames, unless
  /// it is recorded which they are.
  func description(of entry: ArchiveEntry, at index: Int) -> RequestDescription {
    let page = entry.page.flatMap { urls[$0] } ?? entry.sources.first ?? entry.url
    guard entry.isDocument else { return RequestDescription(url: entry.url, page: page, kind: entry.kind) }
    let isPage =
      entry.isPlaceKnown
      ? entry.kind == .document
      : entry.page.flatMap { documents[$0] }.map { index <= $0 } ?? (page == entry.url)
    return RequestDescription(
      url: entry.url, page: isPage && entry.page == nil ? entry.url : page,
      kind: isPage ? .document : .subdocument)
  }
}
