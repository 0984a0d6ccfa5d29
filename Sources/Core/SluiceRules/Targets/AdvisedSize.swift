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
    let (shown, limit) = (Self.megabytes(size), Self.megabytes(bytes))
    // A size above the limit must not look equal to it.
    return
      "\(shown == limit ? "\(size.grouped) bytes" : shown) of JSON: lists of more than \(limit) have failed"
      + " to load on iPhones and iPads (\(evidence))"
  }

  /// Returns a size as summaries show it.
  private static func megabytes(_ bytes: Int) -> String {
    let tenths = bytes / 100_000 + (bytes % 100_000 >= 50_000 ? 1 : 0)
    return "\((tenths / 10).grouped).\(tenths % 10) MB"
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
