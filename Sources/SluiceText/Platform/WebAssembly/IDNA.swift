/// The implementation of IDNA in the browser's `URL`.
enum IDNA {
  /// Returns a label that is not ASCII in Punycode; nil if IDNA does not allow it.
  static func ascii(_ label: [UInt8]) -> [UInt8]? {
    // Labels in punycode are longer than in UTF-8, but DNS limits the length of hosts.
    let capacity = 1024
    var isHost = true
    let encoded = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      let length = label.withUnsafeBufferPointer {
        hostToASCII($0.baseAddress, count: $0.count, output: buffer.baseAddress, capacity: capacity)
      }
      isHost = (0...capacity).contains(length)
      count = isHost ? length : 0
    }
    return isHost ? encoded : nil
  }
}

/// Writes the host in ASCII to `output` and returns its length, or -1 if it is not a host.
@_extern(wasm, module: "host", name: "hostToASCII")
@_extern(c)
private func hostToASCII(
  _ host: UnsafePointer<UInt8>?, count: Int, output: UnsafeMutablePointer<UInt8>?, capacity: Int
) -> Int

/// The tables of the browser: those of the standard library are a tenth of a module.
extension Unicode.Scalar {
  /// The group of the scalar's general category.
  package var category: Category { Category(rawValue: categoryOf(value)) ?? .other }

  /// The scalars of the lowercase form.
  package var lowercaseForm: [Unicode.Scalar] {
    // The only scalar with a lowercase form of two (Unicode, SpecialCasing.txt).
    self == "\u{130}" ? ["i", "\u{307}"] : [Unicode.Scalar(lowercaseOf(value)) ?? self]
  }
}

/// Returns the raw value of a ``Category``.
@_extern(wasm, module: "host", name: "categoryOf")
@_extern(c)
private func categoryOf(_ scalar: UInt32) -> Int

/// Returns the first scalar of the lowercase form.
@_extern(wasm, module: "host", name: "lowercaseOf")
@_extern(c)
private func lowercaseOf(_ scalar: UInt32) -> UInt32
