import SluiceAnalysis
import SluiceConversion

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
  public static let maximumBytes = 2_000_000
  /// The maximum number of requests in a message.
  public static let maximumRequests = 500
  /// The maximum length of a URL in bytes.
  public static let maximumURL = 2_000

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
    let members = JSONMembers(of: object, ["page", "frame", "requests"], json)
    guard let page = members[0], let list = members[2], list.kind == .array else { throw .malformed }
    let pageURL = try url(page, json, WebScheme.ofPages)
    var frameURL: [UInt8]?
    if let frame = members[1], frame.kind != .null {
      frameURL =
        frame.isString("about:blank", json)
        ? Array("about:blank".utf8) : try url(frame, json, WebScheme.ofPages)
    }
    var requests: [RequestDescription] = []
    var cursor = JSONCursor(in: list)
    while let item = cursor.nextValue(json) {
      guard requests.count < maximumRequests else { throw .tooLong }
      guard item.kind == .object else { throw .malformed }
      let members = JSONMembers(of: item, ["url", "type"], json)
      guard let address = members[0], let type = members[1], type.kind == .string else { throw .malformed }
      guard let kind = Request.Kind(rawValue: JSONText(type, json).string) else { throw .unknownType }
      requests.append(
        RequestDescription(
          url: try url(address, json, WebScheme.allCases), page: pageURL, frame: frameURL,
          kind: kind))
    }
    return requests
  }

  /// Returns a URL as browsers serialize it, with one of the given schemes, in ASCII without spaces.
  private static func url(
    _ value: JSONValue, _ json: Span<UInt8>, _ schemes: [WebScheme]
  ) throws(PageReportProblem) -> [UInt8] {
    guard value.kind == .string else { throw .malformed }
    let bytes = JSONText(value, json).bytes
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
