import ContentBlocker
import Foundation
import JSON

/// What a browser recorded of pages as HAR: their loads in order, each hop of a redirect as one.
///
/// Only what says which loads there were must be as the format has it; of the rest, which browsers fill
/// differently, what is not as it should be says nothing.
public struct PageArchive: Sendable {
  /// In the order of the archive.
  public private(set) var loads: [RecordedLoad] = []
  /// How many loads are left out, because they are not of the web: `data:`, `blob:`, extensions.
  public private(set) var left = 0

  /// Whether a text is meant as HAR: an object whose first key is `log`.
  public static func isMeant(by text: Span<UInt8>) -> Bool {
    var index = 0
    func skipSpace() { while text.byte(index).isJSONSpace { index += 1 } }
    skipSpace()
    guard text.byte(index) == UInt8(ascii: "{") else { return false }
    index += 1
    skipSpace()
    return text.equals(index..<index + 5, "\"log\"")
  }

  /// Reads a HAR in UTF-8; the first thing that is not as it must be is thrown with its place.
  public init(_ har: [UInt8]) throws(RequestFault) { try self.init(har.span) }

  /// Reads a HAR; the first thing that is not as it must be is thrown with its place.
  public init(_ json: Span<UInt8>) throws(RequestFault) {
    let archive: JSONValue
    do throws(JSONFault) {
      archive = try JSONValue(allOf: json)
    } catch {
      throw RequestFault(offset: error.offset, message: error.reason.message)
    }
    let log = try Self.member(0, .object, of: archive, ["log"], "log", json)
    let members = JSONMembers(of: log, ["entries", "pages"], json)
    let list = try Self.require(members[0], .array, in: log, "log.entries")
    var entries: [ArchiveEntry] = []
    var cursor = JSONCursor(in: list)
    var index = 0
    while let value = cursor.nextValue(json) {
      let path = "log.entries[\(index)]"
      index += 1
      guard value.kind == .object else { throw Self.fault(value, .object, path) }
      let entry = JSONMembers(of: value, ArchiveEntry.names, json)
      let request = try Self.require(entry[0], .object, in: value, "\(path).request")
      let sent = JSONMembers(of: request, ArchiveEntry.namesOfRequest, json)
      let url = try Self.require(sent[0], .string, in: request, "\(path).request.url")
      entries.append(ArchiveEntry(entry, sent, url: JSONText(url, json).bytes, json))
    }
    Self.takeKindsOfRedirects(&entries)
    add(entries, ArchivePages(entries, titles: Self.titles(members[1], json)))
  }

  private mutating func add(_ entries: [ArchiveEntry], _ pages: ArchivePages) {
    let first = entries.lazy.compactMap(\.recording.start).min() ?? 0
    var frames = ArchiveFrames()
    for (index, entry) in entries.enumerated() {
      guard entry.isOfTheWeb else {
        left += 1
        continue
      }
      let recording = entry.recording
      var load = RecordedLoad(
        entry: index, pages.description(of: entry, at: index), frameSource: .assumed)
      load.start = recording.start.map { $0 - first }
      (load.duration, load.size) = (recording.duration, recording.size)
      (load.status, load.failure) = (recording.status, recording.failure)
      load.redirect = entry.redirect
      (load.cookiesSent, load.cookiesSet) = (recording.cookiesSent, recording.cookiesSet)
      frames.place(&load, of: entry)
      loads.append(load)
    }
  }

  /// What a redirect sends says nothing of what was asked for: that is what comes where it leads.
  private static func takeKindsOfRedirects(_ entries: inout [ArchiveEntry]) {
    var next: [[UInt8]: Int] = [:]
    for index in entries.indices.reversed() {
      if let target = entries[index].redirect, entries[index].isKindOfContent || entries[index].kind == nil {
        let found = target.isEmpty ? nil : resolve(target, against: entries[index].url).flatMap { next[$0] }
        entries[index].kind = found.flatMap { entries[$0].kind } ?? entries[index].kind
      }
      next[entries[index].url] = index
    }
  }

  private static func resolve(_ reference: [UInt8], against base: [UInt8]) -> [UInt8]? {
    if ArchiveEntry.isOfTheWeb(reference) { return reference }
    let url = URL(string: String(decoding: base, as: UTF8.self)).flatMap {
      URL(string: String(decoding: reference, as: UTF8.self), relativeTo: $0)
    }
    return url.map { Array($0.absoluteString.utf8) }
  }

  /// The titles of pages by their ids: for some browsers they are the URLs.
  private static func titles(_ pages: JSONValue?, _ json: Span<UInt8>) -> [[UInt8]: [UInt8]] {
    var titles: [[UInt8]: [UInt8]] = [:]
    guard let pages, pages.kind == .array else { return titles }
    var cursor = JSONCursor(in: pages)
    while let page = cursor.nextValue(json) {
      guard page.kind == .object else { continue }
      let members = JSONMembers(of: page, ["id", "title"], json)
      guard let id = members.text(0, json), let title = members.text(1, json) else { continue }
      titles[id] = title
    }
    return titles
  }

  private static func member(
    _ index: Int, _ kind: JSONValue.Kind, of object: JSONValue, _ names: [StaticString], _ path: String,
    _ json: Span<UInt8>
  ) throws(RequestFault) -> JSONValue {
    guard object.kind == .object else { throw fault(object, .object, "a HAR") }
    return try require(JSONMembers(of: object, names, json)[index], kind, in: object, path)
  }

  private static func require(
    _ value: JSONValue?, _ kind: JSONValue.Kind, in object: JSONValue, _ path: String
  ) throws(RequestFault) -> JSONValue {
    guard let value else { throw RequestFault(offset: object.start, message: "\(path) is missing") }
    guard value.kind == kind else { throw fault(value, kind, path) }
    return value
  }

  private static func fault(_ value: JSONValue, _ kind: JSONValue.Kind, _ path: String) -> RequestFault {
    RequestFault(
      offset: value.start,
      message: "\(path) must be \(kind == .string ? "a string" : kind == .array ? "an array" : "an object")")
  }
}
