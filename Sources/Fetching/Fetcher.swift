import Foundation
import ListBuilding

#if os(Linux)
  import CurlOnDemand
#endif

/// The process that fetches, which ``FetchProcess`` starts.
///
/// Requests come as lines of JSON and answers go as lines of JSON: FetchMessages.swift of ListBuilding has both.
package enum Fetcher {
  /// Answers until its standard input ends, which closes when whoever asked has what it wanted or has died.
  package static func run() {
    let output = EventOutput()
    let queue = RequestQueue()
    var isFirst = true
    while let line = readLine() {
      guard let request = try? JSONDecoder().decode(FetchRequest.self, from: Data(line.utf8)) else {
        continue
      }
      if let problem = problemOfLibrary {
        var event = FetchEvent(.failed, url: request.url)
        event.message =
          "libcurl, which fetches, cannot be opened (Debian: 'apt install libcurl4'): \(problem)"
        output.write(event)
        continue
      }
      if isFirst { start(queue, output) }
      isFirst = false
      queue.add(request)
    }
    // Downloads that nobody waits for do not hold up the end.
  }

  /// Why nothing can be fetched here.
  private static var problemOfLibrary: String? {
    #if os(Linux)
      sluice_open_curl().map { String(cString: $0) }
    #else
      nil
    #endif
  }

  /// A thread for downloads, one after the other: this one waits for the end of standard input, and URLSession would
  /// get no thread of Dispatch's pool for a second while those of the pool wait.
  private static func start(_ queue: RequestQueue, _ output: EventOutput) {
    Thread.detachNewThread {
      while true { output.write(Download(queue.next(), output).run()) }
    }
  }
}
