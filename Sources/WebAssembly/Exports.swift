import SluiceWebInterface

// WebAssembly has one thread.
nonisolated(unsafe) private var interface = WebInterface()

/// Calls a function with arguments at this address, and returns the address of the result. Both are ``WasmCall``
/// behind their number of bytes. The caller releases both with `free`.
@_expose(wasm, "call")
@_cdecl("sluice_call")
public func call(_ function: Int, arguments: UnsafePointer<UInt8>, count: Int) -> UnsafeMutablePointer<
  UInt8
>? {
  let bytes = Span(_unsafeElements: UnsafeBufferPointer(start: arguments, count: count))
  let result = WasmCall.joined(interface.call(function, parts: WasmCall.split(bytes) ?? []))
  let output = UnsafeMutablePointer<UInt8>.allocate(capacity: result.count + 4)
  for index in 0..<4 { output[index] = UInt8(truncatingIfNeeded: result.count >> (8 * index)) }
  result.withUnsafeBufferPointer {
    if let start = $0.baseAddress { (output + 4).update(from: start, count: $0.count) }
  }
  return output
}
