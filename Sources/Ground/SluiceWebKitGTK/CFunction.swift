#if os(Linux)
  package typealias Pointer = UnsafeMutableRawPointer

  /// The types of functions that many symbols share. They follow the documentation; no compiler checks them.
  package enum CFunction {
    package typealias Text = UnsafePointer<CChar>
    package typealias Failure = UnsafeMutablePointer<Pointer?>
    /// A callback that receives the source object, the result, and the caller's data.
    package typealias Ready = @convention(c) (Pointer?, Pointer?, Pointer?) -> Void
    package typealias Make = @convention(c) () -> Pointer?
    package typealias Get = @convention(c) (Pointer?) -> Pointer?
    package typealias GetText = @convention(c) (Pointer?) -> Text?
    package typealias GetNumber = @convention(c) (Pointer?) -> Int32
    package typealias Take = @convention(c) (Pointer?) -> Void
    package typealias SetObject = @convention(c) (Pointer?, Pointer?) -> Void
    package typealias SetNumber = @convention(c) (Pointer?, Int32) -> Void
    /// Ends an asynchronous function.
    package typealias Finish = @convention(c) (Pointer?, Pointer?, Failure?) -> Pointer?
  }
#endif
