// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The Swift view of Sources/SluicePageScript/Scripts/include/ScriptTexts.h, because the check does not read C.

public struct ScriptText {
  public var name: UnsafePointer<CChar>
  public var text: UnsafePointer<CUnsignedChar>
}

public func page_script_texts(_ count: UnsafeMutablePointer<Int>) -> UnsafePointer<ScriptText> {
  fatalError()
}
