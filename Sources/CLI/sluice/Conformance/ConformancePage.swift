#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
private import SluiceConformanceFiles
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
    switch trial.context {
    case .page: break
    case .frame: frames = 1
    case .nestedFrame: frames = 2
    case .pageWithFragment(let text): fragment = text
    }
  }
}
