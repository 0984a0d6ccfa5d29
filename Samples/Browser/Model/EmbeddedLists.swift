import Codecs
import ContentBlocker
import Conversion
import Foundation
import ListBuilding
import PageInspection
import Protection
import TrackerRadar

/// Lists that come with the browser, converted when it starts: filter lists, and a sample of Tracker Radar.
///
/// They need no network. The browser also explains blocked requests with them, because it has their filters.
public actor EmbeddedLists: ListSource {
  /// The files of the lists.
  public struct Files: Sendable {
    /// Filter lists, each with its name.
    public var filters: [(name: String, bytes: [UInt8])]
    /// Tracker Radar's data; nil without.
    public var trackers: TrackerRadarSource.Files?

    /// Creates a set of files.
    public init(filters: [(name: String, bytes: [UInt8])], trackers: TrackerRadarSource.Files? = nil) {
      (self.filters, self.trackers) = (filters, trackers)
    }

    /// Reads `Filters` and `Samples/tracker-radar` of this project; nil if they are not in the folder.
    public init?(project folder: String) {
      func bytes(_ path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: "\(folder)/\(path)").map { [UInt8]($0) }
      }
      guard let starter = bytes("Filters/starter.txt") else { return nil }
      var names = ["starter.txt": starter]
      names["own.txt"] = bytes("Filters/trackers/own.txt")
      filters = names.map { ($0.key, $0.value) }.sorted { $0.0 > $1.0 }
      let sample = "Samples/tracker-radar"
      trackers = bytes("\(sample)/tds.json").map { data in
        let scripts = ["metrics.js", "noop.js"].compactMap { name in
          bytes("\(sample)/surrogates/\(name)").map { (name, $0) }
        }
        return TrackerRadarSource.Files(
          trackers: data, exceptions: [bytes("\(sample)/exceptions.json")].compactMap(\.self),
          surrogates: Dictionary(uniqueKeysWithValues: scripts))
      }
    }
  }

  /// The name of the list of filters.
  public static let listName = "starter"

  private let files: Files
  private let trackerSource: TrackerRadarSource?
  private var genericHiding: GenericHiding
  private var made: (blocklists: Blocklists, file: ListOffer.File, json: [UInt8])?

  /// Creates the lists. With `reports`, their page scripts report blocked requests.
  public init(_ files: Files, reports: Bool, genericHiding: GenericHiding = .everywhere) {
    (self.files, self.genericHiding) = (files, genericHiding)
    trackerSource = files.trackers.map { trackers in
      TrackerRadarSource(reports: reports) { () throws(ListSourceProblem) in trackers }
    }
  }

  /// Changes the documents in which generic hiding filters apply, for the next offer.
  public func set(genericHiding: GenericHiding) {
    if self.genericHiding != genericHiding { (self.genericHiding, made) = (genericHiding, nil) }
  }

  /// The converted filter lists, with the filters of each rule.
  public func blocklists() throws(ListSourceProblem) -> Blocklists { try converted().blocklists }

  /// The data that names the owners of trackers.
  public nonisolated var trackers: TrackerRadar? {
    guard let files = files.trackers, let data = try? TrackerData.decodingJSON(files.trackers).data else {
      return nil
    }
    var exceptions = TrackerExceptions()
    for (number, file) in files.exceptions.enumerated() {
      guard let more = try? TrackerExceptions.decodingJSON(file, file: number + 1, appVersion: nil) else {
        continue
      }
      exceptions.append(more.exceptions)
    }
    return TrackerRadar(data, exceptions: exceptions)
  }

  /// Returns the converted lists.
  public func offer(unless etag: String?) async throws(ListSourceProblem) -> ListOffer? {
    let own = try converted().file
    var lists = [ListOffer.List(name: Self.listName, forms: [.init(files: [own])])]
    lists += try await trackerSource?.offer(unless: nil)?.lists ?? []
    let parts = lists.flatMap { $0.forms.flatMap(\.files).map(\.sha256) + $0.scripts.map(\.sha256) }
    let identifier = SHA256.digest(of: Array(parts.joined(separator: "\n").utf8)).description
    return identifier == etag ? nil : ListOffer(identifier: identifier, etag: identifier, lists: lists)
  }

  /// Returns the rules of a list, or a page script.
  public func bytes(of name: FileName, atMost limit: Int) async throws(ListSourceProblem) -> [UInt8] {
    let own = try converted()
    if name == own.file.name { return own.json }
    guard let trackerSource else { throw .unreadable(name.description, "there is no such list") }
    return try await trackerSource.bytes(of: name, atMost: limit)
  }

  private func converted() throws(ListSourceProblem) -> (
    blocklists: Blocklists, file: ListOffer.File, json: [UInt8]
  ) {
    if let made { return made }
    var options = ConversionOptions()
    options.genericHiding = genericHiding
    var blocklists = Blocklists()
    do throws(ConversionError) {
      _ = try blocklists.append(
        converting: files.filters.map { Source(name: $0.name, bytes: $0.bytes) }, named: Self.listName,
        options)
    } catch {
      throw .badData("\(error)")
    }
    guard let list = blocklists.lists.first else { throw .badData("there are no filters") }
    let json = list.evaluator.list.encodedJSON()
    let file = ListOffer.File(
      name: "starter.json", sha256: SHA256.digest(of: json).description, bytes: json.count,
      rules: list.evaluator.list.rules.count)
    made = (blocklists, file, json)
    return (blocklists, file, json)
  }
}

/// The names of the lists that the user has turned off.
actor ListChoice {
  private(set) var off: Set<String>

  init(off: Set<String>) { self.off = off }

  func set(_ off: Set<String>) { self.off = off }
}

/// A source without the lists that the user has turned off. If all are off, all stay on: an offer without
/// lists is not valid.
struct ChosenLists: ListSource {
  let source: any ListSource
  let choice: ListChoice

  func offer(unless etag: String?) async throws(ListSourceProblem) -> ListOffer? {
    let off = await choice.off
    // The tag tells which lists are off, so that a change of the choice is a new offer.
    let suffix = off.isEmpty ? "" : "|" + off.sorted().joined(separator: "|")
    let parts = etag?.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let isSameChoice = (parts?.dropFirst().first.map { "|" + $0 } ?? "") == suffix
    guard var offer = try await source.offer(unless: isSameChoice ? parts?.first.map(String.init) : nil)
    else { return nil }
    let kept = offer.lists.filter { !off.contains($0.name) }
    guard !off.isEmpty, !kept.isEmpty else { return offer }
    offer.lists = kept
    offer.identifier += suffix
    offer.etag = offer.etag.map { $0 + suffix }
    return offer
  }

  func bytes(of name: FileName, atMost limit: Int) async throws(ListSourceProblem) -> [UInt8] {
    try await source.bytes(of: name, atMost: limit)
  }
}
