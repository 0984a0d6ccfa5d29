import Foundation

/// The settings of the browser.
public struct BrowserSettings: Codable, Hashable, Sendable {
  /// The search URL, with `%s` for the words.
  public var search = AddressReader.defaultSearch
  /// Whether history and open tabs are stored.
  public var keepsHistory = false
  /// Whether blocked requests are counted. Takes effect at the next start.
  public var countsBlocked = true
  /// The documents in which generic hiding filters of embedded lists apply: a name of ``genericHidings``.
  public var genericHiding = "everywhere"
  /// The names of the lists that are off.
  public var listsOff: [String] = []
  /// The user's own exceptions, which embedded lists are converted with.
  public var exceptions: [String] = []

  /// The values of ``genericHiding``, with words for them.
  public static let genericHidings = [
    (name: "everywhere", words: "In all documents"),
    (name: "pages", words: "In pages, not in frames: faster"),
    (name: "scripted", words: "In documents with scripts: faster"),
  ]

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
    exceptions = try values.decodeIfPresent([String].self, forKey: .exceptions) ?? exceptions
  }
}

/// The open windows, as addresses.
struct BrowserSession: Codable, Hashable, Sendable {
  var windows: [[String]]
  /// The number of the shown tab of each window.
  var shown: [Int]
}

/// The folder of the browser's own files. Files are replaced, so a kill leaves the old or the new one.
@MainActor final class BrowserFiles {
  private let folder: URL
  /// The last change. Changes are made one after another, off the main actor, because a history can be long.
  private var last: Task<Void, Never>?

  init(folder: String) { self.folder = URL(filePath: folder) }

  private func url(_ name: String) -> URL { folder.appending(path: name + ".json") }

  func read<Value: Decodable>(_ name: String) -> Value? {
    (try? Data(contentsOf: url(name))).flatMap { try? JSONDecoder().decode(Value.self, from: $0) }
  }

  func write(_ value: some Encodable & Sendable, _ name: String) {
    change { [folder, url = url(name)] in
      // Private, because it names visited sites.
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try JSONEncoder().encode(value).write(to: url, options: .atomic)
    }
  }

  func remove(_ name: String) {
    change { [url = url(name)] in try FileManager.default.removeItem(at: url) }
  }

  /// Waits until all changes are made.
  func finish() async { await last?.value }

  private func change(_ body: @escaping @Sendable () throws -> Void) {
    last = Task.detached { [last] in
      await last?.value
      // Without a disk, the browser goes on as if nothing were kept.
      try? body()
    }
  }
}
