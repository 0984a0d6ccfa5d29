import ContentBlocker
import ListBuilding

/// What an entry of a HAR says about its load.
struct ArchiveEntry {
  let url: [UInt8]
  /// The id of the page that it is of.
  let page: [UInt8]?
  /// What asks for it; nil where the recorder does not say.
  let kind: Request.Kind?
  /// Whether the server sent somewhere else.
  let isRedirect: Bool
  /// The URLs that lead to the page where no id does, the best first.
  let sources: [[UInt8]]

  /// Reads an entry.
  init(_ entry: JSONValue, request: JSONValue, url: [UInt8], _ json: Span<UInt8>) {
    self.url = url
    let members = JSONMembers(of: entry, ["pageref", "_resourceType", "_initiator", "response"], json)
    page = members.text(0, json)
    let response = members.members(3, ["status", "content"], json)
    isRedirect =
      response?[0].map { $0.kind == .number && $0.length == 3 && json[$0.start] == UInt8(ascii: "3") }
      ?? false
    let mime = response?.members(1, ["mimeType"], json)?.text(0, json)
    kind = Self.kind(members.text(1, json)) ?? mime.flatMap(Self.kind(mime:))
    let initiator = members.members(2, ["url"], json)?.text(0, json)
    sources = [Self.referer(of: request, json), initiator].compactMap { $0 }.filter(Self.isOfTheWeb)
  }

  /// Whether a content blocker is asked for it.
  var isOfTheWeb: Bool { Self.isOfTheWeb(url) }

  /// Whether it is the document of a page or a frame.
  var isDocument: Bool {
    switch kind {
    case .document, .subdocument: true
    case .script, .stylesheet, .image, .font, .media, .xmlhttprequest, .websocket, .ping, .beacon, .object,
      .popup, .other, nil:
      false
    }
  }

  /// Whether a URL has one of the schemes of the web.
  static func isOfTheWeb(_ url: [UInt8]) -> Bool {
    guard RequestDescription.isURL(url) else { return false }
    let scheme = url.prefix { $0 != UInt8(ascii: ":") }.map(\.asciiLowercased)
    return ["http", "https", "ws", "wss"].contains { scheme.elementsEqual($0.utf8) }
  }

  /// Of the name that Chromium gives.
  private static func kind(_ name: [UInt8]?) -> Request.Kind? {
    name.map { String(decoding: $0, as: UTF8.self).lowercased() }.map { Request.Kind(name: $0) ?? .other }
  }

  /// Of the type of what came; nil where it says nothing.
  private static func kind(mime: [UInt8]) -> Request.Kind? {
    let name = String(decoding: mime, as: UTF8.self).lowercased().prefix { $0 != ";" && $0 != " " }
    switch name.prefix(while: { $0 != "/" }) {
    case "image": return .image
    case "font": return .font
    case "audio", "video": return .media
    default: break
    }
    if name.hasSuffix("javascript") || name.hasSuffix("ecmascript") { return .script }
    if name.contains("font") { return .font }
    if name.hasSuffix("json") { return .xmlhttprequest }
    switch name {
    case "text/html", "application/xhtml+xml": return .document
    case "text/css": return .stylesheet
    default: return nil
    }
  }

  private static func referer(of request: JSONValue, _ json: Span<UInt8>) -> [UInt8]? {
    guard let headers = JSONMembers(of: request, ["headers"], json)[0], headers.kind == .array else {
      return nil
    }
    var cursor = JSONCursor(in: headers)
    while let header = cursor.nextValue(json) {
      guard header.kind == .object else { continue }
      let members = JSONMembers(of: header, ["name", "value"], json)
      if let name = members.text(0, json), name.map(\.asciiLowercased).elementsEqual("referer".utf8) {
        return members.text(1, json)
      }
    }
    return nil
  }
}

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
      guard let page = entry.page else { continue }
      if let title = titled[page] {
        if documents[page] == nil, entry.url.elementsEqual(title) { documents[page] = index }
      } else if documents[page].map({ entries[$0].isRedirect }) ?? true {
        // What is sent elsewhere is not the page yet, unless nothing comes of it.
        documents[page] = index
        urls[page] = entry.url
      }
    }
  }

  /// The load of an entry. Documents up to that of the page are the page, those behind it are frames.
  func description(of entry: ArchiveEntry, at index: Int) -> RequestDescription {
    let page = entry.page.flatMap { urls[$0] } ?? entry.sources.first ?? entry.url
    guard entry.isDocument else { return RequestDescription(url: entry.url, page: page, kind: entry.kind) }
    let isPage = entry.page.flatMap { documents[$0] }.map { index <= $0 } ?? (page == entry.url)
    return RequestDescription(url: entry.url, page: page, kind: isPage ? .document : .subdocument)
  }
}
