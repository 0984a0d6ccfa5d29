// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

public struct URLRequest: Sendable {
  public init(url: URL) { fatalError() }
  public var url: URL? { fatalError() }
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) { fatalError() }
}

open class URLResponse: NSObject, @unchecked Sendable {
  open var url: URL? { fatalError() }
  public init(url: URL, mimeType: String?, expectedContentLength: Int, textEncodingName: String?) {
    fatalError()
  }
}

public let NSURLErrorDomain = "NSURLErrorDomain"
public let NSURLErrorFailingURLStringErrorKey = "NSErrorFailingURLStringKey"
public let NSURLErrorTimedOut = -1001
public let NSURLErrorCannotFindHost = -1003
public let NSURLErrorCannotConnectToHost = -1004
public let NSURLErrorNotConnectedToInternet = -1009
public let NSURLErrorSecureConnectionFailed = -1200
public let NSURLErrorServerCertificateHasBadDate = -1201
public let NSURLErrorServerCertificateUntrusted = -1202
public let NSURLErrorServerCertificateHasUnknownRoot = -1203
public let NSURLErrorServerCertificateNotYetValid = -1204

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  open var statusCode: Int { fatalError() }
  open var allHeaderFields: [AnyHashable: Any] { fatalError() }
  @available(macOS 10.15, iOS 13.0, *)
  open func value(forHTTPHeaderField field: String) -> String? { fatalError() }
}

open class URLCache: NSObject, @unchecked Sendable {}

open class HTTPCookieStorage: NSObject, @unchecked Sendable {}

open class URLCredential: NSObject, @unchecked Sendable {}

open class URLCredentialStorage: NSObject, @unchecked Sendable {}

open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
  open var failureResponse: URLResponse? { fatalError() }
}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  public class var ephemeral: URLSessionConfiguration { fatalError() }
  open var httpCookieStorage: HTTPCookieStorage?
  open var urlCache: URLCache?
  open var urlCredentialStorage: URLCredentialStorage?
  open var timeoutIntervalForRequest: TimeInterval = 60
  open var timeoutIntervalForResource: TimeInterval = 604_800
}

@available(macOS 10.9, iOS 7.0, *)
open class URLSession: NSObject, @unchecked Sendable {
  public enum ResponseDisposition: Int, Sendable {
    case cancel
    case allow
  }

  public enum AuthChallengeDisposition: Int, Sendable {
    case performDefaultHandling
    case cancelAuthenticationChallenge
  }

  public class var shared: URLSession { fatalError() }
  public init(configuration: URLSessionConfiguration) { fatalError() }
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue queue: OperationQueue?
  ) { fatalError() }
  open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
  open func invalidateAndCancel() { fatalError() }
  @available(macOS 12.0, iOS 15.0, *)
  public func data(
    from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) { fatalError() }
  @available(macOS 12.0, iOS 15.0, *)
  public func data(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) { fatalError() }
}

@available(macOS 10.9, iOS 7.0, *)
open class URLSessionTask: NSObject, @unchecked Sendable {
  open func resume() { fatalError() }
  open var response: URLResponse? { fatalError() }
}

@available(macOS 10.9, iOS 7.0, *)
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

// Apple's requirements are optional Objective-C methods, where a method with a wrong signature is never
// called. The stubs make them required, so that the compiler checks the signatures.

@available(macOS 10.9, iOS 7.0, *)
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}

@available(macOS 10.9, iOS 7.0, *)
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)
  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

@available(macOS 10.9, iOS 7.0, *)
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

public struct URLError: Error {
  public struct Code: Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { fatalError() }
    public static var badServerResponse: Code { fatalError() }
    public static var badURL: Code { fatalError() }
    public static var cannotConnectToHost: Code { fatalError() }
    public static var cannotFindHost: Code { fatalError() }
    public static var dataLengthExceedsMaximum: Code { fatalError() }
    public static var dnsLookupFailed: Code { fatalError() }
    public static var networkConnectionLost: Code { fatalError() }
    public static var notConnectedToInternet: Code { fatalError() }
    public static var secureConnectionFailed: Code { fatalError() }
    public static var serverCertificateHasBadDate: Code { fatalError() }
    public static var serverCertificateHasUnknownRoot: Code { fatalError() }
    public static var serverCertificateNotYetValid: Code { fatalError() }
    public static var serverCertificateUntrusted: Code { fatalError() }
    public static var timedOut: Code { fatalError() }
    public static var unsupportedURL: Code { fatalError() }
  }

  public init(_ code: Code) { fatalError() }
  public var code: Code { fatalError() }
}
