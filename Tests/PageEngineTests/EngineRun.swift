import Foundation
import SluiceConversion
@testable import sluice
import SluicePageInspection
import SluiceRules
import Testing
import TestSupport

/// Runs made-up pages in the WebKitGTK of this machine.
enum EngineRun {
  static var isAvailable: Bool { obstacle == nil }
  static var comment: Comment { Comment(rawValue: obstacle ?? "there is a browser") }

  /// The reason why no page can be loaded here, or nil.
  ///
  /// It is also printed once.
  private static let obstacle: String? = {
    do {
      let page = BrokenPage("none", "", filters: [], exceptions: [])
      let run = try start(page.page)
      _ = try withExtendedLifetime(run.folder) { try run.browser.observe(.patient) }
      return nil
    } catch {
      print("skipped: pages in a browser: \(error)")
      return "\(error)"
    }
  }()

  /// Starts a browser for a page whose files are in the folder.
  static func start(_ page: MadePage) throws -> (
    browser: PageBrowser, page: EnginePage, folder: TemporaryFolder
  ) {
    let folder = try TemporaryFolder()
    let har = try page.har
    try har.write(to: folder.url.appending(path: "page.har"))
    let path = folder.path("page.har")
    let browser = try PageBrowser(
      command: ["webkit-page", path], files: [path], program: try BuiltProgram.sluice, hasNetwork: false)
    return (browser, .saved(try PageArchive(decodingJSON: Array(har))), folder)
  }

  /// Converts filters to lists whose names are their numbers.
  static func lists(_ filters: [[String]]) throws -> Blocklists {
    var lists = Blocklists()
    var options = ConversionOptions()
    options.target = .webKitGTK2_50
    for (number, filters) in filters.enumerated() {
      let source = Source(name: "\(number)", bytes: Array(filters.joined(separator: "\n").utf8))
      try lists.append(converting: [source], named: source.name, options)
    }
    return lists
  }

  /// Repairs a page.
  ///
  /// - Parameter isSeenByScripts: Whether the run has only the information available on macOS.
  static func repair(
    _ broken: BrokenPage, isSeenByScripts: Bool = false
  ) throws -> (repair: PageRepair, folder: TemporaryFolder) {
    let run = try start(broken.page)
    var expectations = try broken.visible.map { PageExpectation.visible(try ExpectedSelector(parsing: $0)) }
    for url in broken.requests { expectations.append(.loads(try #require(ExpectedURL(parsing: url)))) }
    if broken.expectsNoError { expectations.append(.noErrors) }
    var trial = EngineTrial.patient
    trial.isSeenByScripts = isSeenByScripts
    let repair = try PageRepair(
      run.page, trial: trial, expectations: expectations, suffixes: .wellKnown,
      lists: { (more: [String]) throws(any Error) in try lists([broken.filters + more]) },
      observe: { (trial: EngineTrial) throws(any Error) in try run.browser.observe(trial) })
    return (repair, run.folder)
  }
}

extension EngineTrial {
  /// A trial with a timeout for a machine that runs other browsers too.
  static var patient: Self {
    var trial = Self()
    trial.timeout = 300
    return trial
  }
}
