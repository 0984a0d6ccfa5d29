import Foundation

/// The settings of the browser.
public struct BrowserSettings: Codable, Hashable, Sendable {
  /// The search URL, with `%s` for the words.
  public var search = AddressReader.defaultSearch
  /// Whether history and open tabs are stored.
  public var keepsHistory = false
  /// Whether blocked requests are counted. Takes effect at the next start.
  public var countsBlocked = true
  /// The documents in which generic hiding filters of embedded lists apply: `everywhere`, `pages` or `scripted`.
  public var genericHiding = "everywhere"
  /// The names of the lists that are off.
  public var listsOff: [String] = []

  /// Creates the default settings.
  public init() {}

  /// Reads settings. A missing field has its default, so that older files stay readable.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    search = try values.decodeIfPresent(String.self, forKey: .search) ?? search
    keepsHistory = try values.decodeIfPresent(Bool.self, forKey: .keepsHistory) ?? keepsHistory
    countsBlocked = try values.decodeIfPresent(Bool.self, forKey: .countsBlocked) ?? countsBlocked
    genericHiding = try values.decodeIfPresent(String.self, forKey: .genericHiding) ?? genericHiding
    listsOff = try values.decodeIfPresent([String].self, forKey: .listsOff) ?? listsOff
  }
}

/// The open windows, as addresses.
struct BrowserSession: Codable, Hashable, Sendable {
  var windows: [[String]]
  /// The number of the shown tab of each window.
  var shown: [Int]
}

/// The folder of the browser's own files. Files are replaced, so a kill leaves the old or the new one.
struct BrowserFiles: Sendable {
  let folder: String

  private func url(_ name: String) -> URL { URL(filePath: folder).appending(path: name + ".json") }

  func read<Value: Decodable>(_ name: String) -> Value? {
    (try? Data(contentsOf: url(name))).flatMap { try? JSONDecoder().decode(Value.self, from: $0) }
  }

  /// Writes a value. Returns whether that succeeded.
  @discardableResult func write(_ value: some Encodable, _ name: String) -> Bool {
    do {
      // Private, because it names visited sites.
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try JSONEncoder().encode(value).write(to: url(name), options: .atomic)
      return true
    } catch {
      return false
    }
  }

  func remove(_ name: String) { try? FileManager.default.removeItem(at: url(name)) }
}
