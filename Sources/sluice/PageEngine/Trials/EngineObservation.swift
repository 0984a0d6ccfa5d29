import SluiceConversion
import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct EngineObservation: Codable, Hashable, Sendable {
  /// The engine, such as `WebKitGTK 2.50.6`.
  var engine: String
  var outcome: Outcome
  /// The final URL of the page after all redirects, or `nil` if nothing was loaded.
  var page: String?
  /// The time of the last request or visible change, in milliseconds after the start.
  var lastChange = 0
  /// The requests in order, at most 10,000.
  var loads: [ObservedLoad] = []
  /// The requests that WebKit reported as blocked, in order and without duplicates, at most 10,000.
  var blocked: [BlockedLoad] = []
  /// The console errors in order, at most 200.
  var errors: [String] = []
  /// For each selector, whether a matching element was visible at the end in any frame.
  var visible: [Bool] = []
  /// The documents at the end, with the page's document first.
  var documents: [ObservedDocument] = []
  /// The screenshot in PNG format, or `nil` if it was not requested or failed.
  var picture: Data?
  /// The difference from the screenshot of the previous trial, if both exist.
  var difference: PictureDifference?
  /// Whether requests, blocked requests and errors were observed by a script in each document.
  ///
  /// This is the case on macOS, where WebKit does not report them. All requests that failed then count as
  /// blocked.
  var isSeenByScripts = false

  static let maximumLoads = 10_000

  enum Outcome: Codable, Hashable, Sendable {
    case loaded
    case failed(String)
    case timeout
    /// WebKit rejected the list at this index, with its message.
    case rejected(list: Int, words: String)
  }
}

/// A request of a page that reached the network.
struct ObservedLoad: Codable, Hashable, Sendable {
  /// The URL: `ws` or `wss` for WebSockets.
  var url: String
  var method: String
  /// The kind of request as a raw value of `Request.Kind`, or `nil` if unknown.
  var kind: String?
  /// The URL of the document that sent the request, or `nil` if unknown.
  var frame: String?
  var cookiesSent = 0
  var cookiesSet = 0
  /// The time of the request, in milliseconds after the start.
  var start: Double
  /// The duration in milliseconds, or `nil` if there was no response.
  var duration: Double?
  var status: Int?
  /// The size of the body in bytes.
  var size: Int?
  var redirect: String?
}

struct BlockedLoad: Codable, Hashable, Sendable {
  var url: String
  var page: String
}

struct ObservedDocument: Codable, Hashable, Sendable {
  var address: String
  /// Whether the document is the page's or a popup's, not a frame's.
  var isTop: Bool
  var html: String
}

struct PictureDifference: Codable, Hashable, Sendable {
  /// The share of pixels that differ, from 0 to 1.
  var share: Double
  /// An image in PNG format that highlights the differences in color over the faded page.
  var picture: Data
}

/// A bitmap of a page in rows of pixels, each with the bytes blue, green, red and alpha.
struct Picture {
  let width: Int
  let height: Int
  let points: [UInt8]

  /// The size of the window in which pages are loaded, in points.
  static let viewSize = (width: 1280, height: 900)

  /// Returns a picture with the differences in red over the faded page, and the share of pixels that differ.
  func difference(from other: Picture) -> (share: Double, picture: Picture) {
    let (width, height) = (max(width, other.width), max(height, other.height))
    var points: [UInt8] = []
    points.reserveCapacity(width * height * 4)
    var count = 0
    for line in 0..<height {
      for column in 0..<width {
        let (own, others) = (point(column, line: line), other.point(column, line: line))
        if own == others {
          let pale = own?.pale ?? 255
          points += [pale, pale, pale, 255]
        } else {
          count += 1
          points += [48, 16, 224, 255]
        }
      }
    }
    let share = Double(count) / Double(max(1, width * height))
    return (share, Picture(width: width, height: height, points: points))
  }

  private struct Point: Equatable {
    let blue: UInt8
    let green: UInt8
    let red: UInt8

    var pale: UInt8 { 192 + UInt8((Int(blue) + Int(green) + Int(red)) / 3 / 4) }
  }

  /// Returns the color of a pixel, or `nil` outside the picture.
  private func point(_ column: Int, line: Int) -> Point? {
    guard column < width, line < height else { return nil }
    let start = (line * width + column) * 4
    return Point(blue: points[start], green: points[start + 1], red: points[start + 2])
  }
}

/// Console messages as WebKit writes them, such as
/// `https://news.example/:1:42: CONSOLE JS ERROR ReferenceError: …`. The location can be missing.
///
/// Further lines of a message cannot be distinguished from other lines. A page can also forge lines, so these
/// lines alone are not evidence that something was blocked.
struct ConsoleLog {
  private(set) var blocked: [BlockedLoad] = []
  private(set) var errors: [String] = []

  /// The limits for a page that writes endless messages.
  private static let maximumBlocked = 10_000
  private static let maximumErrors = 200
  private static let maximumLine = 4_096

  init(_ text: [UInt8]) {
    var known: Set<BlockedLoad> = []
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let line = line.prefix(Self.maximumLine)
      guard let start = line.firstRange(of: Self.mark) else { continue }
      let place = line[..<start.lowerBound]
      guard place.isEmpty || place.suffix(2).elementsEqual(": ".utf8) else { continue }
      let message = String(decoding: line[start.upperBound...], as: UTF8.self)
      if message.hasPrefix("CONTENTBLOCKER ") {
        if blocked.count < Self.maximumBlocked, let load = Self.blocked(message), known.insert(load).inserted
        {
          blocked.append(load)
        }
      } else if errors.count < Self.maximumErrors, let words = Self.error(message) {
        errors.append(String(decoding: place, as: UTF8.self) + words)
      }
    }
  }

  private static let mark = Array("CONSOLE ".utf8)

  /// Parses
  /// `CONTENTBLOCKER INFO Content blocker prevented frame displaying PAGE from loading a resource from URL`.
  private static func blocked(_ message: String) -> BlockedLoad? {
    guard let page = message.firstRange(of: "frame displaying "),
      let url = message[page.upperBound...].firstRange(of: " from loading a resource from ")
    else { return nil }
    return BlockedLoad(
      url: String(message[url.upperBound...]), page: String(message[page.upperBound..<url.lowerBound]))
  }

  /// Returns the error in `JS ERROR …`, `NETWORK ERROR …`, or `ERROR …` for messages of scripts; `nil` for
  /// other messages.
  private static func error(_ message: String) -> String? {
    let words = message.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    if words.count > 1, words[0] == "ERROR" { return words.dropFirst().joined(separator: " ") }
    guard words.count == 3, words[1] == "ERROR", words[0].allSatisfy(\.isUppercase) else { return nil }
    return String(words[2])
  }
}

enum BrowserProblem: Error, Hashable, Sendable, Codable {
  /// The machine lacks a requirement, which the text describes.
  case unavailable(String)
  /// A temporary folder cannot be created; the text is the system's message.
  case noScratchFolder(String)
  case timeout
  case died(String)
  case interrupted
}

extension BrowserProblem: CustomStringConvertible, DescribedError {
  var description: String {
    switch self {
    case .unavailable(let reason): "no browser is available: \(reason)"
    case .noScratchFolder(let reason): "cannot create a temporary folder: \(reason)"
    case .timeout: "the browser gave no answer in time"
    case .died(let reason): "the browser gave no answer: \(reason)"
    case .interrupted: "a signal ended the browser"
    }
  }
}
