#if os(Linux)
  /// A picture of a page: points as blue, green, red and alpha, line by line.
  struct Picture {
    let width: Int
    let height: Int
    let points: [UInt8]

    private init(width: Int, height: Int, points: [UInt8]) {
      (self.width, self.height, self.points) = (width, height, points)
    }

    /// The picture that a texture has.
    init?(_ texture: Pointer, _ library: BrowserLibrary) {
      let (width, height) = (Int(library.width(texture)), Int(library.height(texture)))
      guard (1...16_384).contains(width), (1...16_384).contains(height) else { return nil }
      let size = width * height * 4
      // The function fills as many lines as the texture has, each of so many bytes.
      let points = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        library.download(texture, buffer.baseAddress, width * 4)
        count = size
      }
      self.init(width: width, height: height, points: points)
    }

    /// Writes it as a PNG.
    func write(to path: String, _ library: BrowserLibrary) -> Bool {
      let bytes = points.withUnsafeBytes { library.newBytes($0.baseAddress, $0.count) }
      // GDK_MEMORY_B8G8R8A8_PREMULTIPLIED
      let texture = library.newTexture(Int32(width), Int32(height), 0, bytes, width * 4)
      defer { library.unref(texture) }
      library.unrefBytes(bytes)
      return library.saveTexture(texture, path) != 0
    }

    /// What differs from another, in red over the pale rest, and which part of the points that is.
    func difference(from other: Picture) -> (share: Double, picture: Picture) {
      let (width, height) = (max(width, other.width), max(height, other.height))
      var points: [UInt8] = []
      points.reserveCapacity(width * height * 4)
      var count = 0
      for line in 0..<height {
        for column in 0..<width {
          let (own, others) = (point(column, line), other.point(column, line))
          if own == others {
            let pale = own?.pale ?? 255
            points += [pale, pale, pale, 255]
          } else {
            count += 1
            points += [48, 16, 224, 255]
          }
        }
      }
      let share = Double(count) / Double(max(1, width * height))
      return (share, Picture(width: width, height: height, points: points))
    }

    private struct Point: Equatable {
      let blue: UInt8
      let green: UInt8
      let red: UInt8

      /// A light grey.
      var pale: UInt8 { 192 + UInt8((Int(blue) + Int(green) + Int(red)) / 3 / 4) }
    }

    /// A point; nil outside.
    private func point(_ column: Int, _ line: Int) -> Point? {
      guard column < width, line < height else { return nil }
      let start = (line * width + column) * 4
      return Point(blue: points[start], green: points[start + 1], red: points[start + 2])
    }
  }
#endif
