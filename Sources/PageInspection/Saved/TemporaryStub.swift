extension PageArchive: SavedPage {
  public var address: [UInt8] { [] }
  public func answer(to url: [UInt8]) -> SavedAnswer? { nil }
}
