private import SluiceConformanceFiles
import SluiceListFiles
import SluiceLists
import SluiceSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `sluice conformance DIR`
enum ConformanceCommand {
  static let command = Command(
    name: .conformance,
    summary: "Write a page that tests how a WebKit handles rule lists",
    details: [
      """
      Writes a rule list for each difference between WebKit versions, a manifest and a page into DIR, which must be \
      new, empty or written by an earlier run. In a browser with these lists, the page shows its results as one \
      line of JSON. docs/reference/conformance.md describes how to load the lists in Safari.
      """,
      """
      The page, sluice-conformance.html, needs DIR on two origins, such as two consecutive ports of \
      'sluice serve'. A version of Sluice always writes the same lists and page.
      """,
    ],
    operands: "DIR", maximumOperands: 1,
    examples: [
      ("sluice conformance probes", "a page and lists of less than 2 kB"),
      ("sluice conformance --sizes probes", "and lists of up to 40 MB"),
    ])

  static func run(_ arguments: ConformanceArguments, console: Console) throws(CommandError) -> ExitCode {
    guard let directory = arguments.folder else {
      throw .usage(.operands("no DIR given", "name the folder to write"), of: .conformance)
    }
    let probes = ConformanceProbe.allCases.filter { arguments.writesSizes || !$0.content.isLarge }
    do throws(BuildFailure) {
      try write(probes, directory: directory, console: console)
    } catch {
      throw console.error(error, otherwise: BuildProblem(directory, message: "was not written"))
    }
    switch console.reporting.objectFormat {
    case .text:
      let lists = Format.counted(probes.count, noun: "list")
      console.message("\(DisplayText.escaping(directory)): the conformance page and \(lists)\n")
    case .json:
      try console.writeObject { json in
        json.add("output", text: directory)
        json.add("page", text: FileName.conformancePage.description)
        json.add("lists", objects: probes) { json, probe in
          json.add("probe", text: probe.rawValue)
          json.add("file", text: probe.fileName)
        }
      }
    }
    return .success
  }

  private static func write(
    _ probes: [ConformanceProbe], directory: String, console: Console
  ) throws(BuildFailure) {
    let folder = try PageOutputFolder(directory, of: .conformance, toolVersion: Program.version) {
      console.message("waiting for another run in '\(DisplayText.escaping(directory))'\n")
    }
    for (index, probe) in probes.enumerated() {
      console.steps.begin(Step("writing", subject: probe.fileName, done: index + 1, of: probes.count))
      guard let name = FileName(probe.fileName) else { continue }
      let list = probe.content.list(of: probe)
      try folder.writeList(list.json, to: name, actions: list.actions)
    }
    console.steps.begin(Step("writing the page"))
    for file in ConformancePage.files(version: Program.version) {
      try folder.write(file.bytes, to: file.name)
    }
    try folder.commit()
    console.steps.end()
  }
}

struct ConformanceArguments: Sendable {
  var folder: String?
  /// Whether to also write the lists for size tests.
  var writesSizes = false
}

/// The page that reports how WebKit handles the lists, and the files that it loads.
enum ConformancePage {
  private struct Probe: Encodable {
    let name, statement: String
    let trials: [ConformanceTrial]

    init(_ probe: ConformanceProbe) {
      (name, statement) = (probe.rawValue, probe.statement)
      trials = ([.alive] + probe.trials).map { $0.marked(probe.mark($0.name)) }
    }
  }

  private struct Document: Encodable {
    let version: String
    let probes: [Probe]
  }

  /// Returns the page and the files that it loads: those in `Page/Files`, with the probes in the page.
  static func files(version: String) -> [(name: FileName, bytes: [UInt8])] {
    var count = 0
    let first = conformance_files(&count)
    // The array has `count` elements, each with its own number of bytes.
    return UnsafeBufferPointer(start: first, count: count).compactMap { file in
      guard let name = FileName(String(cString: file.name)) else { return nil }
      let bytes = [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.count))
      guard name == .conformancePage else { return (name, bytes) }
      let page = String(decoding: bytes, as: UTF8.self).replacing("PROBES", with: json(version: version))
      return (name, Array(page.utf8))
    }
  }

  /// Returns the probes as JSON that is safe inside a script element: slashes are escaped.
  private static func json(version: String) -> String {
    let document = Document(version: version, probes: ConformanceProbe.allCases.map { Probe($0) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    // Text and numbers can always be encoded.
    return (try? encoder.encode(document)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}

/// A test that the conformance page performs for a probe. The page gets it as JSON.
struct ConformanceTrial: Encodable, Sendable {
  /// The action with which the page tests whether a rule applies.
  enum Attempt: String, Encodable, Sendable {
    case image
    /// Opens a frame.
    case document
    /// Opens another page in an open frame.
    case nextDocument
    /// Submits a form by POST into a frame.
    case form
    /// Sends a request with the trial's method.
    case fetch
    case worker
    case workerFetch
    /// Sends a beacon. The call returns whether it was accepted.
    case beacon
    /// Follows a link with a `ping` attribute. The page can detect a match only if the rule hides the trial's
    /// element.
    case ping
    /// Embeds a PDF. The page finds the request in the browser's resource timing entries, which contain it at
    /// least if the browser creates a frame for the PDF.
    case embed
    /// Embeds a PDF and checks the trial's element. A rule that matches the plugin's request hides the
    /// element.
    case embedHiding
    /// Checks an element after all other trials.
    case element
    /// Checks an element in a frame whose document is in the `srcdoc` attribute.
    case sourceDocument = "srcdoc"
    /// Checks an element in a frame without a URL (`about:blank`).
    case blankDocument = "blank"
  }

  enum HTTPMethod: String, Encodable, Sendable {
    case get = "GET"
    case post = "POST"
  }

  /// The observed result. The raw value is the word on the page.
  enum Outcome: String, Encodable, Sendable {
    case blocked, loaded, hidden, shown
  }

  /// The name within the probe: lower-case words with dashes. No name is a prefix of another one in the same
  /// probe.
  let name: String
  let attempt: Attempt
  var method: HTTPMethod?
  /// The HTML of the trial's element; nil for a paragraph.
  var html: String?
  /// The number of frames around the trial: 1 for a frame of the other origin, 2 for a frame of the page's origin
  /// within that one; nil for the page.
  var frames: Int?
  /// The fragment with which the URL of the page ends during the trial.
  var fragment: String?
  /// The result that proves the probe's statement; nil if the result is only reported.
  var proof: Outcome?
  /// The end of the trial's URL, which is also the ID of its element; nil before the trial is written.
  private var mark: String?

  init(
    _ name: String, attempt: Attempt, method: HTTPMethod? = nil, html: String? = nil, frames: Int? = nil,
    fragment: String? = nil, proves proof: Outcome? = nil
  ) {
    (self.name, self.attempt, self.method, self.html) = (name, attempt, method, html)
    (self.frames, self.fragment, self.proof) = (frames, fragment, proof)
  }

  /// Returns the trial as the page gets it.
  func marked(_ mark: String) -> ConformanceTrial {
    var trial = self
    trial.mark = mark
    if attempt == .element { trial.html = html ?? "<p id='\(mark)'>\(mark)</p>" }
    return trial
  }

  /// A trial of every probe, which shows whether the probe's list is active. WebKit accepts a list completely
  /// or not at all.
  static let alive = ConformanceTrial("alive", attempt: .image)
}
