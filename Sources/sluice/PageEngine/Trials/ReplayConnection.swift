import SluiceSystem

/// A connection of the browser, with or without TLS. It is used by one thread, which blocks on it.
struct ReplayConnection: ~Copyable {
  private let descriptor: OpenFile
  private let library: TLSLibrary
  private var session: TLSLibrary.Pointer?
  private var rest: [UInt8] = []

  /// The maximum idle time in milliseconds, after which the connection is closed.
  private static let patience: Int32 = 60_000
  private static let piece = 64 << 10

  init(_ descriptor: OpenFile, library: TLSLibrary) {
    (self.descriptor, self.library) = (descriptor, library)
  }

  deinit {
    if let session {
      // GNUTLS_SHUT_WR
      _ = library.end(session, 1)
      library.freeSession(session)
    }
    try? descriptor.close()
  }

  /// Returns whether the next bytes begin a TLS handshake, or `nil` at the end of the stream.
  func beginsSecurely() -> Bool? {
    // A client that requests a tunnel must wait for the response before it sends more.
    guard rest.isEmpty, wait(.readable) else { return nil }
    return descriptor.nextByte.map { $0 == 0x16 }
  }

  mutating func secure() -> Bool {
    var made: TLSLibrary.Pointer?
    // GNUTLS_SERVER | GNUTLS_NONBLOCK
    guard library.newSession(&made, 1 | 1 << 3) == 0, let made else { return false }
    session = made
    // GNUTLS_CRD_CERTIFICATE
    guard library.setPriority(made) == 0, library.setCredentials(made, 1, library.credentials.pointer) == 0
    else { return false }
    library.setDescriptors(made, descriptor.number, descriptor.number)
    while true {
      let code = library.handshake(made)
      if code == 0 { return true }
      guard Self.isToTryAgain(Int(code)), wait(.readable) else { return false }
    }
  }

  /// Returns the bytes up to and including an empty line, or `nil` if the connection ends first or the limit
  /// is exceeded.
  mutating func head(atMost limit: Int) -> [UInt8]? {
    while true {
      if let size = HTTPHead.size(in: rest) {
        let head = Array(rest[..<size])
        rest.removeFirst(size)
        return head
      }
      guard rest.count <= limit, receive() else { return nil }
    }
  }

  mutating func skip(_ count: Int) -> Bool {
    var left = count
    while left > rest.count {
      left -= rest.count
      rest.removeAll()
      guard receive() else { return false }
    }
    rest.removeFirst(left)
    return true
  }

  mutating func send(_ bytes: [UInt8]) -> Bool {
    guard let session else { return (try? descriptor.write(bytes)) != nil }
    var sent = 0
    while sent < bytes.count {
      // GnuTLS reads no more bytes than the slice has.
      let code = bytes[sent...].withUnsafeBytes {
        library.send(session, $0.baseAddress, min($0.count, Self.piece))
      }
      if code > 0 {
        sent += code
      } else if !Self.isToTryAgain(code) || !wait(.writable) {
        return false
      }
    }
    return true
  }

  /// Waits for more bytes. Returns `false` at the end of the stream.
  private mutating func receive() -> Bool {
    while true {
      if let session {
        var code = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.piece) { buffer, count in
          code = library.receive(session, buffer.baseAddress, Self.piece)
          count = max(code, 0)
        }
        rest += bytes
        if code > 0 { return true }
        guard code < 0, Self.isToTryAgain(code), wait(.readable) else { return false }
      } else {
        guard wait(.readable) else { return false }
        guard let bytes = try? descriptor.receive(atMost: Self.piece) else { continue }
        rest += bytes
        return !bytes.isEmpty
      }
    }
  }

  private func wait(_ event: OpenFile.Event) -> Bool {
    OpenFile.wait(for: [(descriptor, event)], milliseconds: Self.patience)[0]
  }

  // GNUTLS_E_AGAIN, GNUTLS_E_INTERRUPTED
  private static func isToTryAgain(_ code: Int) -> Bool { code == -28 || code == -52 }
}

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
