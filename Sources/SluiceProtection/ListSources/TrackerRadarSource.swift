import Foundation
import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluicePageScript
import SluiceRules
import SluiceSystem
import SluiceTrackers

/// Tracker Radar's blocklists with their privacy configuration, converted on the device.
///
/// It also provides page scripts. They run surrogates, block requests that no rule can express, and, if
/// enabled, report blocked requests.
///
/// The list is named ``listName``. If WebKit rejects it, it is tried without the request blocklist, then also
/// without the temporarily unprotected sites, then also without the tracker allowlist.
public actor TrackerRadarSource: ListSource {
  /// The name of the list.
  public static let listName = "tracker-radar"

  private let fetch: @Sendable () async throws(ListSourceProblem) -> Files
  private let options: TrackerOptions
  private let appVersion: String?
  private let reports: Bool
  private var made: (digest: String, contents: [FileName: [UInt8]])?

  /// The data files, which are fetched or come with the app.
  public struct Files: Hashable, Sendable {
    /// The contents of a `tds.json`.
    public var trackers: [UInt8]
    /// The privacy configurations, or single features of one.
    public var exceptions: [[UInt8]]
    /// The surrogates that rules use, by name. A missing surrogate is skipped.
    public var surrogates: [String: [UInt8]]

    /// Creates a set of files.
    public init(trackers: [UInt8], exceptions: [[UInt8]] = [], surrogates: [String: [UInt8]] = [:]) {
      (self.trackers, self.exceptions, self.surrogates) = (trackers, exceptions, surrogates)
    }

    /// Returns the trackers with their owners and categories, for ``Protection/trackers``.
    public func trackers(
      options: TrackerOptions = TrackerOptions(), appVersion: String? = nil
    ) throws(ListSourceProblem) -> TrackerRadar {
      let (data, exceptions) = try read(appVersion)
      return TrackerRadar(data, exceptions: exceptions, options: options)
    }

    func read(_ appVersion: String?) throws(ListSourceProblem) -> (TrackerData, TrackerExceptions) {
      var exceptions = TrackerExceptions()
      do throws(TrackerDataProblem) {
        let data = try TrackerData.decodingJSON(trackers).data
        for (number, file) in self.exceptions.enumerated() {
          exceptions.append(
            try TrackerExceptions.decodingJSON(file, file: number + 1, appVersion: appVersion).exceptions)
        }
        return (data, exceptions)
      } catch {
        let foreign = ([trackers] + self.exceptions).lazy.compactMap { BodyCheck.content(inPlaceOfJSON: $0) }
        throw .badData(foreign.first.map { "it is \($0.words), not JSON" } ?? error.reason.message)
      }
    }
  }

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - options: Options for Tracker Radar data.
  ///   - appVersion: The version of the app, for features of the configuration that apply only to some
  ///     versions.
  ///   - reports: Whether page scripts report requests that seem to be blocked; see
  ///     ``ProtectionOptions/countsBlocked``.
  ///   - fetch: Returns the current files.
  public init(
    options: TrackerOptions = TrackerOptions(), appVersion: String? = nil, reports: Bool = false,
    fetch: @escaping @Sendable () async throws(ListSourceProblem) -> Files
  ) {
    (self.options, self.appVersion, self.fetch) = (options, appVersion, fetch)
    self.reports = reports
  }

  /// Returns an offer with the list that is converted from the current files.
  public func offer(unless etag: String?) async throws(ListSourceProblem) -> ListOffer? {
    let files = try await fetch()
    var hash = SHA256Hasher()
    for file in [files.trackers] + files.exceptions { hash.update(Array("\(file.count)\n".utf8) + file) }
    for (name, script) in files.surrogates.sorted(by: { $0.key < $1.key }) {
      hash.update(Array("\(name) \(script.count)\n".utf8) + script)
    }
    let digest = hash.finish().description
    if etag == digest { return nil }
    let (data, exceptions) = try files.read(appVersion)
    let forms = try forms(data, all: exceptions)
    let scripts = try scripts(
      TrackerRadar(data, exceptions: exceptions, options: options), surrogates: files.surrogates)
    let contents = forms.map { ($0.file.name, $0.json) } + scripts.map { ($0.script.name, $0.text) }
    made = (digest, Dictionary(contents) { first, _ in first })
    return ListOffer(
      identifier: digest, etag: digest,
      lists: [
        .init(
          name: Self.listName, forms: forms.map { .init(files: [$0.file], leftOut: $0.leftOut) },
          scripts: scripts.map(\.script))
      ])
  }

  /// Returns the contents of a form of the list, or of a script.
  public func bytes(of name: FileName, atMost limit: Int) async throws(ListSourceProblem) -> [UInt8] {
    if made == nil { _ = try await offer(unless: nil) }
    guard let bytes = made?.contents[name] else {
      throw .unreadable(name.description, "there is no such form")
    }
    guard bytes.count <= limit else { throw .tooLarge(name.description) }
    return bytes
  }

  /// The parts that can be left out, in the order in which they are left out.
  private enum Part: String, CaseIterable {
    case requestBlocklist = "request-blocklist"
    case temporary = "unprotected-temporary"
    case allowlist = "tracker-allowlist"

    func remove(from exceptions: inout TrackerExceptions) {
      switch self {
      case .requestBlocklist: exceptions.requestBlocklist = []
      case .temporary: (exceptions.temporary, exceptions.contentBlocking) = ([], [])
      case .allowlist: exceptions.allowlist = []
      }
    }
  }

  /// Returns the page scripts. They do not depend on the parts that are left out of the rules.
  private func scripts(
    _ radar: TrackerRadar, surrogates: [String: [UInt8]]
  ) throws(ListSourceProblem) -> [(script: ListOffer.Script, text: [UInt8])] {
    let rules = radar.surrogateRules()
    var parsed: [String: SurrogateScript] = [:]
    for name in PageSurrogates.names(in: rules) {
      guard let bytes = surrogates[name] else { continue }
      do throws(SurrogateScript.Problem) {
        parsed[name] = try SurrogateScript(parsing: bytes)
      } catch {
        throw .badData("the surrogate '\(name)' cannot be one: \(error)")
      }
    }
    var problems: [PageFilterProblem] = []
    let script = PageScript(
      AdvancedFilters(), of: [], surrogates: PageSurrogates(rules, scripts: parsed),
      blockedRequests: BlockedPageRequests(radar), elements: HiddenPageElements(radar.exceptions),
      watching: reports ? .reports : [], problems: &problems)
    return [(PageScript.World.isolated, script?.isolated), (.page, script?.page)].compactMap { world, text in
      guard let text, let name = FileName("\(Self.listName).\(world).js") else { return nil }
      let script = ListOffer.Script(
        name: name, sha256: SHA256Hasher.digest(of: text).description, bytes: text.count,
        isOfPage: world == .page)
      return (script, text)
    }
  }

  private func forms(
    _ data: TrackerData, all: TrackerExceptions
  ) throws(ListSourceProblem) -> [(file: ListOffer.File, json: [UInt8], leftOut: [String])] {
    var exceptions = all
    var forms = [try form(data, exceptions: exceptions, without: [])]
    var leftOut: [Part] = []
    for part in Part.allCases {
      leftOut.append(part)
      let before = exceptions
      part.remove(from: &exceptions)
      if exceptions != before { forms.append(try form(data, exceptions: exceptions, without: leftOut)) }
    }
    return forms
  }

  private func form(
    _ data: TrackerData, exceptions: TrackerExceptions, without leftOut: [Part]
  ) throws(ListSourceProblem) -> (file: ListOffer.File, json: [UInt8], leftOut: [String]) {
    let rules = TrackerRadar(data, exceptions: exceptions, options: options).rules().rules
    let json = RuleList(rules).encodedJSON()
    let text = ([Self.listName] + leftOut.map { "no-\($0.rawValue)" }).joined(separator: ".") + ".json"
    guard let name = FileName(text) else { throw .badData("'\(text)' is not the name of a file") }
    let file = ListOffer.File(
      name: name, sha256: SHA256Hasher.digest(of: json).description, bytes: json.count, rules: rules.count)
    return (file, json, leftOut.map(\.rawValue))
  }
}
