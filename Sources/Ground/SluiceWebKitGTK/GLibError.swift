#if os(Linux)
  /// An error of GLib or WebKit.
  package struct GLibError: Sendable {
    package let domain: UInt32
    package let code: Int32
    /// The message; nil if the error has no text.
    package let message: String?

    /// An error without details, for a function that fails without giving one.
    init() { (domain, code, message) = (0, 0, nil) }

    /// Copies an error, which keeps its owner.
    package init(_ error: Pointer) {
      // struct GError { guint32 domain; gint code; char *message; }
      domain = error.load(as: UInt32.self)
      code = error.load(fromByteOffset: 4, as: Int32.self)
      message = error.load(fromByteOffset: 8, as: CFunction.Text?.self).map { String(cString: $0) }
    }

    package var words: String { message ?? "an error without a message" }
  }
#endif
