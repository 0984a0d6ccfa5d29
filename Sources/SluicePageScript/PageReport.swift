import SluiceAnalysis
import SluiceConversion
import SluiceText
import SluiceTrackers

/// A message from the script in a page to its host app. It lists requests that failed the way blocked
/// requests do.
///
/// Its contents are only a claim, because a page may have compromised the process in which the script runs.
/// ``BlockJudge`` decides which of the requests a list blocks.
public struct PageReport: Hashable, Sendable {
  /// The requests, each with its page and frame. A frame knows only the origin of its page. A host app that
  /// knows the page's URL can set it.
  public var requests: [RequestDescription]

  /// The maximum size of a message in bytes.
  package static let maximumBytes = 2_000_000
  /// The maximum number of requests in a message.
  package static let maximumRequests = 500
  /// The maximum length of a URL in bytes.
  package static let maximumURL = 2_000

  /// Decodes a message that ``PageScript/reportHandler`` received. Rejects the entire message if the script
  /// could not have sent it.
  public init(decodingJSON json: some InputBytes & ~Escapable) throws(PageReportProblem) {
    requests = try json.withInputBytes { (json) throws(PageReportProblem) in
      guard json.count <= Self.maximumBytes else { throw .tooLong }
      return try Self.requests(json)
    }
  }

  private static func requests(_ json: Span<UInt8>) throws(PageReportProblem) -> [RequestDescription] {
    let object: JSONValue
    do throws(JSONFault) {
      object = try JSONValue(allOf: json)
    } catch {
      throw .syntax(error.reason)
    }
    guard object.kind == .object else { throw .malformed }
    let members = JSONMembers(of: object, ["page", "frame", "requests"], in: json)
    guard let page = members[0], let list = members[2], list.kind == .array else { throw .malformed }
    let pageURL = try url(page, in: json, schemes: WebScheme.ofPages)
    var frameURL: [UInt8]?
    if let frame = members[1], frame.kind != .null {
      frameURL =
        frame.isString("about:blank", in: json)
        ? Array("about:blank".utf8) : try url(frame, in: json, schemes: WebScheme.ofPages)
    }
    var requests: [RequestDescription] = []
    var cursor = JSONCursor(in: list)
    while let item = cursor.nextValue(json) {
      guard requests.count < maximumRequests else { throw .tooLong }
      guard item.kind == .object else { throw .malformed }
      let members = JSONMembers(of: item, ["url", "type"], in: json)
      guard let address = members[0], let type = members[1], type.kind == .string else { throw .malformed }
      guard let kind = Request.Kind(rawValue: JSONText(type, in: json).string) else { throw .unknownType }
      requests.append(
        RequestDescription(
          url: try url(address, in: json, schemes: WebScheme.allCases), page: pageURL, frame: frameURL,
          kind: kind))
    }
    return requests
  }

  /// Returns a URL as browsers serialize it, with one of the given schemes, in ASCII without spaces.
  private static func url(
    _ value: JSONValue, in json: Span<UInt8>, schemes: [WebScheme]
  ) throws(PageReportProblem) -> [UInt8] {
    guard value.kind == .string else { throw .malformed }
    let bytes = JSONText(value, in: json).bytes
    guard bytes.count <= maximumURL else { throw .tooLong }
    let isWritten = bytes.allSatisfy { 0x21...0x7e ~= $0 }
    guard isWritten,
      schemes.contains(where: { bytes.starts(with: $0.prefix.utf8) && bytes.count > $0.prefix.utf8.count })
    else { throw .notAURL }
    return bytes
  }
}

/// The reason why a message from a page is rejected.
@nonexhaustive public enum PageReportProblem: Error, Hashable, Sendable {
  /// The message or a part of it exceeds the limits of the script's messages.
  case tooLong
  /// The message is not JSON.
  case syntax(JSONFault.Reason)
  /// A value is missing or has the wrong type.
  case malformed
  /// A URL is not valid for a page or request.
  case notAURL
  /// The type of a request is unknown.
  case unknownType

  /// A description of the problem.
  public var message: String {
    switch self {
    case .tooLong: "the message is longer than those of the script"
    case .syntax(let reason): reason.message
    case .malformed: "the message does not have the form of a report"
    case .notAURL: "the message names a URL that is not http or https"
    case .unknownType: "the message names an unknown request type"
    }
  }
}

extension PageReportProblem: CustomStringConvertible, DescribedError {
  /// The message for the user.
  public var description: String { message }
}

/// A judge that decides which of the requests reported by pages were blocked, and by which lists.
public struct BlockJudge: Sendable {
  /// A rule list that the host app uses in WebKit.
  public struct List: Sendable {
    /// The name of the list in the host app.
    public var name: String
    /// The rules of the list.
    public var rules: RuleListEvaluator

    /// Creates a list.
    public init(name: String, rules: RuleListEvaluator) {
      self.name = name
      self.rules = rules
    }
  }

  /// The lists that block a request.
  public struct Verdict: Hashable, Sendable {
    /// The names of the lists that block the request, in order.
    public var lists: [String]
    /// The owner of the tracker; nil if unknown.
    public var owner: String?
    /// The categories of the tracker, with Tracker Radar's names.
    public var categories: [String]
  }

  /// The lists, in order.
  public let lists: [List]
  private let trackers: TrackerRadar?
  private let suffixes: PublicSuffixList

  /// Creates a judge.
  ///
  /// - Parameters:
  ///   - lists: All lists in WebKit. Each is evaluated separately, as in WebKit.
  ///   - trackers: The data that provides owners and categories; nil to leave them out.
  ///   - suffixes: The public suffixes that separate first-party from third-party requests.
  public init(lists: [List], trackers: TrackerRadar? = nil, suffixes: PublicSuffixList = .wellKnown) {
    self.lists = lists
    self.trackers = trackers
    self.suffixes = suffixes
  }

  /// Returns the lists that block a request, or nil if no list blocks it. In this case, the request failed
  /// for another reason.
  public func verdict(on description: RequestDescription) -> Verdict? {
    let request = description.request(suffixes)
    let names = lists.filter { $0.rules.decide(request).isBlocked }.map(\.name)
    guard !names.isEmpty else { return nil }
    let decision = trackers?.resolve(
      TrackerRequest(url: description.url, page: description.page, type: description.kind.rawValue),
      suffixes: suffixes)
    return Verdict(lists: names, owner: decision?.owner, categories: decision?.categories ?? [])
  }
}

/// The **minimum** number of requests that were blocked in pages.
///
/// Scripts do not see these requests:
///
/// - blocked frames
/// - images that are not in the document, such as `new Image()`
/// - requests in shadow trees and workers
/// - repeated requests of the same document
public struct BlockCounts: Hashable, Codable, Sendable {
  /// The minimum number of blocked requests.
  public private(set) var requests = 0
  /// The minimum number for each list. A request that several lists block counts for each.
  public private(set) var byList: [String: Int] = [:]
  /// The minimum number of requests to the trackers of each owner.
  public private(set) var byOwner: [String: Int] = [:]
  /// The minimum number of requests to the trackers of each category. A tracker can have several.
  public private(set) var byCategory: [String: Int] = [:]

  /// Creates empty counts.
  public init() {}

  /// Counts a blocked request.
  public mutating func add(_ verdict: BlockJudge.Verdict) {
    requests += 1
    for list in verdict.lists { byList[list, default: 0] += 1 }
    if let owner = verdict.owner { byOwner[owner, default: 0] += 1 }
    for category in verdict.categories { byCategory[category, default: 0] += 1 }
  }

  /// Adds the numbers of other counts.
  public mutating func add(_ other: BlockCounts) {
    requests += other.requests
    byList.merge(other.byList, uniquingKeysWith: +)
    byOwner.merge(other.byOwner, uniquingKeysWith: +)
    byCategory.merge(other.byCategory, uniquingKeysWith: +)
  }

  /// Whether all counts are plausible: not negative, and not so large that an addition could overflow.
  public var isPlausible: Bool {
    [[requests], Array(byList.values), Array(byOwner.values), Array(byCategory.values)].joined()
      .allSatisfy { (0...1 << 53).contains($0) }
  }

  /// Counts the blocked requests of a report.
  public mutating func add(_ report: PageReport, judgedBy judge: BlockJudge) {
    for request in report.requests {
      if let verdict = judge.verdict(on: request) { add(verdict) }
    }
  }
}
