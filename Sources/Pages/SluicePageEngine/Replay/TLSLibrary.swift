import SluiceSystem

/// The functions of GnuTLS, loaded at run time. WebKitGTK also requires GnuTLS.
///
/// The types are taken from the documentation, and no compiler checks them. The functions are thread-safe,
/// but a session must only be used by one thread at a time.
struct TLSLibrary: Sendable {
  typealias Pointer = UnsafeMutableRawPointer
  typealias New = @convention(c) (UnsafeMutablePointer<Pointer?>) -> Int32
  typealias Free = @convention(c) (Pointer) -> Void

  let newSession: @convention(c) (UnsafeMutablePointer<Pointer?>, UInt32) -> Int32
  let freeSession: Free
  let setPriority: @convention(c) (Pointer) -> Int32
  let setCredentials: @convention(c) (Pointer, Int32, Pointer) -> Int32
  let setDescriptors: @convention(c) (Pointer, Int32, Int32) -> Void
  let handshake: @convention(c) (Pointer) -> Int32
  let receive: @convention(c) (Pointer, UnsafeMutableRawPointer?, Int) -> Int
  let send: @convention(c) (Pointer, UnsafeRawPointer?, Int) -> Int
  let end: @convention(c) (Pointer, UInt32) -> Int32
  private let hash: @convention(c) (Int32, UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32

  /// The credentials with a self-signed certificate. Only this process's browser uses it, and it accepts any
  /// certificate.
  let credentials: Credentials

  /// Credentials that are freed when the process ends.
  struct Credentials: @unchecked Sendable {
    let pointer: Pointer
  }

  init() throws(BrowserProblem) {
    func function<Function>(_ symbol: String) throws(BrowserProblem) -> Function {
      do throws(LibraryProblem) {
        return try DynamicLibrary(firstOf: ["libgnutls.so.30"]).required(symbol)
      } catch {
        throw .unavailable(error.words)
      }
    }
    newSession = try function("gnutls_init")
    freeSession = try function("gnutls_deinit")
    setPriority = try function("gnutls_set_default_priority")
    setCredentials = try function("gnutls_credentials_set")
    setDescriptors = try function("gnutls_transport_set_int2")
    handshake = try function("gnutls_handshake")
    receive = try function("gnutls_record_recv")
    send = try function("gnutls_record_send")
    end = try function("gnutls_bye")
    hash = try function("gnutls_hash_fast")
    credentials = try Self.makeCredentials(
      newKey: try function("gnutls_x509_privkey_init"),
      makeKey: try function("gnutls_x509_privkey_generate"),
      newCertificate: try function("gnutls_x509_crt_init"),
      certificate: CertificateFunctions(
        setVersion: try function("gnutls_x509_crt_set_version"),
        setSerial: try function("gnutls_x509_crt_set_serial"),
        setStart: try function("gnutls_x509_crt_set_activation_time"),
        setEnd: try function("gnutls_x509_crt_set_expiration_time"),
        setName: try function("gnutls_x509_crt_set_dn"),
        setKey: try function("gnutls_x509_crt_set_key"),
        sign: try function("gnutls_x509_crt_sign2")),
      newCredentials: try function("gnutls_certificate_allocate_credentials"),
      setPair: try function("gnutls_certificate_set_x509_key"))
  }

  /// Returns the digest that a WebSocket handshake requires.
  func sha1(of bytes: [UInt8]) -> [UInt8] {
    // GNUTLS_DIG_SHA1 is 3, and has 20 bytes.
    [UInt8](unsafeUninitializedCapacity: 20) { buffer, count in
      count = hash(3, bytes, bytes.count, buffer.baseAddress) == 0 ? 20 : 0
    }
  }

  private struct CertificateFunctions {
    let setVersion: @convention(c) (Pointer, UInt32) -> Int32
    let setSerial: @convention(c) (Pointer, UnsafeRawPointer, Int) -> Int32
    let setStart: @convention(c) (Pointer, Int) -> Int32
    let setEnd: @convention(c) (Pointer, Int) -> Int32
    let setName: @convention(c) (Pointer, UnsafePointer<CChar>, Pointer?) -> Int32
    let setKey: @convention(c) (Pointer, Pointer) -> Int32
    let sign: @convention(c) (Pointer, Pointer, Pointer, Int32, UInt32) -> Int32
  }

  private static func makeCredentials(
    newKey: New, makeKey: @convention(c) (Pointer, Int32, UInt32, UInt32) -> Int32, newCertificate: New,
    certificate functions: CertificateFunctions, newCredentials: New,
    setPair: @convention(c) (Pointer, UnsafeMutablePointer<Pointer?>, Int32, Pointer) -> Int32
  ) throws(BrowserProblem) -> Credentials {
    var (key, certificate, credentials): (Pointer?, Pointer?, Pointer?)
    func check(_ code: Int32) throws(BrowserProblem) {
      guard code >= 0 else { throw .died("GnuTLS did not make a certificate: error \(code)") }
    }
    try check(newKey(&key))
    try check(newCertificate(&certificate))
    try check(newCredentials(&credentials))
    guard let key, let own = certificate, let credentials else { throw .died("GnuTLS ran out of memory") }
    // GNUTLS_PK_ECDSA with GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), because generating an RSA key is
    // slow.
    try check(makeKey(key, 4, 0x8000_0000 | 2, 0))
    try check(functions.setVersion(own, 3))
    let serial: [UInt8] = [1]
    try check(functions.setSerial(own, serial, serial.count))
    // From 1970 to 2096.
    try check(functions.setStart(own, 0))
    try check(functions.setEnd(own, 4_000_000_000))
    try check(functions.setName(own, "CN=sluice", nil))
    try check(functions.setKey(own, key))
    // GNUTLS_DIG_SHA256
    try check(functions.sign(own, own, key, 6, 0))
    try check(setPair(credentials, &certificate, 1, key))
    return Credentials(pointer: credentials)
  }
}
