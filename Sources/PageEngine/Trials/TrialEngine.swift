import Foundation

/// A WebKit in this process, in which pages are tried. To be used from the main thread.
protocol TrialEngine {
  /// A rule list that is compiled.
  associatedtype List
  associatedtype View: TrialView

  /// Such as `WebKitGTK 2.50.6`.
  var version: String { get }
  /// What consoles write; nil where WebKit tells its program nothing of them, nor of loads but documents: all that is known is then what
  /// a script in each document sees.
  var console: (any TrialConsole)? { get }

  /// Compiles a list, or gives WebKit's words on why it does not take it. Of a name there is one list at most.
  func compile(_ json: Data, named name: String) throws(BrowserProblem) -> TrialList<List>

  /// A view with a session of its own, in which a page is loaded once.
  ///
  /// - Parameters:
  ///   - folder: an empty path for what the session stores.
  ///   - proxy: the port of this machine through which all goes; nil for none.
  func view(_ lists: [List], _ script: FrameScript, folder: String, proxy: Int?) throws(BrowserProblem)
    -> View

  /// Lets WebKit work until something is so; false when the time is over before.
  func run(until isDone: () -> Bool, atMost duration: Duration) -> Bool

  /// A picture as PNG; nil where that fails.
  func png(_ picture: Picture) -> Data?
}

/// What the consoles of pages write.
protocol TrialConsole {
  /// Begins to read: what was written before is of no interest.
  func start()
  /// Whether more has been written than is read.
  var isFull: Bool { get }
  /// What has been written since the start.
  var log: ConsoleLog { get }
}

/// What becomes of a rule list.
enum TrialList<List> {
  case compiled(List)
  /// WebKit's words.
  case rejected(String)
}

/// A view in which a page is loaded once.
protocol TrialView {
  var state: TrialState { get }
  /// When something was last heard of the page.
  var lastSign: ContinuousClock.Instant { get }
  /// What the scripts in its documents have said.
  var answers: FrameScript.Answers { get }
  /// What WebKit says that was asked for: documents of the page at least.
  var loads: [ObservedLoad] { get }
  /// How many of these are under way.
  var waiting: Int { get }
  /// The address that it has now.
  var address: String? { get }

  /// Begins to load a page.
  func load(_ address: String)
  /// The page as it is seen; nil when there is no picture of it in time.
  func picture() -> Picture?
  /// Ends it.
  func close()
}

/// How far a page is.
enum TrialState: Equatable {
  case loading
  case loaded
  /// In WebKit's words.
  case failed(String)
}
