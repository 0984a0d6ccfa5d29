/// The headers that rules of web extensions can change in WebKit.
enum KnownHeaders {
  /// Returns whether WebKit accepts a header, whose name it compares without case.
  static func contains(_ name: [UInt8]) -> Bool {
    let name = name.map { $0.asciiLowercased }
    return names.contains { name.span.equals(0..<name.count, $0) }
  }

  private static let names: [StaticString] = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "accept-ranges",
    "access-control-allow-credentials", "access-control-allow-headers", "access-control-allow-methods",
    "access-control-allow-origin", "access-control-expose-headers", "access-control-max-age",
    "access-control-request-headers", "access-control-request-method", "age", "authorization",
    "cache-control", "connection", "content-disposition", "content-encoding", "content-language",
    "content-length", "content-location", "content-range", "content-security-policy",
    "content-security-policy-report-only", "content-type", "cookie", "cookie2",
    "cross-origin-embedder-policy", "cross-origin-embedder-policy-report-only",
    "cross-origin-opener-policy", "cross-origin-opener-policy-report-only", "cross-origin-resource-policy",
    "date", "default-style", "dnt", "etag", "expect", "expires", "host", "icy-metadata", "icy-metaint",
    "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "keep-alive",
    "last-event-id", "last-modified", "link", "location", "origin", "ping-from", "ping-to", "pragma",
    "proxy-authorization", "purpose", "range", "referer", "referrer-policy", "refresh", "report-to",
    "reporting-endpoints", "sec-fetch-dest", "sec-fetch-mode", "sec-gpc", "sec-websocket-accept",
    "sec-websocket-extensions", "sec-websocket-key", "sec-websocket-protocol", "sec-websocket-version",
    "server-timing", "service-worker", "service-worker-allowed", "service-worker-navigation-preload",
    "set-cookie", "set-cookie2", "sourcemap", "te", "timing-allow-origin", "trailer", "transfer-encoding",
    "upgrade", "upgrade-insecure-requests", "user-agent", "vary", "via", "x-content-type-options",
    "x-dns-prefetch-control", "x-frame-options", "x-sourcemap", "x-temp-tablet", "x-xss-protection",
  ]
}
