import SluiceListFiles
import SluiceLists
import SluicePageInspection
import SluiceSystem

/// The browser that loads the page given on the command line.
struct InspectedBrowser {
  let page: EnginePage
  private let browser: PageBrowser
  private let trial: EngineTrial
  private let steps: Steps

  /// Creates a browser.
  ///
  /// - Parameters:
  ///   - page: The page that was read; nil for a page on the web.
  ///   - path: The file or the URL of the page.
  init(
    _ page: PageFile?, path: String, hasNetwork: Bool, timeout: Int, steps: Steps
  ) throws(CommandError) {
    self.steps = steps
    steps.begin(Step("starting the browser"))
    var words = ["webkit-page"]
    var files: [String] = []
    if let page {
      guard path != "-" else { throw .browserNeedsFile }
      guard let file = try? Pathname.resolved(path) else { throw .browserNeedsFile }
      if case .saved(let loads) = page {
        words += ["--page", loads.page.addressString]
      }
      words.append(file)
      files = [file] + FolderPage.folders(nextTo: file)
      self.page = .saved(page.saved)
    } else {
      words.append(path)
      self.page = .live(path)
    }
    browser = try CommandError.of({ .browser($0, page: path) }) {
      () throws(BrowserProblem) in
      try PageBrowser(command: words, files: files, hasNetwork: page == nil && hasNetwork)
    }
    var trial = EngineTrial()
    trial.timeout = timeout
    self.trial = trial
  }

  /// A trial of the page without expectations.
  var plainTrial: EngineTrial { trial }

  func observe(_ trial: EngineTrial) throws(CommandError) -> EngineObservation {
    steps.begin(
      Step("loading", subject: URLSecrets.removed(fromLocation: page.address), done: browser.count + 1))
    let observation = try CommandError.of({ .browser($0, page: page.address) }) {
      () throws(BrowserProblem) in try browser.observe(trial)
    }
    steps.end([.loads: observation.loads.count])
    switch observation.outcome {
    case .rejected(let list, let words):
      throw .browser(.died("WebKit rejects list \(list): \(words)"), page: page.address)
    case .loaded, .failed, .timeout: return observation
    }
  }
}

extension CommandError {
  fileprivate static let browserNeedsFile = usage(
    "a browser needs a PAGE that is a file or a URL, not standard input", advice: "save the page first",
    of: .inspect)

  fileprivate static func browser(_ problem: BrowserProblem, page: String) -> CommandError {
    switch problem {
    case .unavailable(let reason):
      CommandError(
        message: "no browser to load \(page.quotedName) in: \(reason)", advice: browserInstallation,
        exitCode: .unavailable)
    case .noScratchFolder(let words): .noScratchFolder(words)
    case .timeout:
      .failure(
        "the browser gave no answer on \(page.quotedName): it takes too long", advice: "--timeout allows more"
      )
    case .died(let reason):
      .failure(
        "the browser gave no answer on \(page.quotedName): \(reason)",
        advice: "try again; without --engine nothing is loaded")
    case .interrupted: OutputError.interrupted.report
    }
  }

  private static var browserInstallation: [String] {
    #if os(Linux)
      [
        "install WebKitGTK 6.0, bubblewrap and Xvfb: apt-get install libwebkitgtk-6.0-4 bubblewrap xvfb (Debian, Ubuntu)"
      ]
    #else
      ["without --engine nothing is loaded"]
    #endif
  }
}
