// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What Swift sees of Sources/PageScript/Scripts/include/ScriptTexts.h: the check does not read C.

public struct ScriptText {
  public var name: UnsafePointer<CChar>
  public var text: UnsafePointer<CUnsignedChar>
}

public func page_script_texts(_ count: UnsafeMutablePointer<Int>) -> UnsafePointer<ScriptText> {
  fatalError()
}
