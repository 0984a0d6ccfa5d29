#if os(macOS)
  import AppKit

  extension Picture {
    /// Creates a picture from an image, scaled to the size of the view. On a Retina display, the image has
    /// more pixels.
    init?(_ image: NSImage) {
      let (width, height) = Self.viewSize
      var points = [UInt8](repeating: 0, count: width * height * 4)
      guard let image = image.cgImage(forProposedRect: nil, context: nil, hints: nil) else { return nil }
      let isDrawn = Self.withContext(&points, width, height) { context in
        context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
        return true
      }
      guard isDrawn ?? false else { return nil }
      self.init(width: width, height: height, points: points)
    }

    /// The picture in PNG format.
    var png: Data? {
      var points = points
      return Self.withContext(&points, width, height) { context in
        guard let image = context.makeImage() else { return nil }
        return NSBitmapImageRep(cgImage: image).representation(using: .png, properties: [:])
      } ?? nil
    }

    /// Calls the body with a context that draws into the pixels. The context is only valid during the call.
    private static func withContext<Result>(
      _ points: inout [UInt8], _ width: Int, _ height: Int, _ body: (CGContext) -> Result
    ) -> Result? {
      // The bytes in memory are blue, green, red, alpha.
      let layout = CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
      return points.withUnsafeMutableBytes { buffer in
        // The size of the buffer matches the width and height.
        CGContext(
          data: buffer.baseAddress, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width * 4,
          space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: layout
        ).map(body)
      }
    }
  }
#endif
