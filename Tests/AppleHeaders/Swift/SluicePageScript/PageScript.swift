// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public enum PageScript {
  public static let reportHandler = ""
}
