import ContentBlocker
import JSON

/// What a script in a page tells its host: requests that failed as those do that a rule list blocks.
///
/// It is a claim, of a script in a process that a page may have taken over: ``BlockJudge`` says which of them a list blocks.
public struct PageReport: Hashable, Sendable {
  /// The requests, each with its page and frame. Of the page a frame knows only the origin: a host that knows more may
  /// put it in.
  public var requests: [RequestDescription]

  /// The most bytes of a message.
  public static let maximumBytes = 2_000_000
  /// The most requests of a message.
  public static let maximumRequests = 500
  /// The most bytes of a URL.
  public static let maximumURL = 2_000

  /// Reads the text of a message to ``PageScript/reportHandler``. A message that the script would not send is refused
  /// whole.
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
    let pageURL = try url(page, json, ["http", "https"])
    var frameURL: [UInt8]?
    if let frame = members[1], frame.kind != .null {
      frameURL =
        frame.isString("about:blank", json)
        ? Array("about:blank".utf8) : try url(frame, json, ["http", "https"])
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
          url: try url(address, json, ["http", "https", "ws", "wss"]), page: pageURL, frame: frameURL,
          kind: kind))
    }
    return requests
  }

  /// A URL as a browser writes it: of one of the schemes, in ASCII without blanks.
  private static func url(
    _ value: JSONValue, _ json: Span<UInt8>, _ schemes: [String]
  ) throws(PageReportProblem) -> [UInt8] {
    guard value.kind == .string else { throw .malformed }
    let bytes = JSONText(value, json).bytes
    guard bytes.count <= maximumURL else { throw .tooLong }
    let isWritten = bytes.allSatisfy { 0x21...0x7e ~= $0 }
    guard isWritten,
      schemes.contains(where: { bytes.starts(with: "\($0)://".utf8) && bytes.count > $0.utf8.count + 3 })
    else { throw .notAURL }
    return bytes
  }
}

/// Why a message of a page is refused.
public enum PageReportProblem: Error, Hashable, Sendable {
  /// More than a script sends.
  case tooLong
  /// It is not JSON.
  case syntax(JSONFault.Reason)
  /// A value that is missing, or not of its kind.
  case malformed
  /// A URL that is none of a page's or of a request's.
  case notAURL
  /// A type of requests that there is not.
  case unknownType

  /// What is wrong, in plain words.
  public var message: String {
    switch self {
    case .tooLong: "the message is longer than those of the script"
    case .syntax(let reason): reason.message
    case .malformed: "the message does not have the form of a report"
    case .notAURL: "the message names something that is no URL of the web"
    case .unknownType: "the message names an unknown request type"
    }
  }
}
