import SluiceC

/// A library that is loaded at run time, and stays loaded as long as the process exists. All threads can use it.
package struct DynamicLibrary: @unchecked Sendable {
  package let name: String
  private let handle: UnsafeMutableRawPointer

  /// Opens the first of these libraries that is already loaded, or else the first that exists.
  package init(firstOf names: [String]) throws(LibraryProblem) {
    for (name, flags) in names.map({ ($0, RTLD_NOW | RTLD_NOLOAD) }) + names.map({ ($0, RTLD_NOW) }) {
      if let handle = dlopen(name, flags) {
        (self.name, self.handle) = (name, handle)
        return
      }
    }
    throw .notInstalled(names)
  }

  /// Returns a function of the library or of its dependencies; nil if it does not exist. `Function` is a
  /// `@convention(c)` type. The caller must ensure that the type is correct, because nothing can check it.
  package func function<Function>(_ symbol: String) -> Function? {
    dlsym(handle, symbol).map { unsafeBitCast($0, to: Function.self) }
  }

  /// Returns a function that must exist.
  package func required<Function>(_ symbol: String) throws(LibraryProblem) -> Function {
    guard let function: Function = function(symbol) else { throw .missing(symbol, library: name) }
    return function
  }
}

/// A library or function that this machine lacks.
package enum LibraryProblem: Error, Hashable, Sendable {
  /// None of these libraries is installed.
  case notInstalled([String])
  /// The installed version of the library has no function of this name.
  case missing(String, library: String)

  /// The problem in words.
  package var words: String {
    switch self {
    case .notInstalled(let names) where names.count > 1: "there is no " + names.joined(separator: " or ")
    case .notInstalled(let names): "\(names.joined()) is not installed"
    case .missing(let symbol, let library): "\(library) has no \(symbol)"
    }
  }
}
