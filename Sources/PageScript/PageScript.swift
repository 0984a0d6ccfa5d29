/// What hosts put their secret of each launch in the place of, in both scripts.
enum SecretToken {
  static let text = "__SLUICE_SECRET__"
}
