import SluiceAnalysis
import SluiceDocuments
import SluicePageInspection
import SluiceRules

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A WebKit in this process that loads pages for trials. Use it from the main thread.
protocol TrialEngine {
  associatedtype List
  associatedtype View: TrialView

  /// The version, such as `WebKitGTK 2.50.6`.
  var version: String { get }
  /// The console output of pages, or `nil` if WebKit reports neither console messages nor requests other than
  /// documents. A script in each document is then the only source of information.
  var console: (any TrialConsole)? { get }

  /// Compiles a list, or returns WebKit's error message. There is at most one list per name.
  func compile(_ json: Data, named name: String) throws(BrowserProblem) -> TrialList<List>

  /// Returns a view with its own session, in which a page is loaded once.
  ///
  /// - Parameters:
  ///   - folder: An unused path for data of the session.
  ///   - proxy: The port of the local proxy for all requests, or `nil` for none.
  func view(_ lists: [List], script: FrameScript, folder: String, proxy: Int?) throws(BrowserProblem)
    -> View

  /// Runs WebKit's event loop until a condition is true. Returns `false` on timeout.
  func run(until isDone: () -> Bool, atMost duration: Duration) -> Bool

  func png(_ picture: Picture) -> Data?
}

protocol TrialConsole {
  /// Discards the earlier output.
  func start()
  var isFull: Bool { get }
  /// The output since the start.
  var log: ConsoleLog { get }
}

enum TrialList<List> {
  case compiled(List)
  case rejected(String)
}

/// A view in which a page is loaded once.
protocol TrialView {
  var state: TrialState { get }
  var lastSign: ContinuousClock.Instant { get }
  var answers: FrameScript.Answers { get }
  /// The requests that WebKit reports, at least those for documents of the page.
  var loads: [ObservedLoad] { get }
  /// The number of active requests among ``loads``.
  var waiting: Int { get }
  var address: String? { get }

  func load(_ address: String)
  /// Returns a screenshot of the visible part of the page, or `nil` on timeout or failure.
  func picture() -> Picture?
  func close()
}

enum TrialState: Equatable {
  case loading
  case loaded
  case failed(String)
}

/// The settings for loading a page, and the data to observe.
struct EngineTrial: Codable, Hashable, Sendable {
  /// The rule lists as Content Blocker JSON. Each is a separate list in WebKit.
  var lists: [Data] = []
  /// The selectors whose visibility to observe.
  var selectors: [String] = []
  var takesPicture = false
  /// Whether to return the final HTML of the documents.
  var readsDocuments = false
  /// The time without activity after which the page counts as finished, in milliseconds.
  var quiet = 400
  /// The minimum time to wait, in milliseconds.
  var atLeast = 0
  /// The maximum time for the whole trial, in seconds.
  var timeout = 30

  /// Whether a script in each document observes requests and errors. On macOS, this is always the case.
  var isSeenByScripts = false

  /// Creates settings that load a page without lists and observe only requests and errors.
  init() {}
}

enum EnginePage: Sendable {
  /// A saved page, which is loaded without a network.
  case saved(any SavedPage)
  case live(String)

  var address: String {
    switch self {
    case .saved(let page): page.addressString
    case .live(let url): url
    }
  }

  /// Returns the saved text of a document in UTF-8, or `nil` if it was not saved.
  func text(of document: [UInt8]) -> [UInt8]? {
    switch self {
    case .saved(let page):
      page.answer(to: SerializedURL(document).withoutFragment).map {
        PageText($0.body, contentType: $0.contentType).bytes
      }
    case .live: nil
    }
  }
}
