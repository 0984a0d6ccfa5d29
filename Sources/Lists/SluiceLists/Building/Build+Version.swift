extension Build {
  /// The version of Sluice, for manifests.
  public static let version = "0.2.0"
}
