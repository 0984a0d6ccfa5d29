/// A bitmap of a page in rows of pixels, each with the bytes blue, green, red and alpha.
struct Picture {
  let width: Int
  let height: Int
  let points: [UInt8]

  /// The size of the window in which pages are loaded, in points.
  static let viewSize = (width: 1280, height: 900)

  init(width: Int, height: Int, points: [UInt8]) {
    (self.width, self.height, self.points) = (width, height, points)
  }

  /// Returns a picture with the differences in red over the faded page, and the share of pixels that differ.
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

    /// A light gray.
    var pale: UInt8 { 192 + UInt8((Int(blue) + Int(green) + Int(red)) / 3 / 4) }
  }

  /// Returns the color of a pixel, or `nil` outside the picture.
  private func point(_ column: Int, _ line: Int) -> Point? {
    guard column < width, line < height else { return nil }
    let start = (line * width + column) * 4
    return Point(blue: points[start], green: points[start + 1], red: points[start + 2])
  }
}
