// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

public struct URL: Hashable, Sendable, Codable, CustomStringConvertible {
  @available(macOS 13.0, iOS 16.0, *)
  public enum DirectoryHint: Sendable {
    case isDirectory
    case notDirectory
    case checkFileSystem
    case inferFromPath
  }

  public init?(string: String) { fatalError() }
  public init?(string: String, relativeTo url: URL?) { fatalError() }
  @available(macOS 14.0, iOS 17.0, *)
  public init?(string: String, encodingInvalidCharacters: Bool) { fatalError() }
  @available(macOS 13.0, iOS 16.0, *)
  public init(
    filePath path: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo base: URL? = nil
  ) {
    fatalError()
  }
  public init(fileURLWithPath path: String) { fatalError() }
  public init(from decoder: any Decoder) throws { fatalError() }
  public func encode(to encoder: any Encoder) throws { fatalError() }

  public var description: String { fatalError() }
  public var absoluteString: String { fatalError() }
  public var absoluteURL: URL { fatalError() }
  public var isFileURL: Bool { fatalError() }
  public var relativePath: String { fatalError() }
  public var scheme: String? { fatalError() }
  public var host: String? { fatalError() }
  @available(macOS 13.0, iOS 16.0, *)
  public func host(percentEncoded: Bool = true) -> String? { fatalError() }
  public var port: Int? { fatalError() }
  public var user: String? { fatalError() }
  public var password: String? { fatalError() }
  public var path: String { fatalError() }
  @available(macOS 13.0, iOS 16.0, *)
  public func path(percentEncoded: Bool = true) -> String { fatalError() }
  public var query: String? { fatalError() }
  public var fragment: String? { fatalError() }
  public var lastPathComponent: String { fatalError() }
  @available(macOS 13.0, iOS 16.0, *)
  public func appending<S: StringProtocol>(path: S, directoryHint: DirectoryHint = .inferFromPath) -> URL {
    fatalError()
  }
  public func deletingLastPathComponent() -> URL { fatalError() }
  public func resolvingSymlinksInPath() -> URL { fatalError() }

  @available(macOS 13.0, iOS 16.0, *)
  public static var applicationSupportDirectory: URL { fatalError() }
  @available(macOS 13.0, iOS 16.0, *)
  public static var cachesDirectory: URL { fatalError() }
  @available(macOS 13.0, iOS 16.0, *)
  public static var homeDirectory: URL { fatalError() }
  @available(macOS 13.0, iOS 16.0, *)
  public static var documentsDirectory: URL { fatalError() }
  @available(macOS 13.0, iOS 16.0, *)
  public static var downloadsDirectory: URL { fatalError() }
}

public struct URLResourceValues: Sendable {
  public init() { fatalError() }
  @available(macOS 10.8, iOS 5.1, *)
  public var isExcludedFromBackup: Bool?
}

extension URL {
  public mutating func setResourceValues(_ values: URLResourceValues) throws { fatalError() }
}

public struct URLComponents: Hashable, Sendable {
  public init() { fatalError() }
  public init?(string: String) { fatalError() }
  public init?(url: URL, resolvingAgainstBaseURL resolve: Bool) { fatalError() }
  public var url: URL? { fatalError() }
  public var string: String? { fatalError() }
  public var scheme: String?
  public var user: String?
  public var password: String?
  public var host: String?
  public var port: Int?
  public var path: String
  public var query: String?
  public var fragment: String?
  public var percentEncodedPath: String
  public var percentEncodedQuery: String?
}
