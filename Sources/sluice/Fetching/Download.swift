import SluiceListFiles
import SluiceSystem

/// A request with all its attempts and redirects. It blocks its thread until it ends.
struct Download {
  private let request: SourceRequest
  private let transfers: Transfers
  private let deadline: ContinuousClock.Instant
  private let gate: AddressPolicy

  private static let maximumRedirects = 10
  private static let firstPause = Duration.milliseconds(500)
  private static let longestPause = Duration.seconds(20)

  init(_ request: SourceRequest, transfers: Transfers) {
    (self.request, self.transfers) = (request, transfers)
    deadline = .now + .seconds(request.totalTimeout)
    gate = AddressPolicy(namedHosts: Set(request.namedHosts), deadline: deadline, transfers: transfers)
  }

  private enum Outcome {
    case fetched(Response, by: HTTPTransfer, from: RemoteURL)
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
      case .fetched(let response, let attempt, let url):
        var event = FetchEvent(.fetched, url: request.url)
        event.bytes = attempt.bytes
        if url != (try? RemoteURL(request.url)) { event.location = url.text }
        event.etag = response.header("ETag")
        event.lastModified = response.header("Last-Modified")
        return event
      case .unchanged: return FetchEvent(.unchanged, url: request.url)
      case .final(let message): return failure(message)
      case .transient(let message, let asked):
        // Clients that failed at the same time should not retry at the same time.
        let wait = asked ?? pause * Double.random(in: 0.5...1.5)
        guard attempt < request.retries, .now + wait < deadline, !transfers.isCanceled else {
          return failure(attempt == 0 ? message : "\(message) (\(attempt + 1) attempts)")
        }
        transfers.add(FetchEvent(.retry, url: request.url, message: message))
        transfers.pause(wait)
        pause = min(pause * 2, Self.longestPause)
      }
    }
    return failure("it was not fetched")
  }

  private func failure(_ message: String) -> FetchEvent {
    FetchEvent(.failed, url: request.url, message: message)
  }

  /// Makes one attempt, including its redirects.
  private func once(number: Int) -> Outcome {
    let outcome = once(number: number, compressed: true)
    // A truncated compressed body causes no error if its length matches. If the body ends within a line, it
    // may be truncated, so it is fetched again without compression.
    guard case .fetched(let response, let attempt, _) = outcome, response.isCompressed,
      !attempt.endsWithLineEnd
    else { return outcome }
    let plain = once(number: number, compressed: false)
    guard case .fetched(let response, _, _) = plain, response.isCompressed else { return plain }
    return .transient("the compressed list seems to be truncated", pause: nil)
  }

  private func once(number: Int, compressed: Bool) -> Outcome {
    var url: RemoteURL
    do throws(RemoteURL.Problem) {
      url = try RemoteURL(request.url)
    } catch {
      return .final("the URL \(error)")
    }
    for hop in 0...Self.maximumRedirects {
      let target: AddressPolicy.Target
      do throws(AddressPolicy.Refusal) {
        target = try gate.target(url, attempt: number)
      } catch {
        switch error {
        case .unknownHost: return .transient("the host is not known", pause: nil)
        case .late: return .final("it took longer than \(request.totalTimeout) s")
        case .notPublic(let address):
          let subject = hop == 0 ? "its address" : "the server redirects to '\(url.text)': the address"
          return .final("\(subject) \(address) is not public: only the build file may name non-public hosts")
        }
      }
      var attempt = HTTPTransfer(
        request, target: target, compressed: compressed, deadline: deadline, transfers: transfers)
      do throws(HTTPTransfer.Problem) {
        let response = try attempt.run()
        guard [301, 302, 303, 307, 308].contains(response.status) else {
          return outcome(of: response, attempt, from: url)
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
      } catch {
        return error.isTransient ? .transient(error.message, pause: nil) : .final(error.message)
      }
    }
    return .final("the server redirects more than \(Self.maximumRedirects) times")
  }

  private func outcome(of response: Response, _ attempt: HTTPTransfer, from url: RemoteURL) -> Outcome {
    let message = "the server answered \(response.status)"
    switch response.status {
    case 200: return .fetched(response, by: attempt, from: url)
    case 304: return .unchanged
    case 401: return .final("\(message): it asks for a user name and a password")
    case 407: return .final("\(message): the proxy asks for a user name and a password")
    case 408, 425, 429, 500...599:
      return .transient(message, pause: response.header("Retry-After").flatMap(RetryAfter.pause))
    default: return .final(message)
    }
  }
}
