import Foundation
import Testing
import TestSupport

@testable import SluiceSystem

/// Checks the compressor against `gzip` itself.
@Suite struct GzipTests {
  static let contents: [[UInt8]] = {
    var generator = SeededRandom(1)
    var contents: [[UInt8]] = [
      [], [0x61], Array("abcabcabcabcabcabcabcabc".utf8), [UInt8](repeating: 0, count: 300_000),
      (0..<80_000).map { _ in UInt8.random(in: 0...255, using: &generator) },
      Array((0..<8_000).map { "{\"url-filter\":\"^https://host\($0 % 977).example/\"},\n" }.joined().utf8),
    ]
    // Few distinct bytes, so that matches of every length and distance occur.
    for alphabet in [2, 3, 7, 40] as [UInt8] {
      contents.append((0..<40_000).map { _ in UInt8.random(in: 0..<alphabet, using: &generator) })
    }
    // One dominant byte produces codes of the maximum length.
    var skewed: [UInt8] = []
    for byte in 0..<40 { skewed += [UInt8](repeating: UInt8(byte), count: 1 << min(byte, 11)) }
    contents.append(skewed.shuffled(using: &generator))
    return contents
  }()

  @Test(arguments: contents.indices)
  func gzipCommandReadsCompressedOutput(index: Int) throws {
    let content = Self.contents[index]
    let path = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString).gz").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(Gzip.compress(content)).write(to: URL(filePath: path))
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "gzip -t '\(path)' && gzip -dc '\(path)'"]
    process.standardOutput = output
    try process.run()
    let read = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(read == Data(content))
  }

  @Test func compressionIsDeterministic() {
    for content in Self.contents { #expect(Gzip.compress(content) == Gzip.compress(content)) }
  }

  @Test func compressionShrinksText() {
    #expect(Gzip.compress(Self.contents[5]).count < Self.contents[5].count / 8)
    // Incompressible data grows by no more than the headers.
    #expect(Gzip.compress(Self.contents[4]).count < Self.contents[4].count + 100)
  }

  @Test(arguments: [
    ("", 0), ("123456789", 0xcbf4_3926), ("The quick brown fox jumps over the lazy dog", 0x414f_a339),
  ])
  func crc32MatchesKnownChecksums(text: String, crc: UInt32) {
    #expect(CRC32.checksum(of: Array(text.utf8)) == crc)
  }
}

/// Checks the decompressor against the compressor and `gzip`.
@Suite struct GunzipTests {
  @Test(arguments: GzipTests.contents.indices)
  func compressedDataRoundTrips(index: Int) throws {
    let content = GzipTests.contents[index]
    let file = Gzip.compress(content)
    #expect(try Gzip.decompress(file, limit: 1 << 24) == content)
    // Several members follow one another.
    #expect(try Gzip.decompress(file + file, limit: 1 << 24) == content + content)
    if !content.isEmpty {
      #expect(throws: Gzip.Problem.tooLarge) { try Gzip.decompress(file, limit: content.count - 1) }
    }
    #expect(throws: Gzip.Problem.damaged) { try Gzip.decompress(Array(file.dropLast()), limit: 1 << 24) }
  }

  /// `gzip` writes dynamic codes, long distances, stored blocks and a file name in the header.
  @Test(arguments: ["-1", "-6", "-9"])
  func outputOfGzipCommandIsDecompressed(level: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for content in GzipTests.contents {
      let file = folder.appending(path: "list.txt")
      try Data(content).write(to: file)
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "gzip -f \(level) '\(file.path)'"]
      try process.run()
      process.waitUntilExit()
      let packed = try Data(contentsOf: folder.appending(path: "list.txt.gz"))
      #expect(try Gzip.decompress(Array(packed), limit: 1 << 24) == content)
    }
  }

  /// An extra field, a name, a comment and a checksum can follow the fixed part of the header.
  @Test(arguments: [2, 4, 8, 16, 30] as [UInt8])
  func optionalHeaderFieldsAreSkipped(flags: UInt8) throws {
    let content = Array("||a.example^\n".utf8)
    let file = Gzip.compress(content)
    var header = Array(file[..<10])
    header[3] = flags
    if flags & 4 != 0 { header += [3, 0, 1, 0, 2] }
    if flags & 8 != 0 { header += [0x61, 0] }
    if flags & 16 != 0 { header += [0x62, 0] }
    if flags & 2 != 0 { header += [0x12, 0x34] }
    #expect(try Gzip.decompress(header + file[10...], limit: 1 << 20) == content)
  }

  /// Changed or truncated bytes cause an error and nothing else.
  @Test func damagedGzipDataIsRejected() throws {
    var generator = SeededRandom(2)
    let file = Gzip.compress(GzipTests.contents[5])
    for _ in 0..<40 {
      var broken = file
      broken[Int.random(in: 10..<broken.count, using: &generator)] ^= UInt8.random(
        in: 1...255, using: &generator)
      #expect(throws: Gzip.Problem.self) { try Gzip.decompress(broken, limit: 1 << 21) }
    }
    for bytes: [UInt8] in [[], [0x1f], [0x1f, 0x8b], Array(file.prefix(12)), Array("||a^".utf8)] {
      #expect(throws: Gzip.Problem.damaged) { try Gzip.decompress(bytes, limit: 1 << 20) }
    }
  }
}
