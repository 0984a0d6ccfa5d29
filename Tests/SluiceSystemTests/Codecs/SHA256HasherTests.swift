import Foundation
import SluiceSystem
import Testing

struct SHA256HasherTests {
  // Test vectors of the FIPS 180-4 examples and of NIST's test suite.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func sha256MatchesKnownVectors(_ text: String, _ digest: String) {
    #expect(SHA256Hasher.digest(of: Array(text.utf8)).description == digest)
  }

  @Test func incrementalSHA256AgreesWithOneShot() {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let whole = SHA256Hasher.digest(of: bytes)
    for size in [1, 3, 55, 56, 63, 64, 65, 127, 128, 999] {
      var hash = SHA256Hasher()
      for start in stride(from: 0, to: bytes.count, by: size) {
        hash.update(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(hash.finish() == whole, "\(size)")
    }
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sha256sum"), "there is no sha256sum"))
  func sha256AgreesWithSha256sum() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "sluice-sha-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    for count in [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 100_003] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 &+ 3) }
      try Data(bytes).write(to: file)
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/sha256sum")
      process.arguments = [file.path]
      process.standardOutput = output
      try process.run()
      let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(text.prefix(64) == SHA256Hasher.digest(of: bytes).description, "\(count) bytes")
    }
  }
}
