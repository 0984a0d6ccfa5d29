extension Array {
  /// A span over the elements, without a copy.
  ///
  /// The standard library has the same property from macOS 26 and iOS 26. In files that import this module,
  /// this one takes precedence on every system. It has no system requirement, because it uses `span` of
  /// `ArraySlice`. Use it only for value types: on Apple platforms, an array of objects can be backed by
  /// Objective-C without contiguous memory.
  @inlinable
  package var span: Span<Element> {
    @_lifetime(borrow self)
    @inline(__always)
    get {
      let slice = self[...]
      // The slice refers to the memory of the array, which exists as long as the array is borrowed.
      return _overrideLifetime(slice.span, borrowing: self)
    }
  }
}
