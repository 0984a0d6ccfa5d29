import Foundation
import SluiceSystem

/// The page that reports how WebKit handles the lists, and the files that it loads.
enum ConformancePage {
  /// A probe in the page's data.
  fileprivate struct Probe: Encodable {
    let name, statement: String
    let trials: [Trial]
  }

  /// A trial in the page's data.
  fileprivate struct Trial: Encodable {
    let name, mark, attempt: String
    var method, html, fragment: String?
    /// The number of enclosing frames.
    var frames: Int?
    let proof: String?
  }

  private struct Document: Encodable {
    let version: String
    let probes: [Probe]
  }

  /// Returns the page and the files that it loads.
  static func files(version: String) -> [(name: FileName, bytes: [UInt8])] {
    [
      (.conformancePage, Array(page(version: version).utf8)),
      ("sluice-conformance.js", Array("\(script)\n".utf8)),
      ("sluice-frame.html", Array(frame.utf8)),
      ("sluice-worker.js", Array("\(workerScript)\n".utf8)),
      ("sluice-pixel.png", pixel),
      ("sluice-page.pdf", Array(pdf.utf8)),
    ]
  }

  private static func page(version: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>What this WebKit does with rule lists</title>
    <link rel="icon" href="data:,">
    <style>
      body { font: 16px system-ui, sans-serif; margin: 1em; max-width: 60em }
      textarea { width: 100%; height: 8em; box-sizing: border-box }
      td { padding: .1em .5em; vertical-align: top }
      .yes td:first-child { color: green }
      .no td:first-child { color: firebrick }
      .none td { color: gray }
      iframe, embed { width: 60px; height: 60px; border: 0 }
    </style>
    <h1>What this WebKit does with rule lists</h1>
    <p id="state">Trying, for some seconds.</p>
    <textarea id="line" readonly></textarea>
    <table id="results"></table>
    <p>Below is what is tried.</p>
    <script type="application/json" id="probes">\(json(version: version))</script>
    <script src="sluice-conformance.js"></script>
    <script>
    \(pageScript)
    </script>
    </html>

    """
  }

  private static let frame = """
    <!doctype html>
    <meta charset="utf-8">
    <title>A frame of the conformance page</title>
    <body>
    <script src="sluice-conformance.js"></script>

    """

  /// Returns the probes as JSON that is safe inside a script element: slashes are escaped.
  private static func json(version: String) -> String {
    let document = Document(version: version, probes: ConformanceProbe.allCases.map { Probe($0) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    // Text and numbers can always be encoded.
    return (try? encoder.encode(document)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  /// A PNG image of one gray pixel.
  private static let pixel: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00,
    0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A, 0x7E, 0x9B, 0x55, 0x00,
    0x00, 0x00, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x68, 0x00, 0x00, 0x00, 0x82, 0x00, 0x81,
    0xDA, 0x45, 0x08, 0x3B, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  /// A PDF with one empty page. It has no cross-reference table, because every reader can rebuild it.
  private static let pdf = """
    %PDF-1.4
    1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
    2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
    3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 60 60]>> endobj
    trailer <</Root 1 0 R>>
    %%EOF

    """
}

extension ConformancePage.Probe {
  fileprivate init(_ probe: ConformanceProbe) {
    name = probe.rawValue
    statement = probe.statement
    trials = ([.alive] + probe.trials).map { ConformancePage.Trial($0, of: probe) }
  }
}

extension ConformancePage.Trial {
  fileprivate init(_ trial: ConformanceTrial, of probe: ConformanceProbe) {
    name = trial.name
    mark = probe.mark(trial.name)
    proof = trial.proof?.rawValue
    switch trial.attempt {
    case .image: attempt = "image"
    case .document: attempt = "document"
    case .nextDocument: attempt = "nextDocument"
    case .form: attempt = "form"
    case .fetch(let method):
      attempt = "fetch"
      self.method = method.rawValue
    case .worker: attempt = "worker"
    case .workerFetch: attempt = "workerFetch"
    case .beacon: attempt = "beacon"
    case .ping: attempt = "ping"
    case .embed: attempt = "embed"
    case .embedHiding: attempt = "embedHiding"
    case .element(let html):
      attempt = "element"
      self.html = html ?? "<p id='\(mark)'>\(mark)</p>"
    case .sourceDocument: attempt = "srcdoc"
    case .blankDocument: attempt = "blank"
    }
    switch trial.place {
    case .page: break
    case .frame: frames = 1
    case .nestedFrame: frames = 2
    case .pageWithFragment(let text): fragment = text
    }
  }
}
