import SluiceC

/// A library that is loaded at run time, and stays loaded as long as the process exists.
package struct DynamicLibrary {
  package let name: String
  private let handle: UnsafeMutableRawPointer

  /// Opens the first of these libraries that is already loaded, or else the first that exists.
  package init?(firstOf names: [String]) {
    for (name, flags) in names.map({ ($0, RTLD_NOW | RTLD_NOLOAD) }) + names.map({ ($0, RTLD_NOW) }) {
      if let handle = dlopen(name, flags) {
        (self.name, self.handle) = (name, handle)
        return
      }
    }
    return nil
  }

  /// Returns a function of the library or of its dependencies; nil if it does not exist. `Function` is a
  /// `@convention(c)` type. The caller must ensure that the type is correct, because nothing can check it.
  package func function<Function>(_ symbol: String) -> Function? {
    dlsym(handle, symbol).map { unsafeBitCast($0, to: Function.self) }
  }
}
