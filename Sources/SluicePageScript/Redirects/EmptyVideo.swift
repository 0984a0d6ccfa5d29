/// An MPEG-4 file with one gray picture of 16 × 16 pixels that is shown for a second, without sound.
enum EmptyVideo {
  static var contents: [UInt8] {
    let type = box("ftyp", parts: text("isom"), words(512), text("isomiso2avc1mp41"))
    let header = box("moov", parts: movieHeader, track(samplesAt: 0))
    // The position has as many bytes as any other.
    let position = UInt32(type.count + header.count + 8)
    return type + box("moov", parts: movieHeader, track(samplesAt: position)) + box("mdat", parts: picture)
  }

  /// The length of the video in thousandths of a second.
  private static let duration: UInt32 = 1000
  /// The width and height in pixels.
  private static let size: UInt16 = 16

  // MARK: - H.264

  /// A sequence parameter set: baseline profile, level 1, one macroblock for each picture.
  private static let sequenceParameters: [UInt8] = [0x67, 0x42, 0xE0, 0x0A, 0xDD, 0xE4]
  /// A picture parameter set: variable-length coding, all parameters at their defaults.
  private static let pictureParameters: [UInt8] = [0x68, 0xCE, 0x38, 0x80]

  /// A slice with one macroblock, which has the mean of its neighbors; without neighbors, it is gray.
  private static var picture: [UInt8] {
    let slice: [UInt8] = [0x65, 0x88, 0x84, 0x93, 0xC0]
    return words(UInt32(slice.count)) + slice
  }

  private static var decoderConfiguration: [UInt8] {
    var bytes: [UInt8] = [1]
    bytes += sequenceParameters[1...3]
    // The lengths of slices have four bytes.
    bytes += [0xFF, 0xE1] + halves(UInt16(sequenceParameters.count)) + sequenceParameters
    bytes += [1] + halves(UInt16(pictureParameters.count)) + pictureParameters
    return bytes
  }

  // MARK: - Boxes

  private static var movieHeader: [UInt8] {
    let usualSpeed: UInt32 = 0x10000
    let fullVolume: UInt16 = 0x100
    return box(
      "mvhd", parts: words(0, 0, 0, 1000, duration, usualSpeed), halves(fullVolume), zeros(10), matrix,
      zeros(24),
      words(2))
  }

  private static func track(samplesAt position: UInt32) -> [UInt8] {
    let pixels = UInt32(size) << 16
    let enabledInMovieAndPreview: UInt32 = 7
    let header = box(
      "tkhd", parts: words(enabledInMovieAndPreview, 0, 0, 1, 0, duration), zeros(16), matrix,
      words(pixels, pixels))
    let undefinedLanguage: UInt16 = 0x55C4
    let mediaHeader = box("mdhd", parts: words(0, 0, 0, 1000, duration), halves(undefinedLanguage, 0))
    let handler = box("hdlr", parts: words(0, 0), text("vide"), zeros(13))
    let ownFile = box("url ", parts: words(1))
    let information = box(
      "minf", parts: box("vmhd", parts: words(1, 0, 0)),
      box("dinf", parts: box("dref", parts: words(0, 1), ownFile)),
      sampleTable(at: position))
    return box("trak", parts: header, box("mdia", parts: mediaHeader, handler, information))
  }

  private static func sampleTable(at position: UInt32) -> [UInt8] {
    let resolution: UInt32 = 0x480000
    let entry = box(
      "avc1", parts: zeros(6), halves(1), zeros(16), halves(size, size), words(resolution, resolution, 0),
      halves(1),
      zeros(32), halves(24, UInt16.max), box("avcC", parts: decoderConfiguration))
    return box(
      "stbl", parts: box("stsd", parts: words(0, 1), entry), box("stts", parts: words(0, 1, 1, duration)),
      box("stsc", parts: words(0, 1, 1, 1, 1)), box("stsz", parts: words(0, UInt32(picture.count), 1)),
      box("stco", parts: words(0, 1, position)))
  }

  /// The matrix that changes nothing.
  private static let matrix = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000)

  private static func box(_ name: String, parts: [UInt8]...) -> [UInt8] {
    words(UInt32(parts.reduce(8) { $0 + $1.count })) + text(name) + parts.joined()
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static func words(_ numbers: UInt32...) -> [UInt8] {
    numbers.flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
  }

  private static func halves(_ numbers: UInt16...) -> [UInt8] {
    numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }
}
