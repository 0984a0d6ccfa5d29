#if os(Linux)
  import SluiceWebKitGTK

  extension Picture {
    /// Creates a picture from a texture.
    init?(_ texture: Pointer, _ library: WebKitWindows) {
      let (width, height) = (Int(library.width(texture)), Int(library.height(texture)))
      guard (1...16_384).contains(width), (1...16_384).contains(height) else { return nil }
      let size = width * height * 4
      // The function writes one row of `width * 4` bytes per row of the texture.
      let points = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        library.download(texture, buffer.baseAddress, width * 4)
        count = size
      }
      self.init(width: width, height: height, points: points)
    }

    /// Writes the picture in PNG format.
    func write(to path: String, _ library: WebKitWindows) -> Bool {
      let bytes = points.withUnsafeBytes { library.newBytes($0.baseAddress, $0.count) }
      // GDK_MEMORY_B8G8R8A8_PREMULTIPLIED
      let texture = library.newTexture(Int32(width), Int32(height), 0, bytes, width * 4)
      defer { library.unref(texture) }
      library.unrefBytes(bytes)
      return library.saveTexture(texture, path) != 0
    }
  }
#endif
