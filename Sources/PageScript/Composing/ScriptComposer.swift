/// Puts fragments together as one script: each once, behind all that it needs.
struct ScriptComposer {
  /// What is wrong with the files of `Scripts`.
  enum Fault: Error, Hashable, CustomStringConvertible {
    /// A fragment needs a file that is not there.
    case missing(String)
    /// A fragment needs itself.
    case circular(String)

    var description: String {
      switch self {
      case .missing(let name): "there is no script file '\(name)'"
      case .circular(let name): "the script file '\(name)' needs itself"
      }
    }
  }

  /// The text of a file by its name.
  let file: (String) -> [UInt8]?
  private var done: Set<String> = []
  private var open: Set<String> = []
  private var code: [UInt8] = []

  init(file: @escaping (String) -> [UInt8]? = { ScriptLibrary.file($0) }) { self.file = file }

  /// A script of the named files, with `last` as its last statement. Nothing of it is seen from outside.
  static func script(
    of names: [String], last: [UInt8], file: @escaping (String) -> [UInt8]? = { ScriptLibrary.file($0) }
  ) throws(Fault) -> [UInt8] {
    var composer = ScriptComposer(file: file)
    for name in names { try composer.add(name) }
    var script = Array("(() => {\n\"use strict\";\n".utf8)
    script += composer.code
    script += last
    script += "\n})();\n".utf8
    return script
  }

  private mutating func add(_ name: String) throws(Fault) {
    guard !done.contains(name) else { return }
    guard let text = file(name) else { throw .missing(name) }
    guard open.insert(name).inserted else { throw .circular(name) }
    let fragment = ScriptFragment(text)
    for need in fragment.needs { try add(need) }
    open.remove(name)
    done.insert(name)
    code += fragment.code
  }
}
