extension URLFilter {
  /// The host, if ``host(_:)`` returns this filter for it; otherwise nil.
  package var plainHost: [UInt8]? { Self.plainHost(bytes.span) }

  /// Returns the host, if ``host(_:)`` returns a filter with this text for it; otherwise nil.
  package static func plainHost(_ span: Span<UInt8>) -> [UInt8]? {
    host(in: span, between: .label, and: .request)
  }
}
