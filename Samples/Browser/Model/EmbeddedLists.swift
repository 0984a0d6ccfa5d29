import Foundation
import SluiceConversion
import SluiceLists
import SluicePageInspection
import SluicePageScript
import SluiceProtection
import SluiceRules
import SluiceSyntax
import SluiceSystem
import SluiceTrackers

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

    /// Reads `Filters` and `Samples/tracker-radar` of this project; nil if they are not in the folder.
    public init?(project folder: String) {
      func bytes(_ path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: "\(folder)/\(path)").map { [UInt8]($0) }
      }
      guard let starter = bytes("Filters/starter.txt") else { return nil }
      filters = [("starter.txt", starter)]
      if let own = bytes("Filters/trackers/own.txt") { filters.append(("own.txt", own)) }
      let sample = "Samples/tracker-radar"
      trackers = bytes("\(sample)/tds.json").map { data in
        TrackerRadarSource.Files(
          trackers: data, exceptions: [bytes("\(sample)/exceptions.json")].compactMap(\.self),
          surrogates: ["metrics.js", "noop.js"].reduce(into: [:]) {
            $0[$1] = bytes("\(sample)/surrogates/\($1)")
          })
      }
    }
  }

  /// Filter lists as WebKit's rules.
  private struct Converted {
    var blocklists: Blocklists
    var list: ListOffer.List
    var contents: [FileName: [UInt8]]
  }

  private let files: Files
  private let trackerSource: TrackerRadarSource?
  private var settings: BrowserSettings
  private var made: Converted?

  /// Creates the lists. If requests are counted, page scripts report them.
  public init(_ files: Files, _ settings: BrowserSettings) {
    (self.files, self.settings) = (files, settings)
    trackerSource = files.trackers.map { trackers in
      TrackerRadarSource(reports: settings.countsBlocked) { () throws(ListSourceProblem) in trackers }
    }
  }

  /// Changes the settings for the next offer.
  func set(_ settings: BrowserSettings) { (self.settings, made) = (settings, nil) }

  /// The converted filter lists, with the filters of each rule.
  package func blocklists() throws(ListSourceProblem) -> Blocklists { try converted().blocklists }

  /// The data that names the owners of trackers.
  public nonisolated var trackers: TrackerRadar? { try? files.trackers?.trackers() }

  /// Returns the converted lists.
  public func offer(unless etag: String?) async throws(ListSourceProblem) -> ListOffer? {
    let lists = [try converted().list] + (try await trackerSource?.offer(unless: nil)?.lists ?? [])
    let parts = lists.flatMap { $0.forms.flatMap(\.files).map(\.sha256) + $0.scripts.map(\.sha256) }
    let identifier = SHA256Hasher.digest(of: Array(parts.joined(separator: "\n").utf8)).description
    return identifier == etag ? nil : ListOffer(identifier: identifier, etag: identifier, lists: lists)
  }

  /// Returns the rules of a list, or a page script.
  public func bytes(of name: FileName, atMost limit: Int) async throws(ListSourceProblem) -> [UInt8] {
    if let own = try converted().contents[name] { return own }
    guard let trackerSource else { throw .unreadable(name.description, "there is no such list") }
    return try await trackerSource.bytes(of: name, atMost: limit)
  }

  private func converted() throws(ListSourceProblem) -> Converted {
    if let made { return made }
    var options = ConversionOptions()
    options.genericHiding = GenericHiding(rawValue: settings.genericHiding) ?? .everywhere
    var sources = files.filters.map { Source(name: $0.name, bytes: $0.bytes) }
    // Exceptions act only in the list of the filters that they undo.
    let exceptions = settings.exceptions.map { $0 + "\n" }.joined()
    if !exceptions.isEmpty {
      sources.append(Source(name: "exceptions", bytes: exceptions, accepts: .typedFilters))
    }
    var blocklists = Blocklists()
    do throws(ConversionError) {
      try blocklists.append(converting: sources, named: "starter", options)
    } catch {
      throw .badData("\(error)")
    }
    guard let rules = blocklists.lists.first?.evaluator.list else { throw .badData("there are no filters") }
    let json = rules.encodedJSON()
    let file = ListOffer.File(
      name: "starter.json", sha256: SHA256Hasher.digest(of: json).description, bytes: json.count,
      rules: rules.rules.count)
    var list = ListOffer.List(name: "starter", forms: [.init(files: [file])])
    var contents: [FileName: [UInt8]] = ["starter.json": json]
    var problems: [PageFilterProblem] = []
    let script = PageScript(
      AdvancedFilters(), of: [], watching: settings.countsBlocked ? .reports : [], problems: &problems)?
      .isolated
    if let script {
      let digest = SHA256Hasher.digest(of: script).description
      list.scripts = [.init(name: "starter.js", sha256: digest, bytes: script.count, isOfPage: false)]
      contents["starter.js"] = script
    }
    let made = Converted(blocklists: blocklists, list: list, contents: contents)
    self.made = made
    return made
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
    // An offer without some lists has no tag, because the choice may change before the next one.
    guard var offer = try await source.offer(unless: off.isEmpty ? etag : nil) else { return nil }
    let kept = offer.lists.filter { !off.contains($0.name) }
    guard !off.isEmpty, !kept.isEmpty else { return offer }
    offer.lists = kept
    offer.identifier += off.sorted().map { "|" + $0 }.joined()
    offer.etag = nil
    return offer
  }

  func bytes(of name: FileName, atMost limit: Int) async throws(ListSourceProblem) -> [UInt8] {
    try await source.bytes(of: name, atMost: limit)
  }
}
