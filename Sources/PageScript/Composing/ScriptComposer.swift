/// Puts fragments together as one script: each once, behind all that it needs.
struct ScriptComposer {
  /// What is wrong with the files of `Scripts`: nothing, as a test sees to.
  enum Fault: Hashable {
    /// A fragment needs a file that is not there.
    case missing(String)
    /// A fragment needs itself.
    case circular(String)
  }

  /// The code of all fragments so far.
  private(set) var code: [UInt8] = []
  private(set) var faults: [Fault] = []
  private let file: (String) -> [UInt8]?
  /// The fragments that are there.
  private(set) var done: Set<String> = []
  private var open: Set<String> = []

  init(file: @escaping (String) -> [UInt8]? = { ScriptLibrary.file($0) }) { self.file = file }

  /// Adds a fragment and what it needs.
  mutating func add(_ name: String) {
    guard !done.contains(name) else { return }
    guard let text = file(name) else {
      faults.append(.missing(name))
      return
    }
    guard open.insert(name).inserted else {
      faults.append(.circular(name))
      return
    }
    let fragment = ScriptFragment(text)
    for need in fragment.needs { add(need) }
    open.remove(name)
    done.insert(name)
    code += fragment.code
  }

  /// Adds a function that makes the fragments when it is called, and returns `result`: what most pages never need takes
  /// them neither time nor memory. Its fragments see those that have been added before, and nothing else sees them.
  mutating func addLoader(_ name: String, of fragments: [String], result: String) {
    var inner = self
    inner.code = []
    for fragment in fragments { inner.add(fragment) }
    faults = inner.faults
    code += "const \(name) = () => {\n".utf8
    code += inner.code
    code += "return \(result);\n};\n".utf8
  }

  /// The functions that capture what the fragments so far call of the browser: `captureErrors` of `natives-errors.js`. What
  /// `natives.js` captures all of them need.
  var captures: [String] {
    let mark = "natives-"
    return done.filter { $0.hasPrefix(mark) }.sorted().map { file in
      let words = file.dropFirst(mark.count).prefix { $0 != "." }.split(separator: "-")
      return "capture" + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
  }

  /// The script, with `last` as its last statements, in which `data` is the data. Nothing of it is seen from outside.
  ///
  /// The data stands outside of the function: WebKit reads what is inside of one twice.
  func script(last: [UInt8], data: [UInt8] = []) -> [UInt8] {
    var script = Array("\(PageScript.firstLine)\n".utf8)
    script += function(data.isEmpty ? "" : "data", last: last)
    script += "(".utf8
    script += data
    script += ");\n".utf8
    return script
  }

  /// The script as a function of the host's secret and the data, which is run where the other composer's function `isDone`, of the secret,
  /// says false: in most frames no more than that is made.
  func script(last: [UInt8], data: [UInt8], unless other: ScriptComposer, _ isDone: String) -> [UInt8] {
    var script = Array("\(PageScript.firstLine)\n".utf8)
    script += other.function(
      "secret, start, data", last: Array("if (!\(isDone)(secret)) start(secret, data);".utf8))
    script += "(\"\(PageScript.secretToken)\",\n".utf8
    script += function("secret, data", last: last)
    script += ",\n".utf8
    script += data
    script += ");\n".utf8
    return script
  }

  /// A function, in parentheses, that runs the code so far and then `last`.
  private func function(_ parameters: String, last: [UInt8]) -> [UInt8] {
    Array("((\(parameters)) => {\n\"use strict\";\n".utf8) + code + last + "\n})".utf8
  }
}
