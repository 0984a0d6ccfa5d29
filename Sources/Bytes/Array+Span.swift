extension Array {
  /// The elements, read where they are.
  ///
  /// The standard library has the same from macOS 26 and iOS 26. Where this one is imported it stands before that,
  /// on every system, and works wherever Swift does, as `span` of `ArraySlice` does. It is for elements that are
  /// values: on Apple's systems an array of objects can be one of Objective-C's, which may have no such memory.
  @inlinable
  package var span: Span<Element> {
    @_lifetime(borrow self)
    @inline(__always)
    get {
      let slice = self[...]
      // The slice is of the array's own memory, which stays as long as the array is borrowed.
      return _overrideLifetime(slice.span, borrowing: self)
    }
  }
}
