extension URLFilter {
  /// The host if the filter is one that ``host(_:)`` returns, without further conditions.
  var plainHost: [UInt8]? { Self.plainHost(bytes.span) }

  /// Returns the host if the text is that of a filter returned by ``host(_:)``.
  static func plainHost(_ span: Span<UInt8>) -> [UInt8]? {
    host(in: span, between: .label, and: .request)
  }
}
