import SluiceBrowserModel
import SwiftUI
import WebKit

/// Stores downloads in the folder for downloads, on iOS in that of the app, which the Files app shows. The model lists
/// them.
@MainActor final class Downloads: NSObject, WKDownloadDelegate {
  private let list: DownloadList
  /// The downloads in progress, by their numbers in the list. A download keeps its delegate weakly.
  private var running: [Int: (download: WKDownload, progress: NSKeyValueObservation)] = [:]

  init(_ list: DownloadList) { self.list = list }

  func take(_ download: WKDownload) {
    let id = list.begin(download.originalRequest?.url?.absoluteString ?? "")
    download.delegate = self
    // WebKit changes the progress on any thread.
    let observation = download.progress.observe(\.fractionCompleted) { [weak self] progress, _ in
      let part = progress.fractionCompleted
      Task { @MainActor in self?.list.progress(id, part) }
    }
    running[id] = (download, observation)
  }

  /// Cancels a download. WebKit does not report that as a failure.
  func cancel(_ id: Int) {
    guard let download = running.removeValue(forKey: id)?.download else { return }
    list.end(id, failure: "canceled")
    download.cancel { _ in }
  }

  private func id(of download: WKDownload) -> Int? {
    running.first { $0.value.download === download }?.key
  }

  func download(
    _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
  ) async -> URL? {
    #if os(macOS)
      let folder = URL.downloadsDirectory
    #else
      let folder = URL.documentsDirectory
    #endif
    // WebKit fails if the file exists. The name has no folder, as WebKit suggests it.
    let name = suggestedFilename.isEmpty ? "download" : suggestedFilename
    let names = [name] + (2..<100).map { "\($0) \(name)" }
    let file = names.map { folder.appending(path: $0) }
      .first { !FileManager.default.fileExists(atPath: $0.path) }
    if let id = id(of: download), let file { list.name(id, file.lastPathComponent) }
    return file
  }

  func downloadDidFinish(_ download: WKDownload) {
    guard let id = id(of: download) else { return }
    running[id] = nil
    list.end(id)
  }

  func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?) {
    guard let id = id(of: download) else { return }
    running[id] = nil
    list.end(id, failure: error.localizedDescription)
  }
}

/// The list of downloads.
struct DownloadsContent: View {
  @ObservedObject var face: WindowFace
  let downloads: Downloads?

  var body: some View {
    let entries = face.model.downloads.entries
    Button("Clear list") { face.model.downloads.removeEnded() }
      .disabled(!entries.contains { !$0.state.isRunning })
      .accessibilityIdentifier("Clear list")
    if entries.isEmpty { Text("Nothing has been downloaded since the start.") }
    ForEach(entries) { entry in
      HStack {
        Text(entry.description)
        Spacer()
        if entry.state.isRunning {
          Button("Cancel") { downloads?.cancel(entry.id) }
            .accessibilityIdentifier("Cancel \(entry.name)")
        }
      }
    }
  }
}
