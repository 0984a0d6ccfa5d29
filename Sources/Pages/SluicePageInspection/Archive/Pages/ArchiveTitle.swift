import SluiceRules
import SluiceText

/// A page in a HAR file whose title is its URL, as some browsers write it.
struct ArchiveTitle {
  let id: [UInt8]
  let url: [UInt8]
  let key: [UInt8]

  /// Returns the titles in the `pages` of a HAR file, in order.
  static func all(in pages: JSONValue?, _ json: Span<UInt8>) -> [ArchiveTitle] {
    guard let pages, pages.kind == .array else { return [] }
    var titles: [ArchiveTitle] = []
    var cursor = JSONCursor(in: pages)
    while let page = cursor.nextValue(json) {
      guard page.kind == .object else { continue }
      let members = JSONMembers(of: page, ["id", "title"], json)
      guard let id = members.text(0, json), let title = members.text(1, json),
        let key = ArchiveURL.key(title)
      else { continue }
      titles.append(ArchiveTitle(id: id, url: title, key: key))
    }
    return titles
  }
}
