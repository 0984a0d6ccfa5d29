import Foundation
import SluiceLists

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request with all its attempts and redirects. It blocks its thread until it ends.
struct Download {
  private let request: SourceRequest
  private let output: EventOutput
  private let deadline: ContinuousClock.Instant
  private let gate: Gate

  private static let maximumRedirects = 10
  private static let firstPause = Duration.milliseconds(500)
  private static let longestPause = Duration.seconds(20)

  init(_ request: SourceRequest, _ output: EventOutput) {
    self.request = request
    self.output = output
    gate = Gate(namedHosts: Set(request.namedHosts))
    deadline = .now + .seconds(request.totalTimeout)
  }

  /// The result of an attempt.
  private enum Outcome {
    case fetched(Attempt.Response, bytes: Int, from: RemoteURL)
    case unchanged
    /// A failure that may be temporary, with the pause that the server requests.
    case transient(String, pause: Duration?)
    case final(String)
  }

  /// Returns the event that ends the request.
  func run() -> FetchEvent {
    var pause = Self.firstPause
    for attempt in 0... {
      switch once(number: attempt) {
      case .fetched(let response, let bytes, let url):
        var event = FetchEvent(.fetched, url: request.url)
        event.bytes = bytes
        if url != (try? RemoteURL(request.url)) { event.location = url.text }
        event.etag = response.header("ETag")
        event.lastModified = response.header("Last-Modified")
        return event
      case .unchanged: return FetchEvent(.unchanged, url: request.url)
      case .final(let message): return failure(message)
      case .transient(let message, let asked):
        // Clients that failed at the same time should not retry at the same time.
        let wait = asked ?? pause * Double.random(in: 0.5...1.5)
        guard attempt < request.retries, .now + wait < deadline else {
          return failure(attempt == 0 ? message : "\(message) (\(attempt + 1) attempts)")
        }
        output.write(FetchEvent(.retry, url: request.url, message))
        Thread.sleep(forTimeInterval: wait / .seconds(1))
        pause = min(pause * 2, Self.longestPause)
      }
    }
    return failure("it was not fetched")
  }

  private func failure(_ message: String) -> FetchEvent { FetchEvent(.failed, url: request.url, message) }

  /// Makes one attempt, including its redirects.
  private func once(number: Int) -> Outcome {
    let outcome = once(number: number, compressed: true)
    // A truncated compressed body causes no error if its length matches. If the body ends within a line, it
    // may be truncated, so it is fetched again without compression.
    guard case .fetched(let response, _, _) = outcome, response.isCompressed, !endsWithLineEnd else {
      return outcome
    }
    let plain = once(number: number, compressed: false)
    guard case .fetched(let response, _, _) = plain, response.isCompressed else { return plain }
    return .transient("the compressed list seems to be cut", pause: nil)
  }

  private var endsWithLineEnd: Bool {
    guard let file = FileHandle(forReadingAtPath: request.path) else { return false }
    defer { try? file.close() }
    guard let size = try? file.seekToEnd(), size > 0, (try? file.seek(toOffset: size - 1)) != nil else {
      return true
    }
    return (try? file.read(upToCount: 1)) == Data([0x0a])
  }

  private func once(number: Int, compressed: Bool) -> Outcome {
    var url: RemoteURL
    do throws(RemoteURL.Problem) {
      url = try RemoteURL(request.url)
    } catch {
      return .final("the URL \(error)")
    }
    for hop in 0...Self.maximumRedirects {
      let message: URLRequest
      do throws(Gate.Refusal) {
        message = try gate.message(to: url, attempt: number)
      } catch {
        switch error {
        case .unknownHost: return .transient("the host is not known", pause: nil)
        case .notPublic(let address):
          let subject = hop == 0 ? "its address" : "the server redirects to '\(url.text)': the address"
          return .final("\(subject) \(address) is not public: only the build file may name non-public hosts")
        }
      }
      let attempt = Attempt(request, message, compressed: compressed, deadline: deadline) { bytes, total in
        var event = FetchEvent(.progress, url: request.url)
        (event.bytes, event.total) = (bytes, total)
        output.write(event)
      }
      switch attempt.run() {
      case .failure(let problem):
        return problem.isTransient ? .transient(problem.message, pause: nil) : .final(problem.message)
      case .success(let response):
        guard [301, 302, 303, 307, 308].contains(response.status) else {
          return outcome(of: response, attempt.bytes, from: url)
        }
        guard let location = response.header("Location"), !location.isEmpty else {
          return .final(
            "the server answered \(response.status), but does not give the address of the list (no Location)")
        }
        guard let next = try? RemoteURL(location, relativeTo: url), next.isEncrypted || !url.isEncrypted,
          next.isEncrypted || !request.needsEncryption || next.isOnThisMachine
        else {
          return .final("the server redirects to '\(location)', which is not followed")
        }
        url = next
      }
    }
    return .final("the server redirects more than \(Self.maximumRedirects) times")
  }

  private func outcome(of response: Attempt.Response, _ bytes: Int, from url: RemoteURL) -> Outcome {
    let message = "the server answered \(response.status)"
    switch response.status {
    case 200: return .fetched(response, bytes: bytes, from: url)
    case 304: return .unchanged
    case 401: return .final("\(message): it asks for a user name and a password")
    case 407: return .final("\(message): the proxy asks for a user name and a password")
    case 408, 425, 429, 500...599: return .transient(message, pause: pause(response.header("Retry-After")))
    default: return .final(message)
    }
  }

  /// Parses a pause in seconds or as a date.
  private func pause(_ text: String?) -> Duration? {
    guard let text else { return nil }
    if let seconds = Int(text), seconds >= 0 { return .seconds(min(seconds, 1 << 20)) }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    // A year can have any number of digits, so the pause is limited.
    return formatter.date(from: text).map { .seconds(Int(min(max(0, $0.timeIntervalSinceNow), 1e6))) }
  }
}
