/// The most JSON that a list should have for a target, and where that is known from.
public struct AdvisedSize: Hashable, Sendable {
  /// In bytes.
  public var bytes: Int
  /// The report that it is taken from.
  public var evidence: String

  /// What is to be said of a list of so many bytes of JSON, in one line without a full stop; nil for
  /// nothing.
  public func warning(about size: Int) -> String? {
    guard size > bytes else { return nil }
    return "\(Self.megabytes(size)) MB of JSON: beyond \(Self.megabytes(bytes)) MB, lists were reported not"
      + " to load on iPhones and iPads (\(evidence))"
  }

  private static func megabytes(_ bytes: Int) -> String {
    // Rounded up, so that what is larger than a limit does not look equal to it.
    let tenths = (bytes + 99_999) / 100_000
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension Target {
  /// The size beyond which a list may not load on an iPhone or iPad; nil where no such report is known.
  ///
  /// WebKit has no limit of its own. On iOS the process that hands a list to Safari has little memory, of
  /// which the JSON takes about twice its size: 12 MB of memory were passed at 6 MB of JSON on iOS 12.3
  /// (openradar 51064465), 24 MB at 11 MB in 2023, when iOS 17 was new, and 40 MB were allowed by January
  /// 2025 (WebShield issue 41), the year in which AdGuard found 19 MB to work on iOS 18 and 26. Of macOS and
  /// GNOME Web nothing like it was reported.
  public var advisedSize: AdvisedSize? {
    switch self {
    case .any, .safari16_4, .safari17:
      AdvisedSize(bytes: 11_000_000, evidence: "AdguardTeam/SafariConverterLib issue 56, 2023")
    case .safari18, .safari18_6, .safari26, .safari26_4, .safari27:
      AdvisedSize(bytes: 19_000_000, evidence: "AdguardTeam/AdguardForiOS issue 2466, 2025")
    case .webKitGTK2_44, .webKitGTK2_46, .webKitGTK2_48, .webKitGTK2_50, .webKitGTK2_52, .webKitGTK2_54:
      nil
    }
  }
}
