import CLibrary

/// A library that is opened at run time, and stays open as long as the process lives.
package struct DynamicLibrary {
  package let name: String
  private let handle: UnsafeMutableRawPointer

  /// The first of these that the process has open, or else the first that is there.
  package init?(firstOf names: [String]) {
    for (name, flags) in names.map({ ($0, RTLD_NOW | RTLD_NOLOAD) }) + names.map({ ($0, RTLD_NOW) }) {
      if let handle = dlopen(name, flags) {
        (self.name, self.handle) = (name, handle)
        return
      }
    }
    return nil
  }

  /// A function of it, or of a library that it needs; nil when there is none. `Function` is a `@convention(c)` type,
  /// and that it is the function's is for the caller to know: nothing can check it.
  package func function<Function>(_ symbol: String) -> Function? {
    dlsym(handle, symbol).map { unsafeBitCast($0, to: Function.self) }
  }
}
