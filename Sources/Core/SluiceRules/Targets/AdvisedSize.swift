/// The recommended maximum size of a list's JSON for a target, and the evidence.
public struct AdvisedSize: Hashable, Sendable {
  /// The size in bytes.
  public var bytes: Int
  /// The report that the size is taken from.
  public var evidence: String

  /// Returns a warning about a list of `size` bytes of JSON, or nil if the list is not too large. The text is
  /// one line without a full stop.
  public func warning(about size: Int) -> String? {
    guard size > bytes else { return nil }
    return "\(Self.megabytes(size)) MB of JSON: beyond \(Self.megabytes(bytes)) MB, lists were reported not"
      + " to load on iPhones and iPads (\(evidence))"
  }

  private static func megabytes(_ bytes: Int) -> String {
    // Rounded up, so that a size above the limit never looks equal to it.
    let tenths = (bytes + 99_999) / 100_000
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension Target {
  /// The size beyond which a list may fail to load on iPhones and iPads; nil if no failures were reported.
  ///
  /// WebKit itself has no limit. On iOS, the process that passes a list to Safari has little memory, and the
  /// JSON takes about twice its size there:
  /// - iOS 12.3: 6 MB of JSON exceeded the limit of 12 MB of memory (openradar 51064465).
  /// - 2023, when iOS 17 was new: 11 MB of JSON exceeded 24 MB of memory.
  /// - January 2025: iOS allowed 40 MB of memory (WebShield issue 41). In the same year, AdGuard found that
  ///   19 MB of JSON works on iOS 18 and 26.
  ///
  /// There are no reports for macOS and GNOME Web.
  public var advisedSize: AdvisedSize? {
    guard let safari = oldestReleases.first(where: { $0.engine == .safari }) else { return nil }
    return safari.version < Version(18, 0)
      ? AdvisedSize(bytes: 11_000_000, evidence: "AdguardTeam/SafariConverterLib issue 56, 2023")
      : AdvisedSize(bytes: 19_000_000, evidence: "AdguardTeam/AdguardForiOS issue 2466, 2025")
  }
}
