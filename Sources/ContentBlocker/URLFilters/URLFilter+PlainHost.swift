extension URLFilter {
  /// The host if the filter is what ``host(_:)`` writes, and so asks for nothing else.
  var plainHost: [UInt8]? { Self.plainHost(bytes.span) }

  /// The host if the text is that of such a filter.
  static func plainHost(_ span: Span<UInt8>) -> [UInt8]? {
    host(in: span, between: .label, and: .request)
  }
}
