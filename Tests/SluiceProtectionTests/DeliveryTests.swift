import Foundation
import SluiceConversion
import SluiceLists
import Testing
import TestSupport

@testable import SluiceProtection

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session that delivers the chunks of a body on several threads, one after the other.
@Suite(.ends) struct DeliveryTests {
  /// With both forms of the delegate queue, a body arrives in order.
  @Test(arguments: [false, true]) func responseBodyArrivesInOrder(runsAtOnce: Bool) async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [ThreadedTransfer.self]
    let request = URLRequest(url: try #require(URL(string: "threaded://lists.example/ads.json")))
    let exchange = BoundedExchange(request, atMost: ThreadedTransfer.body.count)
    let result = await exchange.run(
      configuration, within: .seconds(60), on: DelegateQueue(runsAtOnce: runsAtOnce))
    let answer = try result.get()
    #expect(answer.status == 200)
    #expect(answer.body.count == ThreadedTransfer.body.count)
    #expect(answer.body == Array(ThreadedTransfer.body))
  }
}

/// Responds with a body in chunks.
///
/// Each is delivered on its own thread after the previous one.
private final class ThreadedTransfer: URLProtocol {
  static let body = Data((0..<400).flatMap { number in [UInt8](repeating: UInt8(number % 251), count: 97) })

  override class func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "threaded" }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url,
      let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: nil)
    else { return }
    nonisolated(unsafe) let transfer = self
    Thread.detachNewThread {
      let client = transfer.client
      client?.urlProtocol(transfer, didReceive: response, cacheStoragePolicy: .notAllowed)
      for start in stride(from: 0, to: Self.body.count, by: 97) {
        let isHandedOver = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          transfer.client?.urlProtocol(transfer, didLoad: Self.body[start..<start + 97])
          isHandedOver.signal()
        }
        isHandedOver.wait()
      }
      client?.urlProtocolDidFinishLoading(transfer)
    }
  }

  override func stopLoading() {}
}
